// Package sampling is what is the same in all generated packages that draw: the options of a
// run, how chains take turns in it, what it says of them, errors and saved states. A generated
// package holds what it needs of it, or imports it.
package sampling
