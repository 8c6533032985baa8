package draws

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"mpc/integration/agree"
)

// A sampledCase is a published model with its known answer.
type sampledCase struct {
	Name, Model string
	Data        json.RawMessage
	Expect      map[string]json.RawMessage
	Tolerance   float64
}

func readCases(t *testing.T) (list []sampledCase) {
	t.Helper()
	paths, err := filepath.Glob("../../testdata/sampled/*.json")
	if err != nil || len(paths) < 60 {
		t.Fatalf("%d cases, %v", len(paths), err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		var c sampledCase
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		list = append(list, c)
	}
	return list
}

// TestCases: each case is within its tolerance, and five Monte Carlo errors of the shorter
// run that it gets here; a sample of them, and all with -tags long.
func TestCases(t *testing.T) {
	var jobs []job
	var cases []sampledCase
	for _, c := range agree.Sample(readCases(t), 20) {
		jobs = append(jobs, job{name: c.Name, model: c.Model, data: string(c.Data), burnIn: 500, samples: samples, thin: 1, chains: 4, seed: 12347})
		cases = append(cases, c)
	}
	for i, o := range sampledRun(t, jobs) {
		c := cases[i]
		if o.Error != "" {
			t.Errorf("%s: %s", c.Name, o.Error)
			continue
		}
		for name, want := range c.Expect {
			var w, g any
			if err := json.Unmarshal(want, &w); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(o.Posteriors[name], &g); err != nil {
				t.Fatalf("%s: %s: %v", c.Name, name, err)
			}
			for _, wrong := range sampledCompare(name, w, g, c.Tolerance) {
				t.Errorf("%s: %s", c.Name, wrong)
			}
		}
	}
}

// samples is how many draws of each of four chains the cases get.
const samples = 1500

// compare lists what is not as it should be.
func sampledCompare(at string, want, got any, tolerance float64) (wrong []string) {
	switch w := want.(type) {
	case nil:
		return nil
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return []string{at + ": other shape"}
		}
		for i := range w {
			wrong = append(wrong, sampledCompare(fmt.Sprintf("%s[%d]", at, i), w[i], g[i], tolerance)...)
		}
		return wrong
	}
	w, g := want.(map[string]any), got.(map[string]any)
	if p, ok := w["p"]; ok {
		ps, gs, es := sampledFlat(p), sampledFlat(g["p"]), sampledFlat(g["mcse"])
		for i, p := range ps {
			sd := math.Sqrt(p * (1 - p))
			if math.Abs(gs[i]-p) > tolerance*sd+5*es[i]+1e-12 {
				wrong = append(wrong, fmt.Sprintf("%s: probability %v, want %v", at, gs[i], p))
			}
		}
		return wrong
	}
	means, sds := sampledFlat(w["mean"]), sampledFlat(w["sd"])
	gm, gs, ge := sampledFlat(g["mean"]), sampledFlat(g["sd"]), sampledFlat(g["mcse"])
	if g["p"] != nil { // a whole number, reported by its probabilities
		p, mean, squares := sampledFlat(g["p"]), 0.0, 0.0
		for k, x := range p {
			mean += float64(k) * x
			squares += float64(k*k) * x
		}
		gm, gs = []float64{mean}, []float64{math.Sqrt(squares - mean*mean)}
	}
	for i, m := range means {
		// The error of a standard deviation is of the size of that of the mean, for draws
		// that are about normal; others have heavier tails.
		if math.Abs(gm[i]-m) > tolerance*sds[i]+5*ge[i]+1e-12*math.Abs(m) {
			wrong = append(wrong, fmt.Sprintf("%s: mean %v, want %v, sd %v, error %v", at, gm[i], m, sds[i], ge[i]))
		}
		if math.Abs(gs[i]-sds[i]) > tolerance*sds[i]+10*ge[i]+1e-12 {
			wrong = append(wrong, fmt.Sprintf("%s: sd %v, want %v, error %v", at, gs[i], sds[i], ge[i]))
		}
	}
	return wrong
}

// flat lists the numbers of nested lists; null is 0.
func sampledFlat(x any) (list []float64) {
	switch x := x.(type) {
	case []any:
		for _, y := range x {
			list = append(list, sampledFlat(y)...)
		}
	case float64:
		list = append(list, x)
	default:
		list = append(list, 0)
	}
	return list
}
