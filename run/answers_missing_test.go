package run_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/run"
	"mpc/run/posterior"
)

// TestMissingAnswers: expressions of missing responses have the exact posterior that the responses have together, of the dense normal of all
// responses given those that are there; of data that have all of them they are what the data say. The program of the package says the same.
func TestMissingAnswers(t *testing.T) {
	const model = `model: absent
inputs: {group: range, n: range, g: "index(group)[n]", x: "real[n]", y: {type: "real[n]", missing: true}}
program: |
  a ~ normal(0, sd = 2)
  for (j in group) { u[j] ~ normal(0, sd = 1) }
  for (i in n) { y[i] ~ normal(a + u[g[i]] + 0.3 * x[i], sd = 0.5) }
  for (i in n) { r[i] = exp(y[i] - a) }
infer: [a, y, r, "y[5] - y[6]", "y[5] > y[6]", "y[5] - y[4]", "sum(y[i] : i in n)", "exp(0.5 * (y[5] + y[6]))", "y[5] * y[6]", "joint(y[5], 2 * y[6] - a)"]
`
	g := []int{0, 0, 0, 1, 1, 2, 2, 2}
	x := []float64{1, 2, 3, 1, 2, 1, 2, 3}
	y := []float64{1.2, 1.9, 2.2, -0.5, 0.4, 0, 0, 1}
	// The covariance of all responses and of a, and the posterior of y[5], y[6] and a by sweeps over the responses that are there.
	var cov [9][9]float64
	var mean [9]float64
	for i := range 9 {
		for j := range 9 {
			cov[i][j] = 4
			if i < 8 && j < 8 && g[i] == g[j] {
				cov[i][j]++
			}
		}
		if i < 8 {
			cov[i][i] += 0.25
			mean[i] = 0.3 * x[i]
		}
	}
	for _, k := range []int{0, 1, 2, 3, 4, 7} {
		step, pivot, row := y[k]-mean[k], cov[k][k], cov[k]
		for i := range 9 {
			by := cov[i][k] / pivot
			mean[i] += by * step
			for j := range 9 {
				cov[i][j] -= by * row[j]
			}
		}
	}
	moments := func(w map[int]float64) (m, v float64) {
		for i, a := range w {
			m += a * mean[i]
			for j, b := range w {
				v += a * b * cov[i][j]
			}
		}
		return m, v
	}
	dm, dv := moments(map[int]float64{5: 1, 6: -1})
	em, ev := moments(map[int]float64{5: 0.5, 6: 0.5})
	m4, v4 := moments(map[int]float64{5: 1})
	sm, sv := moments(map[int]float64{5: 1, 6: 1})
	a, b, c, p, q := mean[5], mean[6], cov[5][6], cov[5][5], cov[6][6]
	type moment struct{ mean, sd float64 }
	want := map[string]moment{
		"y[5] - y[6]":              {dm, math.Sqrt(dv)},
		"y[5] > y[6]":              {mean: 0.5 * math.Erfc(-dm/math.Sqrt(2*dv))},
		"y[5] - y[4]":              {m4 - 0.4, math.Sqrt(v4)},
		"sum(y[i] : i in n)":       {sm + 6.2, math.Sqrt(sv)},
		"exp(0.5 * (y[5] + y[6]))": {math.Exp(em + ev/2), math.Exp(em+ev/2) * math.Sqrt(math.Expm1(ev))},
		"y[5] * y[6]":              {a*b + c, math.Sqrt(a*a*q + b*b*p + 2*a*b*c + p*q + c*c)},
	}
	const data = `{"n": 8, "group": 3, "g": [0, 0, 0, 1, 1, 2, 2, 2], "x": [1, 2, 3, 1, 2, 1, 2, 3], "y": [1.2, 1.9, 2.2, -0.5, 0.4, %s, 1]}`
	for _, build := range []bool{false, true} {
		opt := run.Options{Interpret: !build, Build: build, Joint: run.JointDraws{Count: 20000, Seed: 5}}
		r, draws, _ := drawsOf(t, model, fmt.Sprintf(data, "null, null"), opt)
		named(t, model, r)
		for name, w := range want {
			got := marginalOf(t, r, name)
			if e := math.Abs(got.Mean - w.mean); e > 2e-3*(1+math.Abs(w.mean)) || w.sd > 0 && math.Abs(got.SD/w.sd-1) > 5e-3 {
				t.Errorf("%s: mean %.6f, sd %.6f, want %.6f, %.6f", name, got.Mean, got.SD, w.mean, w.sd)
			}
		}
		if m, sd, rho := momentsOfTwo(draws["y[5]"], draws["y[6]"]); math.Abs(m[0]-a) > 0.03 || math.Abs(sd[1]/math.Sqrt(q)-1) > 0.03 || math.Abs(rho-c/math.Sqrt(p*q)) > 0.03 {
			t.Errorf("draws have means %.4f, sds %.4f, correlation %.4f; want %.4f, %.4f, %.4f", m, sd, rho, a, math.Sqrt(q), c/math.Sqrt(p*q))
		}
		var joint struct {
			Mean       []float64
			Covariance [][]float64
		}
		if err := r.Posteriors["joint(y[5], 2 * y[6] - a)"].Decode(&joint); err != nil {
			t.Fatal(err)
		}
		for i, w := range map[int]map[int]float64{5: {5: 1, 8: -1}, 4: {8: -1}} { // of an entry that is missing, and of one that is there
			mean, variance := moments(w)
			if i == 4 {
				mean += y[4]
			}
			entry, _ := r.Posteriors["r"].At(i)
			list, err := entry.Marginals()
			if err != nil || math.Abs(list[0].Mean-math.Exp(mean+variance/2)) > 0.01*list[0].Mean {
				t.Errorf("r[%d] is %v, %v, want a mean of %v", i, list, err, math.Exp(mean+variance/2))
			}
		}
		m, v := moments(map[int]float64{6: 2, 8: -1})
		for k, x := range [][2]float64{{joint.Mean[0], a}, {joint.Mean[1], m}, {joint.Covariance[0][0], p}, {joint.Covariance[1][1], v}, {joint.Covariance[0][1], 2*c - cov[5][8]}} {
			if math.Abs(x[0]-x[1]) > 1e-6 {
				t.Errorf("number %d of the joint normal is %v, want %v", k, x[0], x[1])
			}
		}
		r, draws, _ = drawsOf(t, model, fmt.Sprintf(data, "0.5, 0.25"), opt)
		named(t, model, r)
		for name, w := range map[string]float64{"y[5] - y[6]": 0.25, "y[5] > y[6]": 1, "y[5] - y[4]": 0.1, "sum(y[i] : i in n)": 6.95, "exp(0.5 * (y[5] + y[6]))": math.Exp(0.375), "y[5] * y[6]": 0.125} {
			if got := marginalOf(t, r, name); math.Abs(got.Mean-w) > 1e-9 || got.SD > 1e-6 {
				t.Errorf("%s is %v of data that are there, want %v", name, got, w)
			}
		}
		if err := r.Posteriors["joint(y[5], 2 * y[6] - a)"].Decode(&joint); err != nil || joint.Mean[0] != 0.5 || joint.Covariance[0][0] != 0 || joint.Covariance[0][1] != 0 || joint.Covariance[1][1] < 0.05 {
			t.Errorf("of data that are there the joint normal is %v, %v", joint, err)
		}
		if draws["y[5]"] != nil {
			t.Error("there are draws of what the data have")
		}
		if slices.ContainsFunc(r.Warnings, func(s string) bool { return strings.HasPrefix(s, "y is not among") }) {
			t.Errorf("what the data have is missed: %q", r.Warnings)
		}
	}
}

// named gives what was asked for by expressions their text.
func named(t *testing.T, model string, r *run.Result) {
	t.Helper()
	c, err := mpc.Compile("m.yaml", []byte(model), mpc.Options{NoPackage: true})
	if err == nil {
		err = run.NameAnswers(c, r)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// marginalOf is that of a number that was asked for.
func marginalOf(t *testing.T, r *run.Result, name string) posterior.Marginal {
	t.Helper()
	list, err := r.Posteriors[name].Marginals()
	if err != nil || len(list) != 1 {
		t.Fatalf("%s: %d marginals, %v", name, len(list), err)
	}
	return list[0]
}
