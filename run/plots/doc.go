// Package plots draws what sampling gave, as SVG: the trace of the chains beside the
// density of their draws, for truths and indices how often each chain drew each value,
// and the ranks that simulation-based calibration finds.
package plots
