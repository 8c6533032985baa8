package run

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"mpc/model/joint"
	"mpc/model/joint/evaluate"
)

// note says what a fit leaves out, and what of it is not to be relied on.
func (out *Fit) note(f *fitting, obs *evaluate.Observations, every int) {
	if every > 1 {
		out.Notes = append(out.Notes, fmt.Sprintf("log densities are those of each %d. draw, %d in all, as there are %d observations", every, out.Draws, len(obs.List)))
	}
	for _, s := range f.Joint.Statements {
		_, data := evaluate.ObservedBy(s)
		if !data && (s.Kind == joint.Condition || s.Kind == joint.Equation || s.Kind == joint.Observed) {
			text := fmt.Sprintf("line %d, %s, is no observation of data by a distribution, and counts in none of these", s.At.Line, s.Text)
			if !slices.Contains(out.Notes, text) { // the two bounds of a statement of BUGS are two conditions
				out.Notes = append(out.Notes, text)
			}
		}
	}
	if obs.Lacking > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%d vectors that the data lack, or components of, count in none of these", obs.Lacking))
	}
	for _, s := range f.summed {
		if slices.ContainsFunc(obs.List, func(x evaluate.Observation) bool { return x.Variable == s.Variable }) {
			out.Notes = append(out.Notes, fmt.Sprintf("%s is summed out: all that is observed given one of its elements counts as one observation, of its name", s.Variable.Name))
		}
	}
	if out.WAIC.Doubtful > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("WAIC: the log densities of %s vary by more than 0.4, so that it may be far off: use LOO", countOf(out.WAIC.Doubtful, len(obs.List))))
	}
	if n := out.LOO.Doubtful; n > 0 {
		worst, k := "", math.Inf(-1)
		for _, x := range out.Observations {
			if x.K == nil {
				continue
			}
			if pareto := float64(*x.K); pareto > k || math.IsNaN(pareto) && worst == "" {
				worst, k = x.Name, pareto
			}
		}
		out.Notes = append(out.Notes, fmt.Sprintf("LOO: the Pareto k of %s is above %.2g, worst that of %s, %.3g: the posterior without them is another one, and LOO is too optimistic there; leave them out and run again, or take more draws",
			countOf(n, len(obs.List)), out.LOO.Limit, worst, k))
	}
}

func countOf(n, all int) string {
	if all == 1 {
		return "the observation"
	}
	return fmt.Sprintf("%d of %d observations", n, all)
}

// WriteFit prints a fit for a person.
func WriteFit(w io.Writer, fit *Fit) error {
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	d := fit.Deviance
	fmt.Fprintf(tw, "fit\tvalue\tse\tparameters\t\n")
	fmt.Fprintf(tw, "deviance\t%s\t\t\tmean of the draws, sd %s\n", number(float64(d.Mean)), number(float64(d.SD)))
	if d.PPlugIn != nil {
		fmt.Fprintf(tw, "DIC\t%s\t\t%s\tpD: the mean less the deviance at the means\n", number(*d.DICPlugIn), number(*d.PPlugIn))
	} else {
		fmt.Fprintf(tw, "DIC\t-\t\t-\tno deviance at the means: %s\n", d.Reason)
	}
	fmt.Fprintf(tw, "DIC\t%s\t\t%s\tpV: half of the variance of the deviance\n", number(float64(d.DICVariance)), number(float64(d.PVariance)))
	fmt.Fprintf(tw, "WAIC\t%s\t%s\t%s\telpd %s\n", number(float64(fit.WAIC.IC)), number(float64(fit.WAIC.SE)), number(float64(fit.WAIC.P)), number(float64(fit.WAIC.Elpd)))
	fmt.Fprintf(tw, "LOO\t%s\t%s\t%s\telpd %s\n", number(float64(fit.LOO.IC)), number(float64(fit.LOO.SE)), number(float64(fit.LOO.P)), number(float64(fit.LOO.Elpd)))
	if len(fit.Statements) > 1 {
		for _, s := range fit.Statements {
			fmt.Fprintf(tw, "  line %d\t%s\t%s\t%s\tLOO of %s, %d observations\n", s.Line, number(float64(s.LOO.IC)), number(float64(s.LOO.SE)), number(float64(s.LOO.P)), s.Statement, s.Observations)
		}
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for _, n := range fit.Notes {
		if _, err := fmt.Fprintln(w, "note: "+n); err != nil {
			return err
		}
	}
	return nil
}
