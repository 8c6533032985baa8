// Package evaluate runs programs of package code: to the bit as a package does that is
// printed from them.
//
// A Machine holds the tables of a program. Each function is compiled once, to closures that
// read and write numbered slots of a frame; a record takes a slot for each number in it. Rows
// without a body are Natives, given by name.
package evaluate
