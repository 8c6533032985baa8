// Package code is the typed program between the schedule and the text of a package: what
// an inference computes, statement by statement, as values that passes rewrite, Check
// checks, package evaluate runs and a printer prints.
//
// # Form
//
// A program is structured and single assignment. It has records, tables, rows and functions.
// A function has parameters, results and a body. If, Switch, For and While are statements with
// blocks; they give values, and loops carry values from pass to pass. Nothing else that is
// local is ever changed. What is changed are tables, streams of random numbers, handles, and
// what a row says that it writes to.
//
//	func geom(n whole, beta real, s stream) whole {
//	  1  u = uniform(s)
//	  2  stop = u < beta
//	  3  r = if stop {
//	       give n
//	     } else {
//	  4    m = n + 1
//	  5    t = geom(m, beta, s)
//	       give t
//	     }
//	     give r
//	}
//
// A callee is a row: its parameters and results, which of its arguments it writes to or draws
// from, and a body, or none where package evaluate and the printer know it by its name. A
// function is a row with a body. Package code knows no distribution and no operator: these
// fill in rows.
//
// # Meaning
//
// Arithmetic rounds at each operation, and constants are float64s: nothing is contracted or
// reordered but by a pass that says so. The blocks of If and Switch that are not taken are not
// run. A reduction is a loop that carries its sum, so that it has the order of the loop.
// A fail statement leaves the function with its fault, if that is one.
//
// # Numbers
//
// Each statement has a number, and the line of the model and the update or factor that it comes
// from. Passes keep them: errors, dumps and profiles speak of statements by these. Flatten
// turns a function into numbered blocks with parameters, the form in which a trace of a run speaks.
package code
