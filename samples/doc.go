// Package samples holds what sampling reports: recorders that take the draws of
// several chains in memory that does not grow with their number, the summaries that
// are made of them, with their Monte Carlo errors, and warnings where these cannot be
// relied on. Its source is also printed into generated packages, declaration by
// declaration, so it imports the standard library and package special alone, and
// its names are unique across dist, special, operators and samples.
//
// Diagnostics are those of Vehtari, Gelman, Simpson, Carpenter and Bürkner (2021),
// "Rank-normalization, folding, and localization: an improved R-hat for assessing
// convergence of MCMC", Bayesian Analysis 16(2), 667-718, which is called VGSCB here.
// Each chain is split in two halves, without the middle draw of an odd number.
//
// A number that cannot be known is NaN: R-hat and effective sample sizes of draws
// that are all equal or not finite, R-hat of chains of less than 4 draws, effective
// sample sizes and Monte Carlo errors of chains of less than 6. Where only one half
// of a diagnostic cannot be known, as that of the upper tail of draws of which more
// than a twentieth are the largest, the other half stands for it.
package samples
