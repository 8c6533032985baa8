package exact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gonum.org/v1/gonum/mat"

	"mpc"
)

// filterDriver steps through what is seen, and prints each posterior: its mean and its
// covariance.
const filterDriver = `package main

import (
	"encoding/json"
	"fmt"
	"os"

	"try/states"
)

func main() {
	var all struct {
		Fixed states.Data
		Seen  []states.Observation
	}
	if err := json.NewDecoder(os.Stdin).Decode(&all); err != nil {
		panic(err)
	}
	f, err := states.NewFilter(all.Fixed)
	if err != nil {
		fmt.Println("error:", err)
		return
	}
	var first states.MvNormal
	for i, seen := range all.Seen {
		d, err := f.Step(seen)
		if err != nil {
			fmt.Println("error:", err, f.Steps())
			continue
		}
		text, err := json.Marshal([]any{d.Mean(), d.Covariance()})
		if err != nil {
			panic(err)
		}
		fmt.Println(string(text))
		if i == 0 {
			first = d
		}
	}
	if text, _ := json.Marshal(first.Mean()); len(all.Seen) > 1 {
		fmt.Println(string(text)) // a posterior stays as it is when the filter goes on
	}
}
`

// filtered runs the filter of a model and returns the lines that it prints.
func filtered(t *testing.T, model string, fixed map[string]any, seen []map[string]any) []string {
	t.Helper()
	c, err := mpc.Compile("model.yaml", []byte(model), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"main.go": {Data: []byte(filterDriver)}}
	mod, sum := mpc.ModuleFiles("try", c.Package)
	files["go.mod"], files["go.sum"] = &fstest.MapFile{Data: mod}, &fstest.MapFile{Data: sum}
	for _, f := range c.Package.Files {
		files["states/"+f.Name] = &fstest.MapFile{Data: f.Source}
	}
	text, err := json.Marshal(map[string]any{"Fixed": fixed, "Seen": seen})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = t.TempDir()
	if err := os.CopyFS(cmd.Dir, files); err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off")
	cmd.Stdin = bytes.NewReader(text)
	var message bytes.Buffer
	cmd.Stderr = &message
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, message.Bytes())
	}
	return slices.Collect(strings.Lines(string(out)))
}

// rowsOf is a matrix as nested slices.
func rowsOf(d *mat.Dense) [][]float64 {
	var out [][]float64
	for i := range d.RawMatrix().Rows {
		out = append(out, append([]float64(nil), d.RawRowView(i)...))
	}
	return out
}

func columnOf(d *mat.Dense) []float64 { return append([]float64(nil), d.RawMatrix().Data...) }

// sameState compares a line of the driver with a mean and a covariance.
func sameState(t *testing.T, what, line string, m, p *mat.Dense) {
	t.Helper()
	var got [2]json.RawMessage
	var mean []float64
	var covariance []float64
	if err := json.Unmarshal([]byte(line), &got); err != nil {
		t.Fatalf("%s: %v\n%s", what, err, line)
	}
	if json.Unmarshal(got[0], &mean) != nil || json.Unmarshal(got[1], &covariance) != nil {
		t.Fatalf("%s: %s", what, line)
	}
	for i := range mean {
		if math.Abs(mean[i]-m.At(i, 0)) > 1e-9*math.Max(1, math.Abs(m.At(i, 0))) {
			t.Fatalf("%s: mean %v, want %v", what, mean, columnOf(m))
		}
		for j := range mean {
			if math.Abs(covariance[i*len(mean)+j]-p.At(i, j)) > 1e-9*math.Max(1, math.Abs(p.At(i, j))) {
				t.Fatalf("%s: covariance %v, want %v", what, covariance, rowsOf(p))
			}
		}
	}
}

// stateMatrices draws the matrices of a state space of k numbers of which l are seen.
type stateMatrices struct{ f, q, h, r, m, p, b *mat.Dense }

func randomStates(rng *rand.Rand, k, l int) stateMatrices {
	dense := func(r, c int) *mat.Dense {
		d := mat.NewDense(r, c, nil)
		for i := range r {
			for j := range c {
				d.Set(i, j, rng.NormFloat64()/math.Sqrt(float64(c)))
			}
		}
		return d
	}
	definite := func(r int) *mat.Dense {
		a := dense(r, r)
		var d mat.Dense
		d.Mul(a, a.T())
		for i := range r {
			d.Set(i, i, d.At(i, i)+0.2)
			for j := range i {
				d.Set(i, j, d.At(j, i))
			}
		}
		return &d
	}
	return stateMatrices{dense(k, k), definite(k), dense(l, k), definite(l), dense(k, 1), definite(k), dense(l, 1)}
}

// TestVectorFilter: the filter of a chain of vectors is the Kalman filter, where vectors
// are seen, or a number that is a dot product, with maps that stay and maps that change.
func TestVectorFilter(t *testing.T) {
	rng := rand.New(rand.NewPCG(81, 82))
	const n = 12
	for _, size := range [][2]int{{3, 2}, {2, 4}} {
		k, l := size[0], size[1]
		s := randomStates(rng, k, l)
		fixed := map[string]any{"K": k, "L": l, "F": rowsOf(s.f), "Q": rowsOf(s.q), "H": rowsOf(s.h), "R": rowsOf(s.r), "m": columnOf(s.m), "P": rowsOf(s.p), "b": columnOf(s.b)}
		var seen []map[string]any
		var y []*mat.Dense
		for range n {
			y = append(y, randomStates(rng, k, l).b)
			seen = append(seen, map[string]any{"y": columnOf(y[len(y)-1])})
		}
		lines := filtered(t, stateSpace, fixed, seen)
		if len(lines) != n+1 {
			t.Fatalf("%d lines: %s", len(lines), lines)
		}
		for i := range n {
			m, p, _ := kalman(s.f, s.q, s.h, s.r, s.m, s.p, s.b, y[:i+1])
			sameState(t, fmt.Sprintf("%v, time %d", size, i), lines[i], m, p)
		}
		if !strings.HasPrefix(lines[0], "["+strings.TrimSpace(lines[n])) {
			t.Errorf("the first posterior became %s, it was %s", lines[n], lines[0])
		}
	}
	changing := `model: states
inputs:
  n: range
  F: "real[n][2][2]"
  c: "real[n][2]"
  y: real[n]
  noise: real
program: |
  x[0] ~ mvnormal([1, 0], covariance = [[2, 1], [1, 3]])
  for (t in 1..<n) { x[t] ~ mvnormal(F[t] * x[t-1], covariance = [[0.5, 0.1], [0.1, 0.2]]) }
  for (t in n) { y[t] ~ normal(dot(c[t], x[t]), sd = noise) }
infer: [x]
`
	m, p := mat.NewDense(2, 1, []float64{1, 0}), mat.NewDense(2, 2, []float64{2, 1, 1, 3})
	q, r, zero := mat.NewDense(2, 2, []float64{0.5, 0.1, 0.1, 0.2}), mat.NewDense(1, 1, []float64{0.7 * 0.7}), mat.NewDense(1, 1, nil)
	var seen []map[string]any
	var means, covariances []*mat.Dense
	for i := range n {
		s := randomStates(rng, 2, 1)
		y := s.b
		seen = append(seen, map[string]any{"F": rowsOf(s.f), "c": columnOf(s.h), "y": y.At(0, 0)})
		if i > 0 {
			var moved, spread mat.Dense
			moved.Mul(s.f, m)
			spread.Mul(s.f, p)
			var next mat.Dense
			next.Mul(&spread, s.f.T())
			next.Add(&next, q)
			m, p = &moved, &next
		}
		m, p, _ = kalman(s.f, q, s.h, r, m, p, zero, []*mat.Dense{y})
		means, covariances = append(means, m), append(covariances, p)
	}
	lines := filtered(t, changing, map[string]any{"noise": 0.7}, seen)
	if len(lines) != n+1 {
		t.Fatalf("%d lines: %s", len(lines), lines)
	}
	for i := range n {
		sameState(t, fmt.Sprintf("changing, time %d", i), lines[i], means[i], covariances[i])
	}
}

// TestVectorFilterErrors: what does not fit is refused, and the filter stands where it was.
func TestVectorFilterErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(83, 84))
	s := randomStates(rng, 2, 1)
	fixed := map[string]any{"K": 2, "L": 1, "F": rowsOf(s.f), "Q": rowsOf(s.q), "H": rowsOf(s.h), "R": rowsOf(s.r), "m": columnOf(s.m), "P": rowsOf(s.p), "b": columnOf(s.b)}
	lines := filtered(t, stateSpace, fixed, []map[string]any{{"y": []float64{1}}, {"y": []float64{1, 2}}, {"y": []float64{}}, {"y": []float64{2}}})
	m, p, _ := kalman(s.f, s.q, s.h, s.r, s.m, s.p, s.b, []*mat.Dense{mat.NewDense(1, 1, []float64{1}), mat.NewDense(1, 1, []float64{2})})
	for i, want := range []string{"error: input y[1]: has 2 elements, but L is 1 1", "error: input y[1]: has 0 elements, but L is 1 1"} {
		if got := strings.TrimSpace(lines[i+1]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	sameState(t, "after the errors", lines[3], m, p)
	fixed["Q"] = [][]float64{{1, 2}, {2, 1}}
	if lines := filtered(t, stateSpace, fixed, nil); len(lines) != 1 || !strings.Contains(lines[0], "of Q this must hold: it is symmetric and positive definite") {
		t.Errorf("a covariance that is none: %s", lines)
	}
}
