//go:build long

package run_test

import "testing"

// TestLeaveOneOutOfMixedRegressions: the same of rows that read normals, of which densities are interpreted.
func TestLeaveOneOutOfMixedRegressions(t *testing.T) { leaveOutSelectors(t, summedModels()[:2]) }
