// Package bench measures generated packages against loops written by hand (package
// limits): go test -bench . -benchmem ./bench. The folders trueskill, kalman, probit
// and mixture hold the models and what mpc compiles them to.
package bench
