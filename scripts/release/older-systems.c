/* The functions whose newest version would be the only symbols of tool and library that need glibc 2.35 and libstdc++ of GCC 12.
   They are taken in the version that is there, so that both run on glibc 2.34 (RHEL 9), whose versions give the same answers. The
   linker sends the calls here (--wrap, by the options that the scripts beside this file give). */
#define _GNU_SOURCE
#include <dlfcn.h>

static double (*hypot_there)(double, double);
static float (*hypotf_there)(float, float);
/* std::condition_variable::wait(std::unique_lock<std::mutex> &) */
static void (*wait_there)(void *condition, void *lock);

/* Before other constructors, which may call them. RTLD_NEXT: a library opened by a program has its dependencies for itself. */
__attribute__((constructor(101))) static void find(void) {
  hypot_there = (double (*)(double, double))dlsym(RTLD_NEXT, "hypot");
  hypotf_there = (float (*)(float, float))dlsym(RTLD_NEXT, "hypotf");
  wait_there = (void (*)(void *, void *))dlsym(RTLD_NEXT, "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE");
}

double __wrap_hypot(double x, double y) { return hypot_there(x, y); }
float __wrap_hypotf(float x, float y) { return hypotf_there(x, y); }
void __wrap__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(void *condition, void *lock) { wait_there(condition, lock); }
