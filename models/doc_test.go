// Package models_test compares the inference of the models, each in a folder with its data, with
// enumeration, closed forms, published numbers and long Markov chains of other programs.
package models_test
