// Package plots draws what sampling gave, as SVG: the trace of the chains beside the
// density of their draws, and for truths and indices how often each chain drew each
// value.
package plots
