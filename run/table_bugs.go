package run

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"text/tabwriter"

	"mpc"
	"mpc/bugs"
	"mpc/run/posterior"
)

// RenameBUGS gives the posteriors of a result the names of the program.
func RenameBUGS(m *mpc.BUGSModel, r *Result) {
	tr := m.Translation
	named := map[string]posterior.Posterior{}
	for n, v := range r.Posteriors {
		if theirs := tr.Names[n]; theirs != "" {
			n = theirs
		}
		named[n] = v
	}
	r.Posteriors = named
}

// A BUGSSummary is the posterior of one number by its name in the program, alpha.c or b[1,2].
type BUGSSummary struct {
	Name           string
	Mean, SD, MCSE float64
	Q05, Q50, Q95  float64 // NaN where there are none
	ESS, RHat      float64 // NaN of what is not from draws
}

// BUGSSummaries gives posteriors of a result the names of the program. Whole numbers that count from
// 1 there do so here too.
func BUGSSummaries(t *bugs.Translation, r *Result) (list []BUGSSummary, err error) {
	names := slices.Collect(maps.Keys(r.Posteriors))
	names = slices.DeleteFunc(names, func(n string) bool { return t.Names[n] == "" })
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(t.Names[a], t.Names[b]) })
	for _, n := range names {
		for at, x := range r.Posteriors[n].Elements() {
			marginals, err := x.Marginals()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", n, err)
			}
			for _, m := range marginals {
				s := summaryOf(t.Element(n, slices.Concat(at, m.Index)), m)
				if t.Leaves(s.Name) {
					continue
				}
				if t.Shifted[n] {
					s.Mean, s.Q05, s.Q50, s.Q95 = s.Mean+1, s.Q05+1, s.Q50+1, s.Q95+1
				}
				list = append(list, s)
			}
		}
	}
	return list, nil
}

// summaryOf has, of a truth, the mean and the standard deviation of 0 and 1.
func summaryOf(name string, m posterior.Marginal) BUGSSummary {
	nan := math.NaN()
	s := BUGSSummary{Name: name, Mean: m.Mean, SD: m.SD, MCSE: nan, Q05: m.Q05, Q50: m.Q50, Q95: m.Q95, ESS: nan, RHat: nan}
	if m.Truth {
		s.SD = math.Sqrt(m.Mean * (1 - m.Mean))
	}
	switch {
	case m.Draws != nil:
		s.MCSE, s.ESS, s.RHat = m.Draws.MCSE, m.Draws.ESSBulk, m.Draws.RHat
	case m.Known():
		s.MCSE = 0
	}
	if m.P != nil && !m.Truth && math.IsNaN(s.Q50) {
		s.Q05, s.Q50, s.Q95 = wholeQuantile(m.P, 0.05), wholeQuantile(m.P, 0.5), wholeQuantile(m.P, 0.95)
	}
	return s
}

// wholeQuantile is the least whole number up to which the probabilities have a sum of at least q, NaN where that is not known.
func wholeQuantile(p []float64, q float64) float64 {
	total := 0.0
	for k, x := range p {
		if total += x; total >= q-1e-12 {
			return float64(k)
		}
	}
	return math.NaN()
}

// WriteBUGSTable prints posteriors by the names of the program, as alpha.c and b[1,2].
func WriteBUGSTable(w io.Writer, m *mpc.BUGSModel, r *Result) error {
	list, err := BUGSSummaries(m.Translation, r)
	if err != nil {
		return err
	}
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	draws := m.Model.Samples()
	fmt.Fprint(tw, "\tmean\tsd\t5%\t50%\t95%")
	if draws {
		fmt.Fprint(tw, "\tMC error\tESS\tR-hat")
	}
	fmt.Fprintln(tw)
	cell := func(x float64, text string) string {
		if math.IsNaN(x) {
			return "-"
		}
		return text
	}
	for _, s := range list {
		fmt.Fprint(tw, s.Name)
		for _, x := range []float64{s.Mean, s.SD, s.Q05, s.Q50, s.Q95} {
			fmt.Fprint(tw, "\t", cell(x, number(x)))
		}
		if draws {
			fmt.Fprintf(tw, "\t%s\t%s\t%s", errorText(s.MCSE), cell(s.ESS, fmt.Sprintf("%.0f", s.ESS)), cell(s.RHat, fmt.Sprintf("%.3f", s.RHat)))
		}
		fmt.Fprintln(tw)
	}
	if err := tw.Flush(); err != nil || draws {
		return err
	}
	return r.writeEnd(w, m.Compilation)
}
