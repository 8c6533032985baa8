// Package replay runs sequential programs. It checks them against the program of the text, written
// out element by element by package unroll, for given data: that each element is defined before it
// is read, and once, and that the statements are the same. It draws from them.
package replay
