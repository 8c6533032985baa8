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
// unknown precisions, and intercepts behind a logit, a probit and Poisson counts, against
// quadrature over the precisions, and over each effect where its data are truths or counts
// (testdata/hierarchies). The worst of each model: means of normals within 0.05 sd, sds within
// 5 %, means and sds of precisions within 10 %.
func TestHierarchies(t *testing.T) {
	bounds := [4]float64{0.05, 0.05, 0.1, 0.1}
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
			if !(v <= bounds[i]) {
				t.Errorf("%s: %.3f of %v", name, off, bounds)
				break
			}
		}
		worst[kind] = w
	}
	for kind, w := range worst {
		t.Logf("| %s | %.3f | %.1f %% | %.1f %%, %.1f %% |", kind, w[0], 100*w[1], 100*w[2], 100*w[3])
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
