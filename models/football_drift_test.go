package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/football/football"
	"mpc/models/football_drift/football_drift"
	"mpc/models/internal/metropolis"
)

// Three teams over three years.
func footballDriftSeasons() football_drift.Data {
	return football_drift.Data{
		Team:          3,
		Year:          3,
		Added:         []float64{1, 0.3, 0.2},
		When:          []int{0, 0, 0, 1, 1, 1, 2, 2, 2},
		Home:          []int{0, 1, 2, 0, 1, 2, 1, 2, 0},
		Away:          []int{1, 2, 0, 1, 2, 0, 0, 1, 2},
		Ground:        []float64{1, 1, 0, 1, 1, 1, 1, 0, 1},
		Result:        []int{1, 0, -1, 1, 0, 0, 1, -1, 0},
		FixtureHome:   []int{1},
		FixtureAway:   []int{0},
		FixtureGround: []float64{0},
	}
}

// footballDriftLogDensity is the joint density of the skills, team by team, of the advantage
// and of the margin.
func footballDriftLogDensity(d football_drift.Data) func([]float64) float64 {
	return func(x []float64) float64 {
		n := d.Team * d.Year
		advantage, margin := x[n], x[n+1]
		if margin <= 0 {
			return math.Inf(-1)
		}
		sum := -(advantage*advantage + margin*margin) / 2
		for t := range d.Team {
			before := 0.0
			for y, v := range d.Added {
				s := x[t*d.Year+y]
				sum -= (s - before) * (s - before) / (2 * v)
				before = s
			}
		}
		for i, r := range d.Result {
			gap := x[d.Home[i]*d.Year+d.When[i]] - x[d.Away[i]*d.Year+d.When[i]] + d.Ground[i]*advantage
			home := metropolis.NormalCdf(gap - margin)
			away := metropolis.NormalCdf(-margin - gap)
			sum += math.Log([]float64{away, 1 - home - away, home}[r+1])
		}
		return sum
	}
}

func TestFootballDriftAgainstMarkovChain(t *testing.T) {
	d := footballDriftSeasons()
	inf := footballDriftRun(t, d)
	start := make([]float64, d.Team*d.Year+2)
	start[len(start)-1] = 0.5
	exact := metropolis.Sample(footballDriftLogDensity(d), start, 120000, 5)
	var got []football_drift.Normal
	for _, s := range inf.Skill() {
		got = append(got, s...)
	}
	got = append(got, inf.Advantage(), inf.Margin())
	for i, g := range got {
		e := exact[i]
		if e.Error > 0.04*e.SD {
			t.Fatalf("the chain is too short: %+v", e)
		}
		if sd := math.Sqrt(g.Variance()); math.Abs(g.Mean()-e.Mean) > 0.12*e.SD || sd < 0.75*e.SD || sd > 1.15*e.SD {
			t.Errorf("%d: mean %.4f sd %.4f, the chain gives mean %.4f sd %.4f", i, g.Mean(), sd, e.Mean, e.SD)
		}
	}
}

// With a drift of almost nothing the model is that of football with a spread of
// 1, where all years count alike.
func TestFootballDriftWithoutDrift(t *testing.T) {
	d := footballDriftSeasons()
	d.Added = []float64{1, 1e-10, 1e-10}
	inf := footballDriftRun(t, d)
	s := football.Data{
		Team: d.Team, Home: d.Home, Away: d.Away, Ground: d.Ground, Result: d.Result,
		FixtureHome: d.FixtureHome, FixtureAway: d.FixtureAway, FixtureGround: d.FixtureGround,
	}
	for range d.Result {
		s.Spread = append(s.Spread, 1)
	}
	other, err := football.New(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Run(context.Background(), football.Tolerance(1e-10)); err != nil {
		t.Fatal(err)
	}
	for i, g := range inf.Today() {
		w := other.Skill()[i]
		if math.Abs(g.Mean()-w.Mean()) > 1e-5 || math.Abs(g.Variance()-w.Variance()) > 1e-5 {
			t.Errorf("skill %d: %v with no drift, %v in the model without years", i, g, w)
		}
	}
	if p, q := inf.HomeWins()[0].P(), other.HomeWins()[0].P(); math.Abs(p-q) > 1e-5 {
		t.Errorf("the fixture: %v and %v", p, q)
	}
}

func footballDriftRun(t *testing.T, d football_drift.Data) *football_drift.Inference {
	t.Helper()
	inf, err := football_drift.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background(), football_drift.Tolerance(1e-10))
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return inf
}
