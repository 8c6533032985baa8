//go:build long

package chains_test

// randomLaws is how many random models are compared with their joint density.
const randomLaws = 2000

// mostLawful is how many bytes the data of a case have at most.
const mostLawful = 20000
