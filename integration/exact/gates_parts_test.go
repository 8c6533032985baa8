package exact

import (
	"fmt"
	"math"
	"testing"

	"mpc/dist"
)

// Arrays some elements of which are drawn in the branches of gates and others outside,
// by VMP: the latter have posteriors of their own.

// seenNormal is what data y, of variance 1 around x, say of x of variance 1 around m:
// the log evidence, and mean and variance.
func seenNormal(m, y float64) (float64, []float64) {
	return -0.5*math.Log(4*math.Pi) - (y-m)*(y-m)/4, []float64{(m + y) / 2, 0.5}
}

// mixture is that of two sources of x, each of variance 1, with the prior probability p
// of the first: the log evidence, the probability of the first, and the moments.
func mixture(p, first, second, y float64) (evidence, c float64, moments []float64) {
	a, one := seenNormal(first, y)
	b, other := seenNormal(second, y)
	w, evidence := normalized([]float64{p * math.Exp(a), (1 - p) * math.Exp(b)})
	mean := w[0]*one[0] + w[1]*other[0]
	square := w[0]*(one[1]+one[0]*one[0]) + w[1]*(other[1]+other[0]*other[0])
	return evidence, w[0], []float64{mean, square - mean*mean}
}

// TestPartlyInGates: where each gate is a tree of its own VMP is exact, whether what
// is outside of the gates is an element by itself, or what the data say.
func TestPartlyInGates(t *testing.T) {
	plainEvidence, plain := seenNormal(0, 2)
	gate, c, moments := mixture(0.5, 5, 0, 2)
	fifth := gateCase{name: "elements", model: `model: m
algorithm: vmp
inputs: {y: "real[2]"}
program: |
  c ~ bernoulli(0.5)
  x[0] ~ normal(0, variance = 1)
  if (c) { x[1] ~ normal(5, variance = 1) } else { x[1] ~ normal(0, variance = 1) }
  for (i in 0..<2) { y[i] ~ normal(x[i], variance = 1) }
infer: [x, c, evidence]
`, data: map[string]any{"y": []float64{2, 2}}, evidence: plainEvidence + gate,
		want: map[string][]float64{"x[0]": plain, "x[1]": moments, "c": {c}}}
	later, _, more := mixture(0.5, 5, 0, 4)
	first := gateCase{name: "time", model: `model: m
algorithm: vmp
inputs:
  T: {type: range, doc: time}
  y: "real[T]"
program: |
  x[0] ~ normal(0, variance = 1)
  for (t in 1..<T) {
    c[t] ~ bernoulli(0.5)
    if (c[t]) { x[t] ~ normal(5, variance = 1) } else { x[t] ~ normal(0, variance = 1) }
  }
  for (t in T) { y[t] ~ normal(x[t], variance = 1) }
infer: [x, evidence]
`, data: map[string]any{"T": 3, "y": []float64{2, 2, 4}}, evidence: plainEvidence + gate + later,
		want: map[string][]float64{"x[0]": plain, "x[1]": moments, "x[2]": more}}
	unreadable := first
	unreadable.name = "no first"
	unreadable.model = `model: m
algorithm: vmp
inputs:
  T: {type: range, doc: time}
  y: "real[T]"
program: |
  for (t in 1..<T) {
    c[t] ~ bernoulli(0.5)
    if (c[t]) { x[t] ~ normal(5, variance = 1) } else { x[t] ~ normal(0, variance = 1) }
    y[t] ~ normal(x[t], variance = 1)
  }
  y[0] ~ normal(0, variance = 2)
infer: [evidence]
`
	unreadable.want = nil
	byData, _, third := mixture(0.5, 5, -5, 3)
	one, atOne := seenNormal(0, 2)
	fourth := gateCase{name: "by data", model: `model: m
algorithm: vmp
inputs:
  n: range
  y: "real[n]"
  lab: {type: "int[n]"}
program: |
  for (i in n) {
    c[i] ~ bernoulli(0.5)
    if (lab[i] > 0) { x[i] ~ normal(0, variance = 1) }
    else { if (c[i]) { x[i] ~ normal(5, variance = 1) } else { x[i] ~ normal(-5, variance = 1) } }
    y[i] ~ normal(x[i], variance = 1)
  }
infer: [x, c, evidence]
`, data: map[string]any{"n": 2, "y": []float64{2, 3}, "lab": []int{1, 0}}, evidence: one + byData,
		want: map[string][]float64{"x[0]": atOne, "x[1]": third, "c[0]": {0.5}}}
	half := gateCase{name: "functions", model: `model: m
algorithm: vmp
inputs: {n: range, y: "real[n]", lab: "int[n]"}
program: |
  z ~ normal(0, variance = 1)
  for (i in n) {
    if (lab[i] > 0) { x[i] ~ normal(0, variance = 1) } else { x[i] = 2 * z }
    y[i] ~ normal(x[i], variance = 1)
  }
infer: [x, z, evidence]
`, data: map[string]any{"n": 3, "y": []float64{2, 3, 4}, "lab": []int{0, 1, 0}}}
	lone, alone := seenNormal(0, 3)
	// Of 2, 4 around 2 z: their covariance is 1 + 4 and 4.
	half.evidence = lone - math.Log(2*math.Pi) - 0.5*math.Log(9) - 0.5*(5*4+5*16-2*4*8)/9
	half.want = map[string][]float64{"z": {12.0 / 9, 1.0 / 9}, "x[0]": {24.0 / 9, 4.0 / 9}, "x[1]": alone}
	truths := func(p, yes float64) float64 { return p*0.9 + (1-p)*0.2*yes }
	both, two := normalized([]float64{0.5 * truths(0.2, 1), 0.5 * truths(0.6, 1)})
	second := gateCase{name: "truths", model: `model: m
algorithm: vmp
inputs: {y: "bool[2]"}
program: |
  c ~ bernoulli(0.5)
  b[0] ~ bernoulli(0.5)
  if (c) { b[1] ~ bernoulli(0.2) } else { b[1] ~ bernoulli(0.6) }
  for (i in 0..<2) { if (b[i]) { y[i] ~ bernoulli(0.9) } else { y[i] ~ bernoulli(0.2) } }
infer: [b, c, evidence]
`, data: map[string]any{"y": []bool{true, true}}, evidence: math.Log(0.55) + two,
		want: map[string][]float64{"b[0]": {0.45 / 0.55}, "b[1]": {0.4 * 0.9 / 0.48}, "c": {both[0]}}}
	third2 := func(outside bool) gateCase {
		x := gateCase{name: fmt.Sprint("outside ", outside), model: `model: m
algorithm: vmp
inputs: {y: bool, o: bool}
program: |
  c ~ bernoulli(0.5)
  if (o) { b ~ bernoulli(0.5) }
  if (!o) { if (c) { b ~ bernoulli(0.2) } else { b ~ bernoulli(0.6) } }
  if (b) { y ~ bernoulli(0.9) } else { y ~ bernoulli(0.2) }
infer: [b, c, evidence]
`, data: map[string]any{"y": true, "o": outside}, evidence: math.Log(0.55), want: map[string][]float64{"b": {0.45 / 0.55}, "c": {0.5}}}
		if !outside {
			x.evidence, x.want = two, map[string][]float64{"b": {0.75}, "c": {both[0]}}
		}
		return x
	}
	list := []gateCase{fifth, first, unreadable, fourth, half, second, third2(true), third2(false), loopsInGate("vmp"), loopsInGate("ep")}
	list[2].evidence = gate + later + plainEvidence
	for _, x := range list {
		x.check(t, 1e-8)
	}
	generated(t, list)
}

// loopsInGate has a gate that defines the later elements of an array in loops.
func loopsInGate(algorithm string) gateCase {
	y := []float64{2, 2, 4}
	evidence, plain := seenNormal(0, y[0])
	said := make([]float64, 2)
	for k, m := range []float64{0, 5} {
		said[k] = math.Log(0.5)
		for _, x := range y[1:] {
			e, _ := seenNormal(m, x)
			said[k] += e
		}
	}
	w, total := normalized([]float64{math.Exp(said[0]), math.Exp(said[1])})
	x := gateCase{name: "loops by " + algorithm, model: "model: m\nalgorithm: " + algorithm + `
inputs: {n: range, y: "real[n]"}
program: |
  c ~ bernoulli(0.5)
  x[0] ~ normal(0, variance = 1)
  if (c) { for (i in 1..<n) { x[i] ~ normal(5, variance = 1) } } else { for (i in 1..<n) { x[i] ~ normal(0, variance = 1) } }
  for (i in n) { y[i] ~ normal(x[i], variance = 1) }
infer: [x, c, evidence]
`, data: map[string]any{"n": 3, "y": y}, evidence: evidence + total, want: map[string][]float64{"x[0]": plain, "c": {w[1]}}}
	for i, v := range y[1:] {
		mean := (v + 5*w[1]) / 2
		x.want[fmt.Sprintf("x[%d]", i+1)] = []float64{mean, 0.5 + 6.25*w[1]*w[0]}
	}
	return x
}

// twoLevels maximizes the bound of gates of which the one on e stands where c is false,
// with posteriors of c and e that are independent: said are the logs of what the data
// say where c is true, and of e true and false where it is not.
func twoLevels(p, q float64, said [3]float64) (bound, c, e float64) {
	c, e = p, q
	for range 10000 {
		c = 1 / (1 + math.Exp(-(math.Log(p/(1-p)) + said[0] - e*said[1] - (1-e)*said[2])))
		e = 1 / (1 + math.Exp(-(math.Log(q/(1-q)) + (1-c)*(said[1]-said[2]))))
	}
	bound = c*math.Log(p/c) + (1-c)*math.Log((1-p)/(1-c)) + e*math.Log(q/e) + (1-e)*math.Log((1-q)/(1-e))
	return bound + c*said[0] + (1-c)*(e*said[1]+(1-e)*said[2]), c, e
}

// TestDrawnAtTwoLevels: where one branch draws a variable and another has a gate that
// does, or computes it, VMP finds the best posterior of its family: independent
// selectors, and a posterior for each draw.
func TestDrawnAtTwoLevels(t *testing.T) {
	log := func(p float64) float64 { return math.Log(p*0.9 + (1-p)*0.2) }
	is := func(p float64) float64 { return p * 0.9 / (p*0.9 + (1-p)*0.2) }
	bound, c, e := twoLevels(0.5, 0.4, [3]float64{log(0.2), log(0.6), log(0.9)})
	truths := gateCase{name: "truths", model: `model: m
algorithm: vmp
inputs: {y: bool}
program: |
  c ~ bernoulli(0.5)
  e ~ bernoulli(0.4)
  if (c) { x ~ bernoulli(0.2) } else { if (e) { x ~ bernoulli(0.6) } else { x ~ bernoulli(0.9) } }
  if (x) { y ~ bernoulli(0.9) } else { y ~ bernoulli(0.2) }
infer: [x, c, e, evidence]
iterate: {max: 2000, tolerance: 1e-13}
`, data: map[string]any{"y": true}, evidence: bound,
		want: map[string][]float64{"c": {c}, "e": {e}, "x": {c*is(0.2) + (1-c)*(e*is(0.6)+(1-e)*is(0.9))}}}
	if math.Abs(c-0.31227) > 1e-5 || math.Abs(bound+0.61275) > 1e-5 {
		t.Fatalf("the reference is c %.6f, bound %.6f", c, bound) // by a grid
	}
	var said [3]float64
	var at [3][]float64
	for k, m := range []float64{0, 1, 4} {
		said[k], at[k] = seenNormal(m, 3)
	}
	bound, c, e = twoLevels(0.5, 0.4, said)
	w := []float64{c, (1 - c) * e, (1 - c) * (1 - e)}
	mean, square := 0.0, 0.0
	for k := range w {
		mean += w[k] * at[k][0]
		square += w[k] * (at[k][1] + at[k][0]*at[k][0])
	}
	normals := gateCase{name: "normals", model: `model: m
algorithm: vmp
program: |
  c ~ bernoulli(0.5)
  e ~ bernoulli(0.4)
  if (c) { x ~ normal(0, variance = 1) } else { if (e) { x ~ normal(1, variance = 1) } else { x ~ normal(4, variance = 1) } }
  observe x ~ normal(3, variance = 1)
infer: [x, c, e, evidence]
iterate: {max: 2000, tolerance: 1e-13}
`, data: map[string]any{}, evidence: bound, want: map[string][]float64{"c": {c}, "e": {e}, "x": {mean, square - mean*mean}}}
	bound, c, e = twoLevels(0.5, 0.4, [3]float64{log(0.2), math.Log(0.9), math.Log(0.2)})
	computed := gateCase{name: "computed", model: `model: m
algorithm: vmp
inputs: {y: bool}
program: |
  c ~ bernoulli(0.5)
  e ~ bernoulli(0.4)
  if (c) { x ~ bernoulli(0.2) } else { x = e }
  if (x) { y ~ bernoulli(0.9) } else { y ~ bernoulli(0.2) }
infer: [x, c, e, evidence]
iterate: {max: 2000, tolerance: 1e-13}
`, data: map[string]any{"y": true}, evidence: bound, want: map[string][]float64{"c": {c}, "e": {e}, "x": {c*is(0.2) + (1-c)*e}}}
	list := []gateCase{truths, normals, computed, chainIntoGate(), sharedInBranch()}
	for _, x := range list {
		x.check(t, 1e-7)
	}
	generated(t, list)
}

// chainIntoGate is a chain of draws the last element of which a gate draws: the means
// and variances of x[0] and x[1], and the probability that x[2] comes from elsewhere,
// each the best one given the others.
func chainIntoGate() gateCase {
	y0, y1 := 2.0, 2.0
	m0, m1, c := 0.0, 0.0, 0.5
	v0, v1 := 1.0/3, 0.0
	for range 10000 {
		v1 = 1 / (2 + 1 - c)
		m1 = v1 * (m0 + y1 + (1-c)*m1)
		m0 = v0 * (m1 + y0)
		c = 1 / (1 + math.Exp(-0.5*v1))
	}
	square := func(v, d float64) float64 { return -0.5*math.Log(2*math.Pi) - 0.5*(v+d*d) }
	entropy := func(v float64) float64 { return 0.5 * math.Log(2*math.Pi*math.E*v) }
	bound := square(v0, m0) + square(v0+v1, m1-m0) + square(v0, y0-m0) + square(v1, y1-m1) + entropy(v0) + entropy(v1)
	bound += c*math.Log(0.5/c) + (1-c)*(math.Log(0.5/(1-c))-0.5*v1)
	mean := c*5 + (1-c)*m1
	return gateCase{name: "chain", model: `model: m
algorithm: vmp
inputs: {y: "real[2]"}
program: |
  c ~ bernoulli(0.5)
  x[0] ~ normal(0, variance = 1)
  x[1] ~ normal(x[0], variance = 1)
  if (c) { x[2] ~ normal(5, variance = 1) } else { x[2] ~ normal(x[1], variance = 1) }
  for (i in 0..<2) { y[i] ~ normal(x[i], variance = 1) }
infer: [x, c, evidence]
iterate: {max: 2000, tolerance: 1e-13}
`, data: map[string]any{"y": []float64{y0, y1}}, evidence: bound,
		want: map[string][]float64{"x[0]": {m0, v0}, "x[1]": {m1, v1}, "c": {c}, "x[2]": {mean, c*26 + (1-c)*(1+m1*m1) - mean*mean}}}
}

// sharedInBranch has a probability that one branch alone reads.
func sharedInBranch() gateCase {
	p, q := dist.Beta{A: 2, B: 1}, dist.Beta{A: 2, B: 1}
	c, x1 := 0.5, 0.5
	yes, no := 0.9, 0.2
	var one, other float64
	for range 10000 {
		a, b := math.Exp(q.MeanLog())*yes, math.Exp(q.MeanLogComplement())*no
		x1 = a / (a + b)
		one = math.Log(0.2*yes+0.8*no) + math.Log(0.5*yes+0.5*no)
		other = math.Log(0.6*yes+0.4*no) + math.Log(a+b)
		c = 1 / (1 + math.Exp(other-one))
		q = dist.Beta{A: p.A + (1-c)*x1, B: p.B + (1-c)*(1-x1)}
	}
	lbeta := func(d dist.Beta) float64 {
		a, _ := math.Lgamma(d.A)
		b, _ := math.Lgamma(d.B)
		s, _ := math.Lgamma(d.A + d.B)
		return a + b - s
	}
	divergence := (q.A-p.A)*q.MeanLog() + (q.B-p.B)*q.MeanLogComplement() - lbeta(q) + lbeta(p)
	bound := c*(math.Log(0.5/c)+one) + (1-c)*(math.Log(0.5/(1-c))+other) - divergence
	is := func(p float64) float64 { return p * yes / (p*yes + (1-p)*no) }
	return gateCase{name: "shared", model: `model: m
algorithm: vmp
inputs: {y: "bool[2]"}
program: |
  c ~ bernoulli(0.5)
  if (c) { x[0] ~ bernoulli(0.2); x[1] ~ bernoulli(0.5) } else { x[0] ~ bernoulli(0.6);  x[1] ~ bernoulli(p) }
  p ~ beta(2, 1)
  for (i in 0..<2) { if (x[i]) { y[i] ~ bernoulli(0.9) } else { y[i] ~ bernoulli(0.2) } }
infer: [x, c, p, evidence]
iterate: {max: 2000, tolerance: 1e-13}
`, data: map[string]any{"y": []bool{true, true}}, evidence: bound,
		want: map[string][]float64{"c": {c}, "p": {q.Mean(), q.Variance()}, "x[0]": {c*is(0.2) + (1-c)*is(0.6)}, "x[1]": {c*is(0.5) + (1-c)*x1}}}
}
