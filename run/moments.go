package run

import (
	"fmt"
	"slices"

	"mpc"
	"mpc/lang"
	"mpc/model"
	"mpc/run/posterior"
)

// momentsFar is how many times as large the standard deviation of a function is as that of a normal of its quantiles where its
// moments come from rare values, or are none: of a lognormal of sd 2 in the log they are 7 times.
const momentsFar = 10

// momentless warns of what is asked of a joint posterior whose moments are those of values far beyond its
// quantiles: exp(a + 3 * b) of a regression with unknown noise has no mean, as a and b are t distributed, and what a sum over
// the posterior gives for it is of no meaning; a normal of unknown precision alone may have the tails of a Cauchy distribution.
func (r *Result) momentless(c *mpc.Compilation) (list lang.Diagnostics) {
	if c.Program == nil || c.Program.Gaussian == nil {
		return nil
	}
	for _, v := range c.Model.Infer {
		if v.Type.Kind != model.Real && v.Type.Kind != model.Int || jointly(c, v) {
			continue
		}
		p := r.Posteriors[v.Name]
		if shown, ok := r.Posteriors[shownName(v)]; ok {
			p = shown
		}
		for _, x := range p.Elements() {
			if marginals, err := x.Marginals(); err == nil && slices.ContainsFunc(marginals, ofRareValues) {
				d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: v.At, Code: lang.CodeMoments,
					Message: fmt.Sprintf("the mean and the sd of %s come from rare values far beyond its quantiles, and need not exist", shownName(v))}
				d.WithHint("read its quantiles; its log, or a prior that leaves less to the tails, has moments")
				list = append(list, d)
				break
			}
		}
	}
	return list
}

// ofRareValues tells whether values far beyond the quantiles make the standard deviation.
func ofRareValues(m posterior.Marginal) bool {
	const width = 3.2897 // of 90 % of a normal, in sds
	return m.Rare || m.Q95 > m.Q05 && !(m.SD*width/(m.Q95-m.Q05) <= momentsFar)
}
