// The Fortran LAPACK and BLAS symbols that the module LinearAlgebra calls, as gfortran's ABI has them:
// every argument by pointer, 32-bit integers (LP64), and for each CHARACTER argument a hidden length (size_t, by value)
// at the end of the list, in the order of those arguments. Leaving the lengths out happens to work with one library
// and not with the next. Argument lists: LAPACK Users' Guide, 3rd edition (SIAM 1999), and the sources of LAPACK 3.x.

#ifndef CLAPACK_H
#define CLAPACK_H

#include <stddef.h>

// C := alpha op(A) op(B) + beta C
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc, size_t transa_length, size_t transb_length);

// Least squares by QR, full rank
void dgels_(const char *trans, const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
            const int *ldb, double *work, const int *lwork, int *info, size_t trans_length);

// Least squares of minimum norm by divide-and-conquer SVD, any rank
void dgelsd_(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b, const int *ldb,
             double *s, const double *rcond, int *rank, double *work, const int *lwork, int *iwork, int *info);

// Symmetric eigenproblem
void dsyev_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w, double *work,
            const int *lwork, int *info, size_t jobz_length, size_t uplo_length);

// General generalised eigenproblem A x = (alpha / beta) B x
void dggev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda, double *b, const int *ldb,
            double *alphar, double *alphai, double *beta, double *vl, const int *ldvl, double *vr, const int *ldvr,
            double *work, const int *lwork, int *info, size_t jobvl_length, size_t jobvr_length);

// Singular value decomposition A = U diag(s) V^T
void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *a, const int *lda, double *s,
             double *u, const int *ldu, double *vt, const int *ldvt, double *work, const int *lwork, int *info,
             size_t jobu_length, size_t jobvt_length);

// Cholesky factor, solve with it, inverse from it
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t uplo_length);
void dpotrs_(const char *uplo, const int *n, const int *nrhs, const double *a, const int *lda, double *b,
             const int *ldb, int *info, size_t uplo_length);
void dpotri_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t uplo_length);

// General solve by LU with partial pivoting
void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *ipiv, double *b, const int *ldb,
            int *info);

#endif
