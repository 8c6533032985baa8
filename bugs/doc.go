// Package bugs reads programs of BUGS and JAGS and translates them to the
// statements of package lang.
//
// Parse turns the text into a Program, a syntax tree with positions. Data holds
// the values of the caller by name, Evaluate computes what follows from them alone,
// and Translate says the program as a lang.File, whose positions point into the text
// of BUGS: what later stages report they report of that text.
package bugs
