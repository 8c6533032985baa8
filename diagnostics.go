package mpc

import "mpc/lang"

// Diagnostics are the mistakes in a model or in its data, with their places; as
// an error they can be found with errors.As.
type Diagnostics = lang.Diagnostics

// Visible writes text for people on one line, without what a terminal would obey.
func Visible(s string) string { return lang.Visible(s) }

// VisibleText is Visible of several lines.
func VisibleText(s string) string { return lang.VisibleText(s) }

// Nearest returns the one of the names that a word was probably meant to be, or "".
func Nearest(word string, names []string) string { return lang.Nearest(word, names) }
