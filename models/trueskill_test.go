package models_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"mpc/models/internal/metropolis"
	"mpc/models/trueskill/trueskill"
)

const (
	trueskillBeta = 25.0 / 6
	// margin of a draw in units of the standard deviation of a game's
	// difference of performances, where one game in ten is a draw
	trueskillDrawn = 0.12566134685507402
)

type trueskillRating struct{ mean, sd float64 }

// trueskillData makes the data of games with players who have ratings. The rating before
// a game has the dynamics variance added, as in the published examples.
func trueskillData(prior []trueskillRating, first, second [][]int, result []int) trueskill.Data {
	d := trueskill.Data{Player: len(prior), Game: len(result), First: first, Second: second, Result: result, Noise: trueskillBeta * trueskillBeta}
	for _, r := range prior {
		const dynamics = 25.0 / 300
		d.Prior = append(d.Prior, trueskill.NormalMeanVariance(r.mean, r.sd*r.sd+dynamics*dynamics))
	}
	for g := range result {
		d.FirstSize = append(d.FirstSize, len(first[g]))
		d.SecondSize = append(d.SecondSize, len(second[g]))
		d.Margin = append(d.Margin, trueskillDrawn*trueskillBeta*math.Sqrt(float64(len(first[g])+len(second[g]))))
	}
	return d
}

func trueskillSkills(t *testing.T, d trueskill.Data) []trueskill.Normal {
	t.Helper()
	inf, err := trueskill.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return inf.Skill()
}

// A prior that is no distribution, and rows of the wrong length, are errors of the data
// that say where.
func TestTrueskillWrongData(t *testing.T) {
	for _, c := range []struct {
		change func(*trueskill.Data)
		want   string
	}{
		{func(d *trueskill.Data) { d.Prior[1] = trueskill.NormalMeanVariance(0, -1) }, "input prior[1]: the distribution is none: its precision is negative"},
		{func(d *trueskill.Data) { d.First[1] = append(d.First[1], 0) }, "input first[1]: has 2 elements, but firstSize[1] is 1"},
		{func(d *trueskill.Data) { d.Player = 1 << 50 }, "input player: a size is at least 0 and at most 2147483647"},
	} {
		d := trueskillData([]trueskillRating{{25, 8}, {25, 8}}, [][]int{{0}, {1}}, [][]int{{1}, {0}}, []int{1, 1})
		c.change(&d)
		var wrong *trueskill.InputError
		if _, err := trueskill.New(d); !errors.As(err, &wrong) || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// Numbers that Jeff Moser published with "Computing Your Skill" (2010), to one
// of the third digit, in which some are cut off and some rounded.
func TestTrueskillPublished(t *testing.T) {
	start := trueskillRating{25, 25.0 / 3}
	for _, c := range []struct {
		name          string
		prior         []trueskillRating
		first, second []int
		result        int
		want          []trueskillRating
	}{
		{"one on one", []trueskillRating{start, start}, []int{0}, []int{1}, 1, []trueskillRating{{29.396, 7.171}, {20.604, 7.171}}},
		{"one on one, lost", []trueskillRating{start, start}, []int{0}, []int{1}, -1, []trueskillRating{{20.604, 7.171}, {29.396, 7.171}}},
		{"one on one, drawn", []trueskillRating{start, start}, []int{0}, []int{1}, 0, []trueskillRating{{25, 6.458}, {25, 6.458}}},
		{"an upset, drawn", []trueskillRating{start, {50, 12.5}}, []int{0}, []int{1}, 0, []trueskillRating{{31.662, 7.137}, {35.010, 7.910}}},
		{"two on two", []trueskillRating{start, start, start, start}, []int{0, 1}, []int{2, 3}, 1, []trueskillRating{{28.108, 7.774}, {28.108, 7.774}, {21.892, 7.774}, {21.892, 7.774}}},
		{"two on two, drawn", []trueskillRating{start, start, start, start}, []int{0, 1}, []int{2, 3}, 0, []trueskillRating{{25, 7.455}, {25, 7.455}, {25, 7.455}, {25, 7.455}}},
		{"one on two", []trueskillRating{start, start, start}, []int{0}, []int{1, 2}, 1, []trueskillRating{{33.730, 7.317}, {16.270, 7.317}, {16.270, 7.317}}},
		{"one on two, drawn", []trueskillRating{start, start, start}, []int{0}, []int{1, 2}, 0, []trueskillRating{{31.660, 7.138}, {18.340, 7.138}, {18.340, 7.138}}},
	} {
		got := trueskillSkills(t, trueskillData(c.prior, [][]int{c.first}, [][]int{c.second}, []int{c.result}))
		for i, w := range c.want {
			if sd := math.Sqrt(got[i].Variance()); math.Abs(got[i].Mean()-w.mean) > 1e-3 || math.Abs(sd-w.sd) > 1e-3 {
				t.Errorf("%s: player %d has mean %.4f sd %.4f, want %.3f %.3f", c.name, i, got[i].Mean(), sd, w.mean, w.sd)
			}
		}
	}
}

// Several games of teams with a draw, against a long Markov chain.
func TestTrueskillAgainstMarkovChain(t *testing.T) {
	start := trueskillRating{25, 25.0 / 3}
	d := trueskillData([]trueskillRating{start, start, start, start},
		[][]int{{0}, {0}, {1, 2}, {3}, {0, 3}},
		[][]int{{1}, {2, 3}, {3}, {0}, {1, 2}},
		[]int{1, 0, 1, -1, 0})
	log := func(x []float64) float64 {
		sum := 0.0
		for i, v := range x {
			z := v - d.Prior[i].Mean()
			sum -= z * z / (2 * d.Prior[i].Variance())
		}
		for g, r := range d.Result {
			gap := 0.0
			for _, p := range d.First[g] {
				gap += x[p]
			}
			for _, p := range d.Second[g] {
				gap -= x[p]
			}
			sd := trueskillBeta * math.Sqrt(float64(d.FirstSize[g]+d.SecondSize[g]))
			win := metropolis.NormalCdf((gap - d.Margin[g]) / sd)
			loss := metropolis.NormalCdf((-gap - d.Margin[g]) / sd)
			sum += math.Log([]float64{loss, 1 - win - loss, win}[r+1])
		}
		return sum
	}
	exact := metropolis.Sample(log, []float64{25, 25, 25, 25}, 200000, 2)
	for i, g := range trueskillSkills(t, d) {
		e := exact[i]
		if e.Error > 0.03*e.SD {
			t.Fatalf("the chain is too short: %+v", e)
		}
		if sd := math.Sqrt(g.Variance()); math.Abs(g.Mean()-e.Mean) > 0.1*e.SD || math.Abs(sd/e.SD-1) > 0.2 {
			t.Errorf("player %d: mean %.3f sd %.3f, the chain gives mean %.3f sd %.3f", i, g.Mean(), sd, e.Mean, e.SD)
		}
	}
}
