package main

import (
	"context"
	"math"
	"testing"
	"time"

	"mpc/models/football/matches"
)

// The table of the README, for training once.
func TestTable(t *testing.T) {
	all, err := matches.Read("../results.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	first := time.Date(2024, 7, 20, 0, 0, 0, 0, time.UTC)
	last := time.Date(2026, 7, 20, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		p              predictor
		loss, accuracy float64
	}{
		{baseRates{}, 1.0466, 0.478},
		{&elo{}, 0.8770, 0.599},
		{static{yearly: matches.YearlySpread, years: matches.First}, 0.8670, 0.605},
		{drifting{drift: matches.YearlyDrift, years: matches.FirstDrift}, 0.8664, 0.597},
	} {
		s, err := evaluate(context.Background(), c.p, all, first, last, 0)
		if err != nil {
			t.Fatal(err)
		}
		n := float64(s.matches)
		if loss := s.loss / n; s.matches != 2045 || math.Abs(loss-c.loss) > 0.0001 {
			t.Errorf("%s: log loss %.5f over %d matches, the table says %.4f over 2045", c.p.name(), loss, s.matches, c.loss)
		}
		if a := float64(s.right) / n; math.Abs(a-c.accuracy) > 0.001 {
			t.Errorf("%s: accuracy %.4f, the table says %.3f", c.p.name(), a, c.accuracy)
		}
	}
}

// The fit finds the parameters that made the outcomes.
func TestFitLogit(t *testing.T) {
	var gaps []float64
	var outcomes []int
	for d := -500.0; d <= 500; d += 10 {
		f := orderedLogit(d, 150, 80)
		for k, p := range f {
			for range int(math.Round(1000 * p)) {
				gaps, outcomes = append(gaps, d), append(outcomes, k)
			}
		}
	}
	scale, width := fitLogit(gaps, outcomes)
	if math.Abs(scale-150) > 1 || math.Abs(width-80) > 1 {
		t.Errorf("scale %v, width %v; want 150, 80", scale, width)
	}
}
