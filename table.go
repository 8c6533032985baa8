package mpc

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strings"
	"text/tabwriter"

	"mpc/families"
	"mpc/lang"
	"mpc/model"
	"mpc/schedule"
)

// WriteTable prints a result for a person: a row for each element with its
// posterior mean and standard deviation, of a boolean with its probability. With
// top > 0 only that many elements of each array are printed, those of the largest
// means.
func WriteTable(w io.Writer, c *Compilation, r *Result, top int) error {
	var b strings.Builder
	draws := c.Model.Samples()
	tw := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
	heads := "" // of the columns of the last row
	for _, v := range c.Model.Infer {
		raw, ok := r.Posteriors[v.Name]
		if !ok {
			continue
		}
		var value any
		if err := json.Unmarshal(raw, &value); err != nil {
			return err
		}
		var rows []row
		labels := r.labelsOf(v)
		collect(&rows, value, nil, labels)
		rest := 0
		if top > 0 && len(rows) > top {
			sort.SliceStable(rows, func(i, j int) bool { return rows[i].mean > rows[j].mean })
			rest = len(rows) - top
			rows = rows[:top]
		}
		boolean := v.Type.Kind == model.Bool
		head := "\tmean\tsd\tposterior"
		if boolean {
			head = "\tprobability\t\t"
		}
		if draws {
			head = sampleHead(v)
		}
		// Single values stand in one row each, under one head.
		single := len(v.Dims)+v.Type.Dimensions == 0
		switch {
		case !single:
			fmt.Fprintln(tw, v.Name+head)
		case heads != head:
			fmt.Fprintln(tw, head)
		}
		heads = head
		for _, x := range rows {
			name := "  " + lang.Visible(x.name)
			if single {
				name = v.Name
			}
			if draws {
				cells := x.cells
				if cells == nil { // of a constant
					cells = []string{number(x.mean), number(x.sd)}
				}
				fmt.Fprintf(tw, "%s\t%s\n", name, strings.Join(cells, "\t"))
				continue
			}
			if boolean {
				fmt.Fprintf(tw, "%s\t%s\t\t\n", name, number(x.mean))
				continue
			}
			fmt.Fprintf(tw, "%s\t%s\t%s\t%s\n", name, number(x.mean), number(x.sd), x.dist)
		}
		if rest > 0 {
			fmt.Fprintf(tw, "  and %d more%s\n", rest, strings.Repeat("\t", strings.Count(head, "\t")))
		}
	}
	if r.LogEvidence != nil {
		fmt.Fprintf(tw, "log evidence\t%s\t\t\n", number(*r.LogEvidence))
		for _, t := range r.EvidenceTerms {
			fmt.Fprintf(tw, "  line %d\t%s\t\t%s\n", t.Line, number(t.Value), t.Statement)
		}
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(w, lang.VisibleText(strings.TrimRight(line, " \n"))); err != nil {
			return err
		}
	}
	if len(r.Restarts) > 0 && r.Seed != nil {
		if _, err := fmt.Fprintf(w, "of %d starts, seeds %d to %d, that of seed %d has the largest evidence\n", len(r.Restarts), r.Restarts[0].Seed, r.Restarts[len(r.Restarts)-1].Seed, *r.Seed); err != nil {
			return err
		}
	}
	if draws {
		_, err := fmt.Fprintln(w, sampledState(r))
		return err
	}
	state := "converged"
	if !r.Converged {
		state = "not converged"
	}
	text := fmt.Sprintf("%s after %d iterations", state, r.Iterations)
	switch {
	case r.Iterations == 0 && c.iterates():
		text = "0 iterations, as asked"
	case r.Iterations == 0:
		text = "computed in one pass, nothing iterates"
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

// iterates tells whether the schedule has an iteration.
func (c *Compilation) iterates() bool {
	return slices.ContainsFunc(c.Schedule.Steps, func(s schedule.Step) bool {
		_, yes := s.(*schedule.Iterate)
		return yes
	})
}

type row struct {
	name, dist string
	mean, sd   float64
	cells      []string // of draws, what stands in the row
	mcse, ess  float64  // of draws: the error of the mean, and the effective number of draws
	unknown    bool     // the branch that it lives in was taken in too few draws
}

func collect(rows *[]row, value any, at []string, labels [][]string) {
	switch v := value.(type) {
	case []any:
		for i, x := range v {
			name := fmt.Sprint(i)
			if k := len(at); k < len(labels) && i < len(labels[k]) {
				name = labels[k][i]
			}
			collect(rows, x, append(at[:len(at):len(at)], name), labels)
		}
	case map[string]any:
		if sampled(rows, v, at, labels) || components(rows, v, at, labels) {
			return
		}
		m, s, d := summarize(v)
		*rows = append(*rows, row{name: strings.Join(at, ", "), dist: d, mean: m, sd: s})
	}
}

// summarize returns the mean and the standard deviation of a distribution in
// its JSON form, and a short text.
func summarize(v map[string]any) (mean, sd float64, text string) {
	nan := math.NaN()
	name, _ := v["dist"].(string)
	if x, ok := v["value"].(float64); ok && name == "point" {
		return x, 0, ""
	}
	if name == "poisson" { // its probabilities are those of finitely many values
		name, v = "categorical", map[string]any{"dist": "categorical", "p": v["p"]}
	}
	f := families.Named(name)
	if f == nil {
		return nan, nan, name
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return nan, nan, name
	}
	d, err := f.Read(raw)
	if err != nil {
		return nan, nan, name
	}
	if !f.Plain {
		text = f.Text(d)
	}
	mean, known := f.Mean(d).(float64)
	variance, _ := f.Variance(d).(float64)
	switch {
	case f.IsUniform(d) && !f.IsProper(d):
		return nan, math.Inf(1), name + " uniform"
	case !known:
		return nan, nan, f.Text(d)
	}
	return mean, math.Sqrt(variance), text
}

func number(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.5g", x)
}
