// Package sequence finds an order of the statements of a BUGS program that a machine can run.
//
// In BUGS statements stand in any order: they say what depends on what. The sequencer works on
// the graph of statements and never unrolls a loop. An edge leads from a statement that defines
// elements of an array to one that reads such; it keeps which iterations depend on which as a
// system of linear equations and inequalities, which the subscripts and the bounds of the loops
// give, symbolic in sizes. Subscripts that are data are relations, known when data are read.
//
// What the sequencer may do, and says of each move why: put statements in another order; split a
// loop (fission); run loops that feed each other as one (fusion), with strides and peeled
// iterations; run a loop downward (reversal) or an inner loop outside (interchange); choose
// between versions by a test that data answer; run elements by levels, which are computed when
// data are read; and run element by element. The systems are of Pugh (1991, The Omega test) in the
// small: equalities with a test of divisors, inequalities by Fourier and Motzkin with rounded
// constants. Times of iterations are those of Feautrier (1992, Some efficient solutions to the
// affine scheduling problem) with one subscript of each array as its time.
package sequence
