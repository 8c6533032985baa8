// Package passes holds the steps that a program of package code takes on its way from the
// schedule to text. Each pass is one function from code to code in a file of its own, and has a test
// of text in and text out of its name in testdata.
package passes
