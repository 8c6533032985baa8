// Package joint says what the joint density of a model is: all its statements, the loops
// and conditions around them taken in.
//
// Every statement of the model that says something of a variable is one here: what is drawn,
// what is computed (a definition, which stays one), what is observed, and the conditions that
// hold. The log joint density of all variables is the sum of what the statements that are no
// definitions say, in each of their instances. It is the same whatever the algorithm is:
// package conditional makes the full conditionals of Gibbs sampling from it.
package joint
