// Package mcmc holds what samplers run on: a stream of random numbers, draws from
// the distributions of the language, their log densities, and for densities without
// a name slice sampling, univariate and elliptical, and adaptive rejection. Its
// source is also printed into generated packages, declaration by declaration, as
// that of dist is.
//
// A Stream is one chain's source of randomness. Its methods are the draws
// without parameters: uniform, normal, exponential. Draws with parameters are
// functions whose names begin with Draw and whose first argument is the stream, and
// not methods, so that a generated package carries those alone that it calls.
// Log densities are functions whose names begin with LogDensity; they have all
// constants. Nothing here allocates, except the constructors.
//
// Parameters follow the language: rates and not scales, precisions and not
// variances where the name does not say otherwise. A draw with a parameter that is
// outside its domain, or not finite, is NaN, or -1 where the draw is a whole
// number; it may also be NaN for a parameter below 2^-1000. A density at what is
// outside the support, or with such a parameter, is -Inf.
//
// Draws from continuous distributions on (0, inf) and (0, 1) are never 0: what
// would be below 2^-1022, the smallest number of full precision, is that number,
// so that its log is finite.
package mcmc
