package exact

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"mpc/dist"
)

// TestHierarchies: random intercepts and slopes, crossed effects, walks and regressions with
// unknown precisions, whose normals are one block, against quadrature over the precisions
// (testdata/hierarchies). How far the worst element of the worst model of a kind may be off:
// means of normals in sd, sds of normals, means and sds of precisions relatively. Precisions have
// messages of their own, which is why the last is large.
func TestHierarchies(t *testing.T) {
	bounds := map[string][4]float64{
		"crossed": {0.05, 0.14, 0.07, 0.36}, "intercept": {0.06, 0.10, 0.06, 0.25}, "logit": {0.06, 0.20, 0.06, 0.05},
		"poisson": {0.12, 0.30, 0.08, 0.08}, "probit": {0.25, 0.40, 0.14, 0.16}, "regression": {0.07, 0.08, 0.07, 0.35},
		"slopes": {0.13, 0.14, 0.10, 0.38}, "walk": {0.09, 0.09, 0.06, 0.14},
	}
	paths, err := filepath.Glob("../../testdata/hierarchies/*.json")
	if err != nil || len(paths) != 31 {
		t.Fatalf("%d files: %v", len(paths), err)
	}
	worst := map[string][4]float64{}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		kind := strings.TrimRight(name, "0123456789")
		off := hierarchy(t, path)
		w := worst[kind]
		for i, v := range off {
			w[i] = math.Max(w[i], v)
			if !(v <= bounds[kind][i]) {
				t.Errorf("%s: %.3f of %v", name, off, bounds[kind])
				break
			}
		}
		worst[kind] = w
	}
	for kind, w := range worst {
		t.Logf("| %s | %.2f | %.0f %% | %.0f %%, %.0f %% |", kind, w[0], 100*w[1], 100*w[2], 100*w[3])
	}
}

var elementName = regexp.MustCompile(`^(\w+?)(?:\[(\d+)\])?$`)

// hierarchy runs a model and says how far its posteriors are from the exact ones.
func hierarchy(t *testing.T, path string) (off [4]float64) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var h struct {
		Model string
		Data  map[string]any
		Exact map[string][2]float64
	}
	if err := json.Unmarshal(src, &h); err != nil {
		t.Fatal(err)
	}
	r, err := interpretTree(t, h.Model, h.Data)
	if err != nil || !r.Converged {
		t.Fatalf("%s: %v, %v", path, err, r)
	}
	posteriors := map[string]any{}
	for _, p := range r.Posteriors {
		posteriors[p.Name] = p.Value
		for i, x := range flatNormals(p.Value) {
			posteriors[fmt.Sprintf("%s[%d]", p.Name, i)] = x
		}
	}
	for name, want := range h.Exact {
		m := elementName.FindStringSubmatch(name)
		if m == nil {
			t.Fatal(name)
		}
		if m[2] != "" {
			k, _ := strconv.Atoi(m[2])
			name = fmt.Sprintf("%s[%d]", m[1], k)
		}
		switch x := posteriors[name].(type) {
		case dist.Normal:
			off[0] = math.Max(off[0], math.Abs(x.Mean()-want[0])/want[1])
			off[1] = math.Max(off[1], math.Abs(math.Sqrt(x.Variance())/want[1]-1))
		case dist.Gamma:
			off[2] = math.Max(off[2], math.Abs(x.Mean()/want[0]-1))
			off[3] = math.Max(off[3], math.Abs(math.Sqrt(x.Variance())/want[1]-1))
		default:
			t.Errorf("%s: no posterior of %s", path, name)
		}
	}
	return off
}
