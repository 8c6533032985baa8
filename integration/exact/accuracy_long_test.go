//go:build long

package exact

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc/dist"
)

// accuracyBounds are what default EP may be off by: means in sds and sds of numbers, relative means and sds of
// hyperparameters.
var accuracyBounds = [4]float64{0.05, 0.05, 0.1, 0.1}

// TestAccuracy prints the table of docs/accuracy.md: models of testdata/accuracy by the default, EP, beside their
// reference posteriors. Each file has its judge: quadrature, or a long run of JAGS, Stan or Gibbs sampling.
func TestAccuracy(t *testing.T) {
	files, err := filepath.Glob("../../testdata/accuracy/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %d files", err, len(files))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			off, judge := accuracy(t, file)
			fmt.Printf("| %s | %.3f | %.1f %% | %.1f %%, %.1f %% | %s |\n", name, off[0], 100*off[1], 100*off[2], 100*off[3], judge)
			for i, bound := range accuracyBounds {
				if !(off[i] <= bound) {
					t.Errorf("%.3f of %v", off, accuracyBounds)
					break
				}
			}
		})
	}
}

// accuracy runs the model of a file and says how far its posteriors are from those of its judge.
func accuracy(t *testing.T, file string) (off [4]float64, judge string) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var h struct {
		Judge, Model string
		Data         map[string]any
		Exact        map[string][2]float64
	}
	if err := json.Unmarshal(src, &h); err != nil {
		t.Fatal(err)
	}
	r, err := interpretTree(t, h.Model, h.Data)
	if err != nil || !r.Converged {
		t.Fatalf("%v, %v", err, r)
	}
	posteriors := map[string]any{}
	for _, p := range r.Posteriors {
		elementsOf(p.Name, p.Value, posteriors)
	}
	for name, want := range h.Exact {
		of, ok := posteriors[name].(interface {
			Mean() float64
			Variance() float64
		})
		if !ok {
			t.Errorf("no posterior of %s", name)
			continue
		}
		mean, sd := of.Mean(), math.Sqrt(of.Variance())
		switch of.(type) {
		case dist.Normal, dist.Beta:
			off[0] = math.Max(off[0], math.Abs(mean-want[0])/want[1])
			off[1] = math.Max(off[1], math.Abs(sd/want[1]-1))
		default:
			off[2] = math.Max(off[2], math.Abs(mean/want[0]-1))
			off[3] = math.Max(off[3], math.Abs(sd/want[1]-1))
		}
	}
	return off, h.Judge
}

// elementsOf lists the elements of an array as the program names them, x[0][1], and the components of vectors.
func elementsOf(name string, v any, all map[string]any) {
	if x, ok := v.(dist.MvNormal); ok {
		for i := range x.Size() {
			all[fmt.Sprintf("%s[%d]", name, i)] = x.Marginal(i)
		}
		return
	}
	list, ok := v.([]any)
	if !ok {
		all[name] = v
		return
	}
	for i, x := range list {
		elementsOf(fmt.Sprintf("%s[%d]", name, i), x, all)
	}
}
