//go:build long

package exact

import "testing"

// TestSitesOfDensities: likelihoods that are sites by their densities, as TestSites.
func TestSitesOfDensities(t *testing.T) {
	checkSites(t, []string{"student", "negbinomial"})
}
