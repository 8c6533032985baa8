package run

import (
	"fmt"
	"math"

	"mpc/run/posterior"
)

// errorText is a Monte Carlo error.
func errorText(mcse float64) string {
	if math.IsNaN(mcse) {
		return "-"
	}
	return fmt.Sprintf("%.2g", mcse)
}

// quality is how good a summary is: the smaller effective sample size, and R-hat.
func quality(d *posterior.Draws) []string {
	ess, agree := "-", "-"
	if n := math.Min(d.ESSBulk, d.ESSTail); !math.IsNaN(n) {
		ess = fmt.Sprintf("%.0f", n)
	}
	switch {
	case d.RHat > 1000:
		agree = ">1000"
	case !math.IsNaN(d.RHat):
		agree = fmt.Sprintf("%.3f", d.RHat)
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
