// Package bugs_test runs programs of BUGS as they are, and compares posteriors with references
// and with answers in closed form.
package bugs_test
