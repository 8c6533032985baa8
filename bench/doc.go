// Package bench measures generated packages against loops written by hand (package
// limits): go test -bench . -benchmem ./bench. Each other folder holds a model and
// what mpc compiles it to.
package bench
