// Package engine has what is the same in the packages of all models. Generated packages import
// it, or hold what they need of it under names of their own.
package engine
