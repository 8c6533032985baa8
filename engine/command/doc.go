// Package command is what is the same in all programs that mpc run builds around a generated package: it reads data as JSON
// from standard input, runs the inference, and writes the result as JSON to standard output; progress, warnings and
// errors are lines on standard error. A program gives it the functions of its package.
package command
