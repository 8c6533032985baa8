package run

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"mpc/samples"
)

// sampled appends the rows of a summary of draws; false for what is no such summary.
func sampled(rows *[]row, v map[string]any, at []string, as naming) bool {
	if v["dist"] != "samples" {
		return false
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return false
	}
	s, err := samples.ReadSummary(raw)
	if err != nil {
		return false
	}
	add := func(x samples.Real, index ...int) {
		path := at[:len(at):len(at)]
		for _, i := range index {
			name := fmt.Sprint(i)
			if n := len(at); n < len(as.labels) && i < len(as.labels[n]) {
				name = as.labels[n][i]
			}
			path = append(path, name)
		}
		cells := []string{number(x.Mean), errorText(x.MCSE), number(x.SD), number(x.Q05), number(x.Q50), number(x.Q95)}
		*rows = append(*rows, row{name: strings.Join(path, ", "), mean: x.Mean, sd: x.SD, q: [3]float64{x.Q05, x.Q50, x.Q95}, mcse: x.MCSE, ess: x.ESSBulk, tail: x.ESSTail, rhat: x.RHat, cells: append(cells, quality(x.ESSBulk, x.ESSTail, x.RHat)...)})
	}
	name, from := strings.Join(at, ", "), len(*rows)
	switch s := s.(type) {
	case samples.Real:
		add(s)
	case samples.Vector:
		for i := range s.Mean {
			add(s.Real(i), i)
		}
	case samples.Matrix:
		for i := range s.Mean {
			for j := range s.Mean[i] {
				add(s.Real(i, j), i, j)
			}
		}
	case samples.Truth:
		*rows = append(*rows, row{name: name, mean: s.P, q: noQuantiles, mcse: s.MCSE, ess: s.ESSBulk, tail: s.ESSBulk, rhat: s.RHat, cells: append([]string{number(s.P), errorText(s.MCSE)}, quality(s.ESSBulk, s.ESSBulk, s.RHat)...)})
	case samples.Index:
		mean, sd, _ := summarize(map[string]any{"dist": "categorical", "p": v["p"]})
		ofMean := math.NaN() // of the mean: each value has its own
		if sd > 0 {
			ofMean = sd / math.Sqrt(s.ESSBulk)
		}
		*rows = append(*rows, row{name: name, mean: mean, sd: sd, p: s.P, q: noQuantiles, mcse: ofMean, ess: s.ESSBulk, tail: s.ESSBulk, rhat: s.RHat, cells: append(append([]string{modeText(s.P, as.values), number(mean), errorText(ofMean), number(sd)}, quality(s.ESSBulk, s.ESSBulk, s.RHat)...), probableText(s.P, as.values))})
	}
	if n, local := v["draws"].(float64); local {
		for i := from; i < len(*rows); i++ {
			x := &(*rows)[i]
			x.cells = append(x.cells, fmt.Sprintf("of %.0f draws", n))
			for _, w := range s.(interface {
				Warnings(samples.Element) []samples.Warning
			}).Warnings(samples.Element{}) {
				x.unknown = x.unknown || w.Kind == samples.NeverThere || w.Kind == samples.RarelyThere
			}
		}
	}
	return true
}

// errorText is a Monte Carlo error.
func errorText(mcse float64) string {
	if math.IsNaN(mcse) {
		return "-"
	}
	return fmt.Sprintf("%.2g", mcse)
}

// quality is how good a summary is: the smaller effective sample size, and R-hat.
func quality(bulk, tail, rhat float64) []string {
	ess, agree := "-", "-"
	if n := math.Min(bulk, tail); !math.IsNaN(n) {
		ess = fmt.Sprintf("%.0f", n)
	}
	switch {
	case rhat > 1000:
		agree = ">1000"
	case !math.IsNaN(rhat):
		agree = fmt.Sprintf("%.3f", rhat)
	}
	return []string{ess, agree}
}

// sampledState is the last line of a table of draws.
func sampledState(r *Result) string {
	state := "the chains agree"
	switch {
	case r.Interrupted != nil:
		state = "interrupted"
	case !r.Converged && r.Draws < 6:
		state = "too few to tell whether the chains agree"
	case !r.Converged:
		state = "the chains do not agree"
	case r.mayStandStill:
		state = "the chains agree, or stand still"
	}
	count := func(n int, what string) string {
		if n == 1 {
			return "1 " + what
		}
		return fmt.Sprintf("%d %ss", n, what)
	}
	seed := ""
	if r.Seed != nil {
		seed = fmt.Sprintf(", seed %d", *r.Seed)
	}
	return fmt.Sprintf("%s of %s, %s each%s: %s", count(r.Chains, "chain"), count(r.Draws, "draw"), count(r.Iterations, "scan"), seed, state)
}
