package run

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"mpc"
)

// RenameBUGS gives the posteriors of a result the names of the program.
func RenameBUGS(m *mpc.BUGSModel, r *Result) {
	tr := m.Translation
	named := map[string]json.RawMessage{}
	for n, v := range r.Posteriors {
		if theirs := tr.Names[n]; theirs != "" {
			n = theirs
		}
		named[n] = v
	}
	r.Posteriors = named
}

// WriteBUGSTable prints posteriors by the names of the program, as alpha.c and b[1,2].
func WriteBUGSTable(w io.Writer, m *mpc.BUGSModel, r *Result) error {
	list, err := m.Translation.Summaries(r.Posteriors)
	if err != nil {
		return err
	}
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(tw, "\tmean\tsd\t5%\t50%\t95%\tMC error\tESS\tR-hat")
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
		fmt.Fprintf(tw, "\t%s\t%s\t%s\n", errorText(s.MCSE), cell(s.ESS, fmt.Sprintf("%.0f", s.ESS)), cell(s.RHat, fmt.Sprintf("%.3f", s.RHat)))
	}
	return tw.Flush()
}
