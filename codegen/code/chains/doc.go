// Package chains runs the chains of a model that is sampled by their code: package evaluate runs the functions that
// package lower makes of the draws, with the functions of packages mcmc, operators and dist as natives for its rows.
package chains
