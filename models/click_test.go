package models_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"mpc/models/click/click"
	"mpc/models/internal/metropolis"
	"mpc/models/internal/modeltest"
)

func clickRun(t *testing.T, d click.Data) *click.Inference {
	t.Helper()
	inf, err := click.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return inf
}

// clickSession is the probability of the clicks of a session, and of each result having been
// seen, for known numbers: a forward pass over whether the user still looks, and a
// backward one.
func clickSession(shown []int, clicked []bool, attraction, satisfaction []float64, persistence float64) (total float64, seen []float64) {
	n := len(shown)
	ahead, looks, gone := make([]float64, n), 1.0, 0.0
	for r, doc := range shown {
		ahead[r] = looks
		next := (1 - attraction[doc]) * persistence * looks
		left := gone + looks*(1-attraction[doc])*(1-persistence)
		if clicked[r] {
			stays := (1 - satisfaction[doc]) * persistence
			next, left = looks*attraction[doc]*stays, looks*attraction[doc]*(1-stays)
		}
		looks, gone = next, left
	}
	total = looks + gone
	// What is after rank r, if the user still looks there, and if not.
	seen = make([]float64, n)
	later, none := 1.0, 1.0
	for r := n - 1; r >= 0; r-- {
		doc := shown[r]
		if clicked[r] {
			stays := (1 - satisfaction[doc]) * persistence
			later, none = attraction[doc]*(stays*later+(1-stays)*none), 0
		} else {
			later = (1 - attraction[doc]) * (persistence*later + (1-persistence)*none)
		}
		seen[r] = ahead[r] * later / total
	}
	return total, seen
}

// clickSmall draws sessions with these numbers, all ranks in random order.
func clickSmall(sessions, documents, ranks int, attraction, satisfaction []float64, persistence float64, seed uint64) click.Data {
	r := rand.New(rand.NewPCG(seed, 0))
	d := click.Data{Session: sessions, Rank: ranks, Document: documents}
	for range sessions {
		shown, clicked, looks := r.Perm(documents)[:ranks], make([]bool, ranks), true
		for k, doc := range shown {
			clicked[k] = looks && r.Float64() < attraction[doc]
			satisfied := clicked[k] && r.Float64() < satisfaction[doc]
			looks = looks && !satisfied && r.Float64() < persistence
		}
		d.Shown, d.Clicked = append(d.Shown, shown), append(d.Clicked, clicked)
	}
	return d
}

var (
	clickSomeAttraction   = []float64{0.3, 0.6, 0.45, 0.8}
	clickSomeSatisfaction = []float64{0.5, 0.2, 0.7, 0.4}
)

// Of known numbers a session is a tree: the answer is exact. Priors of so many counts are
// as good as known numbers.
func TestClickKnown(t *testing.T) {
	const p, persistence, many = 0.5, 0.75, 1e13
	prior := func(p float64) click.Beta { return click.Beta{A: many * p, B: many * (1 - p)} }
	d := clickSmall(40, 4, 4, clickSomeAttraction, clickSomeSatisfaction, persistence, 7)
	d.AttractionPrior, d.SatisfactionPrior, d.PersistencePrior = prior(p), prior(0.4), prior(persistence)
	inf := clickRun(t, d)
	examined := inf.Examined()
	for s, shown := range d.Shown {
		_, seen := clickSession(shown, d.Clicked[s], []float64{p, p, p, p}, []float64{0.4, 0.4, 0.4, 0.4}, persistence)
		var got []float64
		for _, x := range examined[s] {
			got = append(got, x.P())
		}
		modeltest.CloseAll(t, "examined", got, seen, 1e-9)
	}
}

// A long Markov chain over the logits of all numbers has the same posterior, within a
// sixth of a standard deviation.
func TestClickAgainstMarkovChain(t *testing.T) {
	d := clickSmall(150, 4, 3, clickSomeAttraction, clickSomeSatisfaction, 0.75, 3)
	prior := click.Beta{A: 2, B: 2}
	d.AttractionPrior, d.SatisfactionPrior, d.PersistencePrior = prior, prior, prior
	inf := clickRun(t, d)
	squash := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	n := 2*d.Document + 1
	p := make([]float64, n)
	log := func(x []float64) float64 {
		sum := 0.0
		for k, v := range x {
			p[k] = squash(v)
			sum += 2*math.Log(p[k]) + 2*math.Log1p(-p[k]) // beta(2, 2), in x
		}
		for s, shown := range d.Shown {
			total, _ := clickSession(shown, d.Clicked[s], p[:d.Document], p[d.Document:2*d.Document], p[n-1])
			sum += math.Log(total)
		}
		return sum
	}
	chain := metropolis.Sample(log, make([]float64, n), 6000, 5)
	got := append(append(inf.Attraction(), inf.Satisfaction()...), inf.Persistence())
	for k, g := range got {
		// Moments of the logit under the beta posterior.
		mean := modeltest.Digamma(g.A) - modeltest.Digamma(g.B)
		c := chain[k]
		t.Logf("%d: mean of the logit %.3f, chain %.3f (sd %.3f, error %.3f)", k, mean, c.Mean, c.SD, c.Error)
		if math.Abs(mean-c.Mean) > c.SD/6+3*c.Error {
			t.Errorf("%d: mean of the logit %v, chain %+v", k, mean, c)
		}
	}
}

// The numbers that made the data are found, and their errors are as large as the posterior
// says. The share of clicks among all who were shown a result is far off.
func TestClickRecovers(t *testing.T) {
	f, err := os.Open("click/data.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var d click.Data
	if err := json.NewDecoder(z).Decode(&d); err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Attraction, Satisfaction []float64
		Persistence              float64
	}
	modeltest.ReadJSON(t, "click/truth.json", &truth)
	inf := clickRun(t, d)
	compare := func(name string, got []click.Beta, want []float64) float64 {
		square, scaled := 0.0, 0.0
		for k, g := range got {
			e := g.Mean() - want[k]
			square += e * e / float64(len(want))
			scaled += e * e / g.Variance() / float64(len(want))
			if e*e > 16*g.Variance() {
				t.Errorf("%s %d: %v, want %v", name, k, g, want[k])
			}
		}
		t.Logf("%s: root mean square error %.4f, in standard deviations %.2f", name, math.Sqrt(square), math.Sqrt(scaled))
		if scaled > 2.25 {
			t.Errorf("%s: errors of %v standard deviations", name, math.Sqrt(scaled))
		}
		return math.Sqrt(square)
	}
	attraction := compare("attraction", inf.Attraction(), truth.Attraction)
	compare("satisfaction", inf.Satisfaction(), truth.Satisfaction)
	compare("persistence", []click.Beta{inf.Persistence()}, []float64{truth.Persistence})
	times, clicks := make([]float64, d.Document), make([]float64, d.Document)
	for s, shown := range d.Shown {
		for r, doc := range shown {
			times[doc]++
			if d.Clicked[s][r] {
				clicks[doc]++
			}
		}
	}
	square := 0.0
	for k, w := range truth.Attraction {
		e := clicks[k]/times[k] - w
		square += e * e / float64(d.Document)
	}
	t.Logf("share of clicks: root mean square error %.4f", math.Sqrt(square))
	if math.Sqrt(square) < 5*attraction {
		t.Errorf("the share of clicks is off by %v, the model by %v", math.Sqrt(square), attraction)
	}
}
