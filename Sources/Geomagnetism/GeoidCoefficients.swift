/// The gravity model EGM96 (Lemoine et al. 1998, NASA/TP-1998-206861, public domain) to degree 12.
enum GeoidCoefficients {
    /// The highest degree.
    static let degree = 12

    /// Fully normalised coefficients (C, S) of the disturbing potential, tide free, in units of 1e-10: those of EGM96 less,
    /// in order 0, those of the normal field of WGS-84 (NIMA TR8350.2). Rounded to six digits, which moves the geoid by
    /// less than 2 mm. By order, and within it by degree.
    static let table: [SIMD2<Double>] = [
        // Order 0, degrees 2 to 12.
        SIMD2(14.03, 0), SIMD2(9572.54, 0), SIMD2(-2504.3, 0), SIMD2(685.32, 0), SIMD2(-1482.71, 0), SIMD2(909.79, 0),
        SIMD2(496.68, 0), SIMD2(276.71, 0), SIMD2(526.22, 0), SIMD2(-509.61, 0), SIMD2(377.25, 0),
        // Order 1, degrees 2 to 12.
        SIMD2(-1.87, 11.95), SIMD2(20299.9, 2485.13), SIMD2(-5363.22, -4734.4), SIMD2(-621.01, -944.23),
        SIMD2(-760.88, 262.89), SIMD2(2798.73, 954.34), SIMD2(233.42, 590.06), SIMD2(1433.88, 216.83),
        SIMD2(835.12, -1313.14), SIMD2(151.69, -268.6), SIMD2(-540.65, -435.68),
        // Order 2, degrees 2 to 12.
        SIMD2(24391.4, -14001.7), SIMD2(9046.28, -6190.26), SIMD2(3506.94, 6626.72), SIMD2(6524.38, -3233.5),
        SIMD2(481.73, -3737.28), SIMD2(3297.44, 930.67), SIMD2(802.98, 654.18), SIMD2(222.29, -322.2),
        SIMD2(-942.41, -515.79), SIMD2(186.31, -990.69), SIMD2(142.98, 320.98),
        // Order 3, degrees 3 to 12.
        SIMD2(7210.73, 14143.6), SIMD2(9907.72, -2009.28), SIMD2(-4519.55, -2148.47), SIMD2(571.73, 90.27),
        SIMD2(2503.99, -2171.99), SIMD2(-191.88, -863.45), SIMD2(-1608.12, -742.29), SIMD2(-68.99, -1537.69),
        SIMD2(-309.87, -1481.32), SIMD2(394, 244.26),
        // Order 4, degrees 4 to 12.
        SIMD2(-1885.61, 3088.53), SIMD2(-2953.02, 496.66), SIMD2(-862.14, -4714.08), SIMD2(-2751.14, -1238),
        SIMD2(-2446, 700.23), SIMD2(-90.02, 194.67), SIMD2(-840.76, -792.81), SIMD2(-389.58, -636.67),
        SIMD2(-686.91, 41.51),
        // Order 5, degrees 5 to 12.
        SIMD2(1749.72, -6693.84), SIMD2(-2671.33, -5364.88), SIMD2(19.38, 177.38), SIMD2(-255.35, 891.46),
        SIMD2(-166.17, -541.11), SIMD2(-493.4, -505.37), SIMD2(377.85, 494.74), SIMD2(309.41, 78.25),
        // Order 6, degrees 6 to 12.
        SIMD2(96.76, -2371.92), SIMD2(-3588.57, 1517.9), SIMD2(-657.36, 3092.38), SIMD2(626.94, 2229.04),
        SIMD2(-375.89, -795.67), SIMD2(-11.87, 344.77), SIMD2(34.15, 391.77),
        // Order 7, degrees 7 to 12.
        SIMD2(10.92, 244.42), SIMD2(672.81, 747.44), SIMD2(-1183.66, -965.15), SIMD2(81.15, -33.66),
        SIMD2(41.16, -898.25), SIMD2(-186.91, 356.13),
        // Order 8, degrees 8 to 12.
        SIMD2(-1240.92, 1205.33), SIMD2(1884.36, -30.86), SIMD2(404.93, -918.71), SIMD2(-59.84, 243.99),
        SIMD2(-253.77, 169.36),
        // Order 9, degrees 9 to 12.
        SIMD2(-477.48, 966.41), SIMD2(1254.91, -376.52), SIMD2(-314.23, 417.73), SIMD2(422.88, 252.69),
        // Order 10, degrees 10 to 12.
        SIMD2(1005.39, -240.15), SIMD2(-521.88, -183.36), SIMD2(-61.76, 308.38),
        // Order 11, degrees 11 to 12.
        SIMD2(460.34, -696.66), SIMD2(112.5, -63.79),
        // Order 12, degrees 12 to 12.
        SIMD2(-24.95, -111.78),
    ]
}
