package models_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"mpc/models/crowdsourcing/crowdsourcing"
	"mpc/models/internal/modeltest"
)

// crowdsourcingWeather are the answers about tweets.
func crowdsourcingWeather(t *testing.T) (d crowdsourcing.Data) {
	t.Helper()
	f, err := os.Open("crowdsourcing/weather.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(z).Decode(&d); err != nil {
		t.Fatal(err)
	}
	return d
}

func crowdsourcingRun(t *testing.T, d crowdsourcing.Data) *crowdsourcing.Inference {
	t.Helper()
	inf, err := crowdsourcing.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return inf
}

// crowdsourcingCrowd is coordinate ascent by hand: the posteriors are Dirichlet(share) and
// Dirichlet(confusion[worker][truth]), and truth are probabilities.
type crowdsourcingCrowd struct {
	share     []float64
	confusion [][][]float64
	truth     [][]float64
	bound     float64
}

func crowdsourcingFilled(n int, x float64) []float64 {
	out := make([]float64, n)
	for k := range out {
		out[k] = x
	}
	return out
}

// crowdsourcingMeanLogs are the means of the logs of the elements of a Dirichlet distribution.
func crowdsourcingMeanLogs(counts []float64) []float64 {
	out, sum := make([]float64, len(counts)), 0.0
	for _, c := range counts {
		sum += c
	}
	for k, c := range counts {
		out[k] = modeltest.Digamma(c) - modeltest.Digamma(sum)
	}
	return out
}

// crowdsourcingAscend begins where all labels are equally probable, and goes up until no
// probability moves.
func crowdsourcingAscend(d crowdsourcing.Data) crowdsourcingCrowd {
	var q crowdsourcingCrowd
	for range d.Item {
		q.truth = append(q.truth, crowdsourcingFilled(d.Label, 1/float64(d.Label)))
	}
	gold := map[int]int{}
	for h, i := range d.Known {
		gold[i] = d.Gold[h]
		q.truth[i] = crowdsourcingFilled(d.Label, 0)
		q.truth[i][d.Gold[h]] = 1
	}
	for moved := 1.0; moved > 1e-10; {
		moved, q.bound = 0, 0
		q.share = crowdsourcingFilled(d.Label, 1)
		for _, p := range q.truth {
			for k := range p {
				q.share[k] += p[k]
			}
		}
		q.confusion = nil
		for range d.Worker {
			var rows [][]float64
			for _, row := range d.Prior {
				rows = append(rows, append([]float64(nil), row...))
			}
			q.confusion = append(q.confusion, rows)
		}
		for a, said := range d.Said {
			for k, p := range q.truth[d.About[a]] {
				q.confusion[d.By[a]][k][said] += p
			}
		}
		logs := make([][]float64, d.Item)
		for i := range logs {
			logs[i] = crowdsourcingMeanLogs(q.share)
		}
		q.bound -= modeltest.DirichletGap(q.share, crowdsourcingFilled(d.Label, 1))
		confusion := make([][][]float64, d.Worker)
		for w, rows := range q.confusion {
			for k, row := range rows {
				confusion[w] = append(confusion[w], crowdsourcingMeanLogs(row))
				q.bound -= modeltest.DirichletGap(row, d.Prior[k])
			}
		}
		for a, said := range d.Said {
			for k := range d.Label {
				logs[d.About[a]][k] += confusion[d.By[a]][k][said]
			}
		}
		for i, log := range logs {
			if k, ok := gold[i]; ok {
				q.bound += log[k]
				continue
			}
			sum := 0.0
			for _, l := range log {
				sum += math.Exp(l)
			}
			q.bound += math.Log(sum)
			for k, l := range log {
				p := math.Exp(l) / sum
				moved = max(moved, math.Abs(p-q.truth[i][k]))
				q.truth[i][k] = p
			}
		}
	}
	return q
}

// crowdsourcingCheck compares all posteriors and the bound with those by hand.
func crowdsourcingCheck(t *testing.T, d crowdsourcing.Data, inf *crowdsourcing.Inference) {
	t.Helper()
	want := crowdsourcingAscend(d)
	for i, z := range inf.Truth() {
		modeltest.CloseAll(t, "truth", z.P(nil), want.truth[i], 1e-5)
	}
	modeltest.CloseAll(t, "share", inf.Share().A, want.share, 1e-3)
	for w, rows := range inf.Confusion() {
		for k, row := range rows {
			modeltest.CloseAll(t, "confusion", row.A, want.confusion[w][k], 1e-3)
		}
	}
	modeltest.Close(t, "bound", inf.LogEvidence(), want.bound, 1e-6*math.Abs(want.bound))
}

// crowdsourcingMajority counts the answers about each item and takes the most frequent one, the
// smallest of several; clear is the share of it.
func crowdsourcingMajority(d crowdsourcing.Data) (label []int, clear []float64) {
	count := make([][]int, d.Item)
	for i := range count {
		count[i] = make([]int, d.Label)
	}
	for a, said := range d.Said {
		count[d.About[a]][said]++
	}
	label, clear = make([]int, d.Item), make([]float64, d.Item)
	for i, c := range count {
		all := 0
		for k, n := range c {
			all += n
			if n > c[label[i]] {
				label[i] = k
			}
		}
		clear[i] = float64(c[label[i]]) / float64(all)
	}
	return label, clear
}

// crowdsourcingSome divides the answers: so many about each item at random, and the others.
func crowdsourcingSome(d crowdsourcing.Data, answers int, seed uint64) (few, rest crowdsourcing.Data) {
	r := rand.New(rand.NewPCG(seed, 1))
	few, rest = d, d
	few.By, few.About, few.Said = nil, nil, nil
	rest.By, rest.About, rest.Said = nil, nil, nil
	taken := make([]int, d.Item)
	for _, a := range r.Perm(d.Answer) {
		to := &rest
		if taken[d.About[a]] < answers {
			to = &few
		}
		taken[d.About[a]]++
		to.By, to.About, to.Said = append(to.By, d.By[a]), append(to.About, d.About[a]), append(to.Said, d.Said[a])
	}
	few.Answer, rest.Answer = len(few.Said), len(rest.Said)
	return few, rest
}

func crowdsourcingModes(inf *crowdsourcing.Inference) (out []int) {
	for _, z := range inf.Truth() {
		out = append(out, z.Mode())
	}
	return out
}

func crowdsourcingAccuracy(got, want []int, counts func(i int) bool) float64 {
	right, n := 0, 0
	for i := range want {
		if counts(i) {
			n++
			if got[i] == want[i] {
				right++
			}
		}
	}
	return float64(right) / float64(n)
}

// Of the weather tweets the posteriors are those by hand. With few of the answers the
// model is nearer than the majority of these to what most of the others say, where
// six of ten of these agree.
func TestCrowdsourcingWeather(t *testing.T) {
	d := crowdsourcingWeather(t)
	crowdsourcingCheck(t, d, crowdsourcingRun(t, d))
	for _, row := range []struct {
		answers         int
		majority, model float64 // at most, at least
	}{{2, 0.72, 0.76}, {3, 0.85, 0.865}, {5, 0.88, 0.90}, {8, 0.93, 0.945}} {
		const seeds = 3
		most, found, n := 0.0, 0.0, 0
		for seed := range uint64(seeds) {
			few, rest := crowdsourcingSome(d, row.answers, seed)
			truth, clear := crowdsourcingMajority(rest)
			in := func(i int) bool { return clear[i] >= 0.6 }
			for i := range truth {
				if in(i) {
					n++
				}
			}
			label, _ := crowdsourcingMajority(few)
			most += crowdsourcingAccuracy(label, truth, in) / seeds
			found += crowdsourcingAccuracy(crowdsourcingModes(crowdsourcingRun(t, few)), truth, in) / seeds
		}
		t.Logf("%d answers: majority %.3f, model %.3f, of %d tweets", row.answers, most, found, n/seeds)
		if most > row.majority || found < row.model {
			t.Errorf("%d answers: majority %v, model %v; want at most %v and at least %v", row.answers, most, found, row.majority, row.model)
		}
	}
}

// crowdsourcingSly is a simulated crowd in which six of ten workers exchange the labels 0 and 1: each
// item is answered by seven of forty workers. It returns the data and the truth.
func crowdsourcingSly() (crowdsourcing.Data, []int) {
	r := rand.New(rand.NewPCG(5, 6))
	d := crowdsourcing.Data{Worker: 40, Item: 600, Label: 3}
	for k := range d.Label {
		d.Prior = append(d.Prior, crowdsourcingFilled(d.Label, 1))
		d.Prior[k][k] = 2
	}
	var truth []int
	for i := range d.Item {
		truth = append(truth, r.IntN(d.Label))
		for _, w := range r.Perm(d.Worker)[:7] {
			said := truth[i]
			if w < 24 && said < 2 {
				said = 1 - said
			}
			if r.Float64() < 0.25 {
				said = r.IntN(d.Label)
			}
			d.By, d.About, d.Said = append(d.By, w), append(d.About, i), append(d.Said, said)
		}
	}
	d.Answer = len(d.Said)
	return d, truth
}

// Where most workers exchange two labels, so does the model that sees nothing but their
// answers. Thirty items whose labels are known put it right; the others are counted.
func TestCrowdsourcingHoneypots(t *testing.T) {
	d, truth := crowdsourcingSly()
	const pots = 30
	in := func(i int) bool { return i >= pots }
	label, _ := crowdsourcingMajority(d)
	most := crowdsourcingAccuracy(label, truth, in)
	without := crowdsourcingAccuracy(crowdsourcingModes(crowdsourcingRun(t, d)), truth, in)
	for i := range pots {
		d.Known, d.Gold = append(d.Known, i), append(d.Gold, truth[i])
	}
	d.Pot = pots
	inf := crowdsourcingRun(t, d)
	crowdsourcingCheck(t, d, inf)
	with := crowdsourcingAccuracy(crowdsourcingModes(inf), truth, in)
	t.Logf("majority %.3f, model %.3f, with honeypots %.3f", most, without, with)
	if most > 0.6 || without > 0.5 || with < 0.95 {
		t.Errorf("majority %v, model %v, with honeypots %v", most, without, with)
	}
	for i := range pots {
		if p := inf.TruthAt(i).P(nil)[truth[i]]; p != 1 {
			t.Errorf("honeypot %d has its label with probability %v", i, p)
		}
	}
}

// crowdsourcingSmall is a crowd of three workers and five items, with the exact evidence, a sum over
// all labels of Dirichlet-multinomials, and the probabilities of the labels.
func crowdsourcingSmall() (d crowdsourcing.Data, total float64, exact [][]float64) {
	d = crowdsourcing.Data{
		Worker: 3, Item: 5, Label: 2, Answer: 15,
		Prior: [][]float64{{8, 1}, {1, 8}},
	}
	for i, said := range [][]int{{0, 0, 0}, {1, 1, 0}, {1, 1, 1}, {0, 0, 1}, {1, 0, 1}} {
		for w, s := range said {
			d.By, d.About, d.Said = append(d.By, w), append(d.About, i), append(d.Said, s)
		}
	}
	logBeta := func(counts []float64) float64 {
		sum, log := 0.0, 0.0
		for _, c := range counts {
			sum += c
			log += modeltest.LogGamma(c)
		}
		return log - modeltest.LogGamma(sum)
	}
	total, exact = modeltest.Enumerate([]int{2, 2, 2, 2, 2}, func(truth []int) float64 {
		share := []float64{1, 1}
		for _, k := range truth {
			share[k]++
		}
		log := logBeta(share) - logBeta([]float64{1, 1})
		for w := range d.Worker {
			for k, prior := range d.Prior {
				counts := append([]float64(nil), prior...)
				for a, said := range d.Said {
					if d.By[a] == w && truth[d.About[a]] == k {
						counts[said]++
					}
				}
				log += logBeta(counts) - logBeta(prior)
			}
		}
		return math.Exp(log)
	})
	return d, total, exact
}

// The bound is below the exact evidence of a small crowd, which is a sum over all labels
// of Dirichlet-multinomials, and the probabilities are on the same side of a
// half as those of this sum, and surer, by 0.13 at most, as those of VMP are.
func TestCrowdsourcingEnumeration(t *testing.T) {
	d, total, exact := crowdsourcingSmall()
	inf := crowdsourcingRun(t, d)
	gap := math.Log(total) - inf.LogEvidence()
	t.Logf("log evidence %.4f, bound %.4f", math.Log(total), inf.LogEvidence())
	if !(gap >= 0 && gap < 1) {
		t.Errorf("the bound is %v below the log evidence", gap)
	}
	for i, z := range inf.Truth() {
		modeltest.CloseAll(t, "truth", z.P(nil), exact[i], 0.15)
	}
}

// No iteration lets the evidence fall.
func TestCrowdsourcingEvidenceNeverFalls(t *testing.T) {
	inf, err := crowdsourcing.New(crowdsourcingWeather(t))
	if err != nil {
		t.Fatal(err)
	}
	modeltest.NeverFalls(t, 40, func() (float64, error) {
		_, err := inf.Run(context.Background(), crowdsourcing.Iterations(1))
		return inf.LogEvidence(), err
	})
}
