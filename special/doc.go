// Package special holds the special functions that message operators and
// generated inference packages call: tails of the normal distribution in one
// and two dimensions, polygamma functions, incomplete gamma and beta functions,
// logistic integrals and cancellation-free exponential and logarithmic forms.
//
// Every function is a plain top-level function without state or allocation, so
// that its source can be copied, with the declarations that it names, into a
// generated package. Arguments outside a domain give NaN, limits are taken at
// infinities, and no function panics.
//
// # Accuracy
//
// The largest relative errors that the tests found and hold the functions to,
// over the tables of testdata (reference values of Infer.NET's tests, and
// values computed with mpmath by testdata/reference.py), in units of 1e-16
// (one half ulp is about 1.1):
//
//	NormalHazard, NormalHazardExcess, NormalMills    4
//	NormalHazardW                                    9 (w), 14 (1-w)
//	NormalCdf, NormalCdfLn, NormalCdfLogit           7, 4, 2
//	NormalCdfInterval, NormalCdfIntervalLn           4, 6
//	NormalQuantile, NormalQuantileLn                 4, 10
//	Erfcx                                            2
//	NormalCdf2, NormalCdfLn2                         60, 9
//	NormalCdfIntegral, NormalCdfIntegralRatio        400, 15
//	NormalCdfRatioLn2                                1
//	NormalCdfMomentRatio                             32
//	Digamma, Trigamma, Tetragamma                    4, 3, 4
//	LogMinusDigamma, LogMinusDigammaInverse          52, 31
//	GammaLn, GammaLnSeries, GammaLogProb             2, 6, 2
//	LogRisingFactorial, LogBeta                      29, 3
//	GammaLower, GammaUpperRegularized                170, 440
//	GammaUpper, GammaUpperScale                      10, 170
//	BetaCdf                                          800
//	BesselI                                          74
//	LogisticGaussian, its Deriv and Deriv2           13, 14, 14
//	Logistic, LogisticLn, Logit, LogSumExp           2
//	Log1MinusExp, LogExpMinus1, XMinusLog1Plus       2
//	ExpMinus1RatioMinus1RatioMinusHalf               2
//
// Errors of probabilities grow with their logarithm, by about half a unit for
// each unit of log P: the incomplete gamma and beta functions reach the errors
// above at P < 1e-50. The error of NormalCdfIntegral is that of its worst row,
// with the correlation -0.9999 and a result near 1e-183, where the result
// depends on the last bit of the correlation. Near a root of LogRisingFactorial
// or GammaLogProb the error is relative to the terms, not to the result.
//
// Two rows of the tables are replaced in the tests, with the reason beside
// them: XMinusLog1Plus(+Inf), and one negative value of NormalCdfIntegral.
//
// BetaCdf, BesselI, Erfcx, ExpMinus1, Log1Plus, the incomplete gamma functions,
// GammaLogProb, ExpMinus1RatioMinus1RatioMinusHalf, LogisticGaussianDeriv2,
// NormalQuantile and NormalCdfRatioLn2 are called by no operator: they are here
// because the tables have them, for programs that import this package.
//
// math.Erfc, math.Gamma, math.Expm1 and math.Log1p meet their tables to 3 units
// and are used as they are.
package special
