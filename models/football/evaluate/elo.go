package main

import (
	"context"
	"math"
	"strings"
	"time"

	"mpc/models/football/matches"
)

// baseRates always answers how often the home team won, drew and lost, on its
// own ground and on neutral ground.
type baseRates struct{}

func (baseRates) name() string { return "base rates" }

func (baseRates) predict(_ context.Context, played, next []matches.Match, now time.Time) ([]forecast, error) {
	var count [2]forecast
	for _, m := range matches.Between(played, now.AddDate(-matches.FirstDrift, 0, 0), now) {
		count[int(m.Ground())][outcome(m)]++
	}
	out := make([]forecast, len(next))
	for i, m := range next {
		c := count[int(m.Ground())]
		total := c[0] + c[1] + c[2]
		for k := range c {
			out[i][k] = c[k] / total
		}
	}
	return out, nil
}

// elo rates teams as eloratings.net does, from all matches since 1872: the
// weight of a match depends on its tournament and on the difference of goals,
// the ground is worth 100 points. The probabilities of a draw and of a victory
// are an ordered logit of the difference of ratings, with a scale and a width
// that fit the matches of the last twenty years before the prediction.
type elo struct{}

func (*elo) name() string { return "Elo" }

const homeAdvantage = 100

func (*elo) predict(_ context.Context, played, next []matches.Match, now time.Time) ([]forecast, error) {
	rating := map[string]float64{} // beside 1500
	fitFrom := now.AddDate(-matches.FirstDrift, 0, 0)
	gap := func(m matches.Match) float64 {
		return rating[m.Home] - rating[m.Away] + homeAdvantage*m.Ground()
	}
	var gaps []float64
	var outcomes []int
	for _, m := range played {
		d := gap(m)
		if !m.Date.Before(fitFrom) {
			gaps, outcomes = append(gaps, d), append(outcomes, outcome(m))
		}
		expected := 1 / (1 + math.Pow(10, -d/400))
		change := weight(m) * (float64(m.Result()+1)/2 - expected)
		rating[m.Home] += change
		rating[m.Away] -= change
	}
	scale, width := fitLogit(gaps, outcomes)
	out := make([]forecast, len(next))
	for i, m := range next {
		out[i] = orderedLogit(gap(m), scale, width)
	}
	return out, nil
}

// weight is the number of points at stake in a match.
func weight(m matches.Match) float64 {
	t := m.Tournament
	k := 30.0
	switch {
	case t == "Friendly":
		k = 20
	case t == "FIFA World Cup":
		k = 60
	case strings.Contains(t, "qualification") || strings.Contains(t, "Nations League"):
		k = 40
	case t == "UEFA Euro" || t == "Copa América" || t == "African Cup of Nations" || t == "AFC Asian Cup" || t == "Gold Cup" || t == "Oceania Nations Cup" || t == "Confederations Cup":
		k = 50
	}
	switch goals := math.Abs(float64(m.HomeGoals - m.AwayGoals)); {
	case goals == 2:
		k *= 1.5
	case goals == 3:
		k *= 1.75
	case goals > 3:
		k *= 1.75 + (goals-3)/8
	}
	return k
}

// orderedLogit gives the probabilities at a difference of ratings.
func orderedLogit(gap, scale, width float64) forecast {
	home := 1 / (1 + math.Exp(-(gap-width)/scale))
	away := 1 / (1 + math.Exp((gap+width)/scale))
	return forecast{home, 1 - home - away, away}
}

// fitLogit maximizes the likelihood of an ordered logit by turns over the
// logarithms of its two parameters, each by golden section.
func fitLogit(gaps []float64, outcomes []int) (scale, width float64) {
	loss := func(scale, width float64) float64 {
		sum := 0.0
		for i, d := range gaps {
			sum -= math.Log(max(orderedLogit(d, scale, width)[outcomes[i]], 1e-300))
		}
		return sum
	}
	s, w := math.Log(170), math.Log(100)
	for range 12 {
		s = minimize(func(s float64) float64 { return loss(math.Exp(s), math.Exp(w)) }, s-1, s+1)
		w = minimize(func(w float64) float64 { return loss(math.Exp(s), math.Exp(w)) }, w-1, w+1)
	}
	return math.Exp(s), math.Exp(w)
}

// minimize finds the minimum of a function with one valley, to 1e-4.
func minimize(f func(float64) float64, lo, hi float64) float64 {
	const golden = 0.6180339887498949
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fa, fb := f(a), f(b)
	for hi-lo > 1e-4 {
		if fa < fb {
			hi, b, fb = b, a, fa
			a = hi - golden*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + golden*(hi-lo)
			fb = f(b)
		}
	}
	return (lo + hi) / 2
}
