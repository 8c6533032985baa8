// Package link takes declarations of run-time packages into a generated package: those that
// its own text needs, and what these need in turn. There they stand in one package, under
// names of their own.
package link
