//go:build long

package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCalibrateModels: the default is calibrated on models of docs/accuracy.md, on fewer data sets than the table there has. What
// is not in this list takes longer.
func TestCalibrateModels(t *testing.T) {
	for _, name := range strings.Fields(`autoregression_1 dyes eight_schools_halfcauchy eight_schools_halfnormal
		eight_schools_uniform surgical_simple`) {
		path := filepath.Join("../testdata/calibration", name)
		text, err := os.ReadFile(path + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		out, err := Calibrate(t.Context(), path+".yaml", text, CalibrateOptions{Data: path + ".json", N: 100, Seed: 5, Interpret: true})
		if err != nil {
			t.Fatal(err)
		}
		if out.Failed > 0 || out.Off > 0 {
			t.Errorf("%s: %d failed, %d of %d are off: %+v", name, out.Failed, out.Off, len(out.Elements), out.Elements)
		}
	}
}
