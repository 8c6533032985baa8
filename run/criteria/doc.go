// Package criteria judges a model by the log densities of its observations at draws from the
// posterior: deviance and DIC, WAIC, and leave-one-out cross-validation by Pareto smoothed
// importance sampling.
package criteria
