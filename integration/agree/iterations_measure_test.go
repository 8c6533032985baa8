//go:build long

package agree

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/dist"
	"mpc/run/interp"
)

// A measuredModel is a model of testdata/iterations, on data.
type measuredModel struct {
	c    *mpc.Compilation
	set  *data.Set
	runs map[int]map[string]any // posteriors, by the number of iterations
}

// measuredText is the data file of a model of testdata/iterations.
func measuredText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "iterations", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func planMeasured(t *testing.T, name string) *measuredModel {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", "iterations", name+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := mpc.Plan(name+".yaml", src)
	if err != nil {
		t.Fatal(err)
	}
	return &measuredModel{c: c}
}

// read gives the model data.
func (m *measuredModel) read(t *testing.T, text string) {
	t.Helper()
	set, d := data.ReadJSON("data.json", []byte(text), m.c.Model)
	if d.HasErrors() {
		t.Fatal(d)
	}
	m.set, m.runs = set, map[int]map[string]any{}
}

// after returns the posteriors after so many iterations from the start, by name and
// index.
func (m *measuredModel) after(t *testing.T, iterations int) map[string]any {
	t.Helper()
	if known := m.runs[iterations]; known != nil {
		return known
	}
	r, err := interp.Run(m.c.Program, m.c.Deps, m.c.Schedule, m.set, interp.Options{Iterations: iterations})
	if err != nil {
		t.Fatalf("%s after %d iterations: %v", m.c.Model.Name, iterations, err)
	}
	out := map[string]any{}
	for _, p := range r.Posteriors {
		flattenPosterior(p.Name, p.Value, out)
	}
	m.runs[iterations] = out
	return out
}

func flattenPosterior(name string, v any, into map[string]any) {
	if list, ok := v.([]any); ok {
		for i, x := range list {
			flattenPosterior(fmt.Sprintf("%s[%d]", name, i), x, into)
		}
		return
	}
	into[name] = v
}

// A criterion tells how far posteriors are from a fixed point, and how far they
// may be.
type criterion struct {
	name  string
	apart func(got, fixed map[string]any) float64
	most  float64
}

func (c criterion) holds(got, fixed map[string]any) bool { return c.apart(got, fixed) < c.most }

// worst is the largest of a distance over all posteriors, +Inf where one is NaN.
func worst(got, fixed map[string]any, apart func(a, b any) float64) float64 {
	w := 0.0
	for name, b := range fixed {
		if d := apart(got[name], b); d > w || d != d {
			w = d
		}
	}
	if w != w {
		return math.Inf(1)
	}
	return w
}

// toFixedPoint is mpc's own measure of a change: of means in standard deviations,
// of variances relative.
func toFixedPoint(most float64) criterion {
	return criterion{fmt.Sprint(most), func(got, fixed map[string]any) float64 {
		return worst(got, fixed, func(a, b any) float64 {
			switch b := b.(type) {
			case dist.Normal:
				return a.(dist.Normal).Change(b)
			case dist.Gamma:
				return a.(dist.Gamma).Change(b)
			}
			return math.NaN()
		})
	}, most}
}

// naturalWithin compares natural parameters, by their absolute difference.
func naturalWithin(most float64) *criterion {
	return &criterion{fmt.Sprintf("natural parameters within %.0e", most), func(got, fixed map[string]any) float64 {
		return worst(got, fixed, func(a, b any) float64 {
			x, ok := a.(dist.Normal)
			y, same := b.(dist.Normal)
			if !ok || !same {
				return math.NaN()
			}
			return math.Max(math.Abs(x.H-y.H), math.Abs(x.P-y.P))
		})
	}, most}
}

// momentsWithin compares the first two moments of normals, relatively.
func momentsWithin(most float64) *criterion {
	return &criterion{fmt.Sprintf("moments within %g of themselves", most), func(got, fixed map[string]any) float64 {
		return worst(got, fixed, func(a, b any) float64 {
			x, ok := a.(dist.Normal)
			y, same := b.(dist.Normal)
			if !ok || !same {
				return math.NaN()
			}
			m, n := x.Mean(), y.Mean()
			return math.Max(math.Abs(m/n-1), math.Abs((m*m+x.Variance())/(n*n+y.Variance())-1))
		})
	}, most}
}

// reconstructs is the mean distance of y[i, j] from what factors, weights and
// biases, where there are any, say of it.
func reconstructs(y [][]float64, factors int, most float64) criterion {
	return criterion{fmt.Sprintf("mean error of the reconstruction below %g", most), func(got, _ map[string]any) float64 {
		mean := func(format string, at ...any) float64 {
			d, ok := got[fmt.Sprintf(format, at...)].(dist.Normal)
			if !ok {
				return math.NaN()
			}
			return d.Mean()
		}
		sum, n := 0.0, 0
		for i, row := range y {
			for j, v := range row {
				for c := range factors {
					v -= mean("z[%d][%d]", i, c) * mean("w[%d][%d]", c, j)
				}
				if _, biased := got["bias[0]"]; biased {
					v -= mean("bias[%d]", j)
				}
				sum, n = sum+math.Abs(v), n+1
			}
		}
		return sum / float64(n)
	}, most}
}

// fewest is the least number of iterations after which a criterion holds, found
// by doubling and halving; the criterion must hold, too, after twice as many. It
// is 0 if it does not hold after most.
func (m *measuredModel) fewest(t *testing.T, c criterion, fixed map[string]any, most int) int {
	t.Helper()
	low, high := 0, 1 // not after low; after high
	for !c.holds(m.after(t, high), fixed) {
		if low = high; low >= most {
			return 0
		}
		high = min(2*high, most)
	}
	for high-low > 1 {
		if mid := (low + high) / 2; c.holds(m.after(t, mid), fixed) {
			high = mid
		} else {
			low = mid
		}
	}
	if !c.holds(m.after(t, 2*high), fixed) {
		t.Errorf("%s: %s after %d iterations, not after %d", m.c.Model.Name, c.name, high, 2*high)
	}
	return high
}
