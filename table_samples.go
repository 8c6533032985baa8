package mpc

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"mpc/model"
	"mpc/samples"
)

// sampleHead is the head of the rows of a variable that is sampled.
func sampleHead(v *model.Variable) string {
	switch {
	case v.Type.Kind == model.Bool:
		return "\tprobability\terror\teffective\tR-hat"
	case v.Tallied():
		return "\tmean\tsd\terror\teffective\tR-hat\tposterior"
	}
	return "\tmean\tsd\t5%\t50%\t95%\terror\teffective\tR-hat"
}

// sampled appends the rows of a summary of draws; false for what is no such summary.
func sampled(rows *[]row, v map[string]any, at []string, labels [][]string) bool {
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
			if n := len(at); n < len(labels) && i < len(labels[n]) {
				name = labels[n][i]
			}
			path = append(path, name)
		}
		cells := []string{number(x.Mean), number(x.SD), number(x.Q05), number(x.Q50), number(x.Q95)}
		*rows = append(*rows, row{name: strings.Join(path, ", "), mean: x.Mean, sd: x.SD, mcse: x.MCSE, ess: x.ESSBulk, cells: append(cells, quality(x.MCSE, x.ESSBulk, x.ESSTail, x.RHat)...)})
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
		*rows = append(*rows, row{name: name, mean: s.P, mcse: s.MCSE, ess: s.ESSBulk, cells: append([]string{number(s.P)}, quality(s.MCSE, s.ESSBulk, s.ESSBulk, s.RHat)...)})
	case samples.Index:
		mean, sd, text := summarize(map[string]any{"dist": "categorical", "p": v["p"]})
		if k := len(at); k < len(labels) && labels[k] != nil {
			text = members(v, labels[k])
		}
		worst := math.NaN()
		for _, e := range s.MCSE {
			if math.IsNaN(worst) || e > worst { // NaN of a value that is never drawn
				worst = e
			}
		}
		*rows = append(*rows, row{name: name, mean: mean, sd: sd, mcse: worst, ess: s.ESSBulk, cells: append(append([]string{number(mean), number(sd)}, quality(worst, s.ESSBulk, s.ESSBulk, s.RHat)...), text)})
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

// quality is how good a summary is: its Monte Carlo error, the smaller effective sample
// size, and R-hat.
func quality(mcse, bulk, tail, rhat float64) []string {
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
	if math.IsNaN(mcse) {
		return []string{"-", ess, agree}
	}
	return []string{fmt.Sprintf("%.2g", mcse), ess, agree}
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
