package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/football/football"
	"mpc/models/internal/metropolis"
)

// A tournament of four teams, large enough that the posterior is far from the
// prior. The means of EP are near those of the exact posterior: a tenth of a
// standard deviation is what is asked of them. Its standard deviations are too
// small in a graph of many short loops, as those of Gaussian belief propagation:
// evidence that comes back around a loop counts again.
func footballTournament() football.Data {
	return football.Data{
		Team:          4,
		Home:          []int{0, 1, 2, 3, 0, 1, 2, 3, 0, 2, 1, 3, 0, 3},
		Away:          []int{1, 2, 3, 0, 2, 3, 0, 1, 3, 1, 0, 2, 1, 1},
		Ground:        []float64{1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 0, 1},
		Spread:        []float64{1, 1, 1.2, 1, 1, 1.5, 1, 1, 1.1, 1, 1, 1, 2, 1},
		Result:        []int{1, 0, 1, -1, 1, 0, 0, -1, 1, 1, 0, -1, 1, 1},
		FixtureHome:   []int{0, 3},
		FixtureAway:   []int{3, 2},
		FixtureGround: []float64{1, 0},
	}
}

// footballLogDensity is the joint density of skills, advantage and margin.
func footballLogDensity(d football.Data) func([]float64) float64 {
	return func(x []float64) float64 {
		advantage, margin := x[d.Team], x[d.Team+1]
		if margin <= 0 {
			return math.Inf(-1)
		}
		sum := 0.0
		for _, v := range x {
			sum -= v * v / 2
		}
		for i, r := range d.Result {
			home, draw, away := footballChances(x[d.Home[i]]-x[d.Away[i]]+d.Ground[i]*advantage, margin, d.Spread[i])
			sum += math.Log([]float64{away, draw, home}[r+1])
		}
		return sum
	}
}

// footballChances are the probabilities of the three results of a match.
func footballChances(gap, margin, spread float64) (home, draw, away float64) {
	sd := math.Sqrt(spread)
	home = metropolis.NormalCdf((gap - margin) / sd)
	away = metropolis.NormalCdf((-margin - gap) / sd)
	return home, 1 - home - away, away
}

func TestFootballAgainstMarkovChain(t *testing.T) {
	d := footballTournament()
	inf, err := football.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	start := []float64{0, 0, 0, 0, 0, 0.5}
	exact := metropolis.Sample(footballLogDensity(d), start, 120000, 3)
	got := append(inf.Skill(), inf.Advantage(), inf.Margin())
	for i, g := range got {
		e := exact[i]
		if e.Error > 0.03*e.SD {
			t.Fatalf("the chain is too short: %+v", e)
		}
		if sd := math.Sqrt(g.Variance()); math.Abs(g.Mean()-e.Mean) > 0.1*e.SD || sd < 0.75*e.SD || sd > 1.15*e.SD {
			t.Errorf("%d: mean %.4f sd %.4f, the chain gives mean %.4f sd %.4f", i, g.Mean(), sd, e.Mean, e.SD)
		}
	}
}

// A fixture is predicted from the marginals; it does not change them.
func TestFootballFixtures(t *testing.T) {
	d := footballTournament()
	run := func(d football.Data) *football.Inference {
		inf, err := football.New(d)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := inf.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		return inf
	}
	with := run(d)
	for f := range d.FixtureHome {
		h, a := with.Skill()[d.FixtureHome[f]], with.Skill()[d.FixtureAway[f]]
		adv, margin := with.Advantage(), with.Margin()
		ground := d.FixtureGround[f]
		mean := h.Mean() - a.Mean() + ground*adv.Mean()
		sd := math.Sqrt(1 + h.Variance() + a.Variance() + ground*ground*adv.Variance() + margin.Variance())
		home := metropolis.NormalCdf((mean - margin.Mean()) / sd)
		away := metropolis.NormalCdf((-mean - margin.Mean()) / sd)
		if p := with.HomeWins()[f].P(); math.Abs(p-home) > 1e-12 {
			t.Errorf("fixture %d: the home team wins with %v, want %v", f, p, home)
		}
		if p := with.AwayWins()[f].P(); math.Abs(p-away) > 1e-12 {
			t.Errorf("fixture %d: the away team wins with %v, want %v", f, p, away)
		}
	}
	d.FixtureHome, d.FixtureAway, d.FixtureGround = nil, nil, nil
	without := run(d)
	for i, s := range with.Skill() {
		if s != without.Skill()[i] {
			t.Errorf("skill %d is %v with fixtures, %v without", i, s, without.Skill()[i])
		}
	}
}
