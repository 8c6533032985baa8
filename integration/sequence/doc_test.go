// Package sequence holds tests of sequential programs: the corner cases, all examples, and random
// programs, each replayed on the program written out element by element.
package sequence
