package run

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"mpc"
	"mpc/lang"
	"mpc/model"
	"mpc/run/posterior"
	"mpc/schedule"
)

// WriteTable prints a result for a person: a row for each element with its
// posterior mean, standard deviation and quantiles, of a boolean with its probability, of a
// whole number with its mode and its probable values. With top > 0 only that many elements
// of each array are printed, those of the largest means.
func WriteTable(w io.Writer, c *mpc.Compilation, r *Result, top int) error {
	var b strings.Builder
	blocks, err := r.blocks(c, top)
	if err != nil {
		return err
	}
	tw := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
	head := ""
	for _, x := range blocks {
		head = x.write(tw, head)
	}
	if err := r.writeJoints(tw, c); err != nil {
		return err
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
	return r.writeEnd(w, c)
}

// writeEnd writes what stands below a table: how the run ended, and what is to be doubted.
func (r *Result) writeEnd(w io.Writer, c *mpc.Compilation) error {
	if len(r.Restarts) > 0 && r.Seed != nil {
		if _, err := fmt.Fprintf(w, "of %d starts, seeds %d to %d, that of seed %d has the largest evidence\n", len(r.Restarts), r.Restarts[0].Seed, r.Restarts[len(r.Restarts)-1].Seed, *r.Seed); err != nil {
			return err
		}
	}
	if c.Model.Samples() {
		_, err := fmt.Fprintln(w, sampledState(r))
		return err
	}
	state := "converged"
	if !r.Converged {
		state = "not converged"
	}
	text := fmt.Sprintf("%s after %d iterations", state, r.Iterations)
	switch {
	case r.Iterations == 0 && iterates(c):
		text = "0 iterations, as asked"
	case r.Iterations == 0:
		text = "computed in one pass, nothing iterates"
	}
	if _, err := fmt.Fprintln(w, text); err != nil {
		return err
	}
	if err := r.writeUnsettled(w); err != nil {
		return err
	}
	return writeFactorized(w, r)
}

// iterates tells whether the schedule has an iteration.
func iterates(c *mpc.Compilation) bool {
	return slices.ContainsFunc(c.Schedule.Steps, func(s schedule.Step) bool {
		_, yes := s.(*schedule.Iterate)
		return yes
	})
}

// A row is what stands in a table about an element, or a component of one.
type row struct {
	posterior.Marginal
	at    []int // its indices, those of the component behind those of the element
	name  string
	mark  string   // behind the name
	cells []string // what is printed, under the columns of tableHead
}

// tableHead has the columns of the rows of a variable.
func tableHead(v *model.Variable, rows []row, draws bool) string {
	head := "mean\tsd\t5%\t50%\t95%"
	switch {
	case v.Type.Kind == model.Bool:
		head = "probability"
	case !draws && slices.ContainsFunc(rows, row.ofNumber):
	case v.Tallied() || wholeNumber(v, draws):
		head = "mode\tmean\tsd"
	}
	if draws { // the error beside the mean or the probability that it is of
		head = strings.Replace(strings.Replace(head, "mean", "mean\terror", 1), "probability", "probability\terror", 1) + "\teffective\tR-hat"
	}
	switch {
	case v.Type.Kind == model.Bool:
		return head
	case strings.HasPrefix(head, "mode"):
		return head + "\tprobable values"
	case draws:
		return head
	}
	return head + "\tposterior"
}

// ofNumber tells whether a row has the moments of a number, as that of a count to come has, and no probabilities of values.
func (r row) ofNumber() bool { return r.P == nil && !r.Truth && !r.Known() }

// wholeNumber tells whether the values of a variable are whole numbers whose probabilities are
// reported; of draws only where they are tallied.
func wholeNumber(v *model.Variable, draws bool) bool {
	return !draws && (v.Type.Kind == model.Int || v.Type.Kind == model.IndexKind) && v.Type.Dimensions == 0
}

// naming is how elements and their values are called.
type naming struct {
	labels [][]string // of the indices of a variable
	values []string   // of the values of a random index
	whole  bool       // the values are whole numbers
	prints bool       // rows have the texts of their cells
}

// rowsOf makes the rows of a variable, nil where the result has none of it.
func (r *Result) rowsOf(v *model.Variable) (rows []row, err error) {
	p, ok := r.Posteriors[v.Name]
	if !ok {
		return nil, nil
	}
	as := naming{r.labelsOf(v), r.valueLabels(v), wholeNumber(v, false), true}
	of := func() error {
		rows = []row{}
		for at, x := range p.Elements() {
			if rows, err = as.rows(rows, x, at); err != nil {
				return err
			}
		}
		return nil
	}
	if err := of(); err != nil {
		return nil, err
	}
	if as.whole && slices.ContainsFunc(rows, row.ofNumber) {
		as.whole = false
		if err := of(); err != nil {
			return nil, err
		}
	}
	if r.program != nil {
		rows = r.named(v, rows)
	}
	return rows, nil
}

// rows appends the rows of an element.
func (as naming) rows(rows []row, p posterior.Posterior, at []int) ([]row, error) {
	list, err := p.Marginals()
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		full := slices.Concat(at, m.Index)
		x := row{Marginal: m, at: full, name: as.element(full)}
		if as.prints {
			x.cells = as.cells(m)
		}
		rows = append(rows, x)
	}
	return rows, nil
}

// element is the name of an element, by the labels of its indices where they have some.
func (as naming) element(at []int) string {
	names := make([]string, len(at))
	for k, i := range at {
		names[k] = strconv.Itoa(i)
		if k < len(as.labels) && i < len(as.labels[k]) {
			names[k] = as.labels[k][i]
		}
	}
	return strings.Join(names, ", ")
}

// cells are what is printed of a marginal.
func (as naming) cells(m posterior.Marginal) (cells []string) {
	add := func(texts ...string) { cells = append(cells, texts...) }
	whole := m.P != nil && !m.Truth
	switch {
	case whole:
		add(modeText(m.P, as.values), number(m.Mean))
	case as.whole && m.Known() && math.Abs(m.Mean) < 1<<53:
		return []string{valueText(int(m.Mean), as.values), number(m.Mean), number(m.SD), ""}
	default:
		add(number(m.Mean))
	}
	if m.Draws != nil {
		add(errorText(m.Draws.MCSE))
	}
	switch {
	case m.Truth:
	case whole:
		add(number(m.SD))
	default:
		add(number(m.SD), number(m.Q05), number(m.Q50), number(m.Q95))
	}
	if m.Draws != nil {
		add(quality(m.Draws)...)
	}
	switch {
	case m.Truth:
	case whole:
		add(probableText(m.P, as.values))
	case m.Draws == nil:
		add(m.Text)
	}
	if m.Draws != nil && m.Draws.Local {
		add(fmt.Sprintf("of %d draws", m.Draws.Count))
	}
	return cells
}

func number(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.5g", x)
}
