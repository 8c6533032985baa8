package models_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"mpc/models/causal_direction/causal_direction"
	"mpc/models/internal/modeltest"
)

func causalDirectionRead(t *testing.T) (d causal_direction.Data) {
	t.Helper()
	modeltest.ReadJSON(t, "causal_direction/data.json", &d)
	d.N = len(d.A)
	return d
}

func causalDirectionRun(t *testing.T, d causal_direction.Data) *causal_direction.Inference {
	t.Helper()
	inf, err := causal_direction.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return inf
}

// A coin has come up so often; before that, the prior's counts.
type causalDirectionCoin struct{ no, yes, priorNo, priorYes float64 }

func (c *causalDirectionCoin) toss(x bool) {
	if x {
		c.yes++
	} else {
		c.no++
	}
}

func (c causalDirectionCoin) mean() float64 {
	return (c.priorYes + c.yes) / (c.priorNo + c.no + c.priorYes + c.yes)
}

func (c causalDirectionCoin) logEvidence() float64 {
	log := func(a, b float64) float64 {
		x, _ := math.Lgamma(a)
		y, _ := math.Lgamma(b)
		z, _ := math.Lgamma(a + b)
		return x + y - z
	}
	return log(c.priorNo+c.no, c.priorYes+c.yes) - log(c.priorNo, c.priorYes)
}

// causalDirectionDirection is the closed form of one direction: the cause's share, the effect's by
// the cause.
func causalDirectionDirection(cause, effect, tossed, shown []bool) (share causalDirectionCoin, by [2]causalDirectionCoin, evidence float64) {
	share = causalDirectionCoin{priorNo: 2, priorYes: 2}
	by = [2]causalDirectionCoin{{priorNo: 1, priorYes: 1}, {priorNo: 1, priorYes: 1}}
	for i, c := range cause {
		if tossed[i] {
			share.toss(c)
		}
		if shown[i] && c {
			by[1].toss(effect[i])
		} else if shown[i] {
			by[0].toss(effect[i])
		}
	}
	return share, by, share.logEvidence() + by[0].logEvidence() + by[1].logEvidence()
}

// Posteriors and evidence in closed form, of all the data, and of growing parts.
func TestCausalDirectionClosedForm(t *testing.T) {
	all := causalDirectionRead(t)
	for _, n := range []int{0, 1, 5, 30, 35, len(all.A)} {
		d := all
		d.N, d.A, d.B, d.Set = n, d.A[:n], d.B[:n], d.Set[:n]
		inf := causalDirectionRun(t, d)
		always, drawn := make([]bool, n), make([]bool, n)
		for i := range n {
			always[i], drawn[i] = true, !d.Set[i]
		}
		a, bByA, forward := causalDirectionDirection(d.A, d.B, always, drawn)
		b, aByB, backward := causalDirectionDirection(d.B, d.A, drawn, always)
		modeltest.Close(t, "forward", inf.Forward().P(), 1/(1+math.Exp(backward-forward)), 1e-12)
		modeltest.Close(t, "log evidence", inf.LogEvidence(), math.Log(0.5*math.Exp(forward)+0.5*math.Exp(backward)), 1e-10)
		modeltest.Close(t, "shareA", inf.ShareA().Mean(), a.mean(), 1e-12)
		modeltest.Close(t, "shareB", inf.ShareB().Mean(), b.mean(), 1e-12)
		for k := range 2 {
			modeltest.Close(t, "bByA", inf.BByAAt(k).Mean(), bByA[k].mean(), 1e-12)
			modeltest.Close(t, "aByB", inf.AByBAt(k).Mean(), aByB[k].mean(), 1e-12)
		}
	}
}

// Seeing alone does not tell the directions apart: these priors count the same four
// pairs either way, so that both have the same evidence.
func TestCausalDirectionObservationIsSymmetric(t *testing.T) {
	d := causalDirectionRead(t)
	d.N = slices.Index(d.Set, true)
	d.A, d.B, d.Set = d.A[:d.N], d.B[:d.N], d.Set[:d.N]
	modeltest.Close(t, "forward", causalDirectionRun(t, d).Forward().P(), 0.5, 1e-12)
}
