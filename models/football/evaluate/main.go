// Command evaluate says how well the football models predict: it trains them on
// the matches before a day, predicts those after it, and compares log loss and
// accuracy with the base rates and with Elo ratings.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"
	"time"

	"mpc/models/football/matches"
)

// A forecast holds the probabilities of the victory of the home team, of a draw
// and of the victory of the away team.
type forecast [3]float64

// outcome is the place of a result in a forecast.
func outcome(m matches.Match) int { return 1 - m.Result() }

// A predictor is trained on matches that were played before now and predicts
// others.
type predictor interface {
	name() string
	predict(ctx context.Context, played, next []matches.Match, now time.Time) ([]forecast, error)
}

// A score sums up how good forecasts were.
type score struct {
	matches, right int
	loss           float64
	took           time.Duration
}

func (s *score) add(f forecast, m matches.Match) {
	best := 0
	for i, p := range f {
		if p > f[best] {
			best = i
		}
	}
	o := outcome(m)
	s.matches++
	s.loss -= math.Log(f[o])
	if best == o {
		s.right++
	}
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("evaluate: ")
	file := flag.String("results", "models/football/results.csv.gz", "the table of matches")
	from := flag.String("from", "2024-07-20", "the first day that is predicted")
	to := flag.String("to", "2026-07-20", "the day after the last one that is predicted")
	months := flag.Int("months", 0, "train again every so many months; 0: once")
	tune := flag.Bool("tune", false, "compare settings of the models on what -from and -to say")
	flag.Parse()
	first, err := time.Parse(time.DateOnly, *from)
	if err != nil {
		log.Fatal(err)
	}
	last, err := time.Parse(time.DateOnly, *to)
	if err != nil {
		log.Fatal(err)
	}
	all, err := matches.Read(*file)
	if err != nil {
		log.Fatal(err)
	}
	predictors := []predictor{
		baseRates{},
		&elo{},
		static{yearly: matches.YearlySpread, years: matches.First},
		drifting{drift: matches.YearlyDrift, years: matches.FirstDrift},
	}
	if *tune {
		predictors = candidates()
	}
	fmt.Printf("predicted: %d matches from %s to %s\n", len(matches.Between(all, first, last)), *from, *to)
	fmt.Printf("%-36s %9s %9s %8s\n", "", "log loss", "accuracy", "seconds")
	for _, p := range predictors {
		s, err := evaluate(context.Background(), p, all, first, last, *months)
		if err != nil {
			log.Fatalf("%s: %v", p.name(), err)
		}
		n := float64(s.matches)
		fmt.Printf("%-36s %9.4f %8.1f%% %8.1f\n", p.name(), s.loss/n, 100*float64(s.right)/n, s.took.Seconds())
	}
}

// evaluate scores a predictor on the matches of a time, which it sees in pieces
// of so many months.
func evaluate(ctx context.Context, p predictor, all []matches.Match, first, last time.Time, months int) (score, error) {
	var s score
	start := time.Now()
	for from := first; from.Before(last); {
		next := last
		if months > 0 {
			if next = from.AddDate(0, months, 0); next.After(last) {
				next = last
			}
		}
		test := matches.Between(all, from, next)
		forecasts, err := p.predict(ctx, matches.Between(all, time.Time{}, from), test, from)
		if err != nil {
			return s, err
		}
		for i, m := range test {
			s.add(forecasts[i], m)
		}
		from = next
	}
	s.took = time.Since(start)
	return s, nil
}

// candidates are settings to choose from.
func candidates() []predictor {
	var out []predictor
	for _, years := range []int{8, 12, 16} {
		for _, yearly := range []float64{0, 0.02, 0.05, 0.1} {
			out = append(out, static{yearly: yearly, years: years})
		}
	}
	for _, years := range []int{12, 20} {
		for _, drift := range []float64{0.01, 0.02, 0.04, 0.08} {
			out = append(out, drifting{drift: drift, years: years})
		}
	}
	return out
}
