package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/change_point/change_point"
	"mpc/models/change_point/change_point_vmp"
	"mpc/models/internal/modeltest"
)

// changePointRead returns the numbers of disasters.
func changePointRead(t *testing.T) []int {
	t.Helper()
	var file struct{ Disasters []int }
	modeltest.ReadJSON(t, "change_point/data.json", &file)
	return file.Disasters
}

// An answer has the probabilities of the year of the change, means and variances of
// both rates and the log evidence.
type changePointAnswer struct {
	change        []float64
	before, after [2]float64
	evidence      float64
}

// changePointEnumerate sums over all years of the change: given it, the rates have gamma
// posteriors.
func changePointEnumerate(x []int) changePointAnswer {
	part := func(x []int) (shape, rate, log float64) {
		shape, rate = 1, 1+float64(len(x))
		for _, n := range x {
			shape += float64(n)
			log -= modeltest.LogGamma(float64(n) + 1)
		}
		return shape, rate, log + modeltest.LogGamma(shape) - shape*math.Log(rate)
	}
	var log, weight []float64
	most := math.Inf(-1)
	for c := range len(x) + 1 {
		_, _, a := part(x[:c])
		_, _, b := part(x[c:])
		log = append(log, a+b-math.Log(float64(len(x)+1)))
		most = math.Max(most, a+b)
	}
	sum := 0.0
	for _, l := range log {
		weight = append(weight, math.Exp(l-most))
		sum += math.Exp(l - most)
	}
	out := changePointAnswer{evidence: most + math.Log(sum)}
	for c, w := range weight {
		out.change = append(out.change, w/sum)
		for k, to := range []*[2]float64{&out.before, &out.after} {
			shape, rate, _ := part([][]int{x[:c], x[c:]}[k])
			to[0] += w / sum * shape / rate
			to[1] += w / sum * shape * (shape + 1) / (rate * rate)
		}
	}
	for _, to := range []*[2]float64{&out.before, &out.after} {
		to[1] -= to[0] * to[0]
	}
	return out
}

// EP is exact: one gate, and what is in it is conjugate.
func TestChangePointExact(t *testing.T) {
	x := changePointRead(t)
	inf, err := change_point.New(change_point.Data{Year: len(x), Disasters: x})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	want := changePointEnumerate(x)
	near := func(what string, k int, got, want float64) {
		if !(math.Abs(got-want) < 1e-9*math.Max(1, math.Abs(want))) {
			t.Errorf("%s %d: %v, want %v", what, k, got, want)
		}
	}
	for c, p := range inf.Change().P(nil) {
		near("change", c, p, want.change[c])
	}
	near("mean before", 0, inf.Before().Mean(), want.before[0])
	near("variance before", 0, inf.Before().Variance(), want.before[1])
	near("mean after", 0, inf.After().Mean(), want.after[0])
	near("variance after", 0, inf.After().Variance(), want.after[1])
	near("log evidence", 0, inf.LogEvidence(), want.evidence)
}

// VMP is near: its bound is below the evidence, by less than 0.1, and each of its
// posteriors is the best one given the others, by hand.
func TestChangePointVMP(t *testing.T) {
	x := changePointRead(t)
	inf, err := change_point_vmp.New(change_point_vmp.Data{Year: len(x), Disasters: x})
	if err != nil {
		t.Fatal(err)
	}
	if s, err := inf.Run(context.Background(), change_point_vmp.Tolerance(1e-12)); err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	want := changePointEnumerate(x)
	if gap := want.evidence - inf.LogEvidence(); !(gap > 0 && gap < 0.1) {
		t.Errorf("the bound is %v below the evidence %v", gap, want.evidence)
	}
	p := inf.Change().P(nil)
	var shape, rate, log [2]float64
	for k := range 2 {
		shape[k], rate[k] = 1, 1
	}
	for c, p := range p {
		for i, n := range x {
			k := 0
			if i >= c {
				k = 1
			}
			shape[k] += p * float64(n)
			rate[k] += p
		}
	}
	for k, g := range []change_point_vmp.Gamma{inf.Before(), inf.After()} {
		if math.Abs(g.Mean()*rate[k]/shape[k]-1) > 1e-8 || math.Abs(g.Variance()*rate[k]*rate[k]/shape[k]-1) > 1e-8 {
			t.Errorf("rate %d: %v, by hand shape %v, rate %v", k, g, shape[k], rate[k])
		}
		log[k] = modeltest.Digamma(shape[k]) - math.Log(rate[k])
	}
	// The ratio of two years' probabilities: what lies between is before or after.
	for c, n := range x {
		ratio := float64(n)*(log[0]-log[1]) - shape[0]/rate[0] + shape[1]/rate[1]
		if got := math.Log(p[c+1] / p[c]); math.Abs(got-ratio) > 1e-7 {
			t.Errorf("change in year %d: log ratio %v, by hand %v", c, got, ratio)
		}
	}
}
