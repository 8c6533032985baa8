package run

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"mpc"
	"mpc/lang"
	"mpc/model"
	"mpc/schedule"
)

// WriteTable prints a result for a person: a row for each element with its
// posterior mean, standard deviation and quantiles, of a boolean with its probability, of a
// whole number with its mode and its probable values. With top > 0 only that many elements
// of each array are printed, those of the largest means.
func WriteTable(w io.Writer, c *mpc.Compilation, r *Result, top int) error {
	var b strings.Builder
	draws := c.Model.Samples()
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

// A row is what stands in a table about an element.
type row struct {
	name     string
	mean, sd float64
	q        [3]float64 // the shownQuantiles, NaN where there are none
	p        []float64  // the probabilities of the values of a whole number
	text     string     // the distribution, where mean and standard deviation do not say all
	cells    []string   // what is printed, under the columns of tableHead
	mcse     float64    // of draws: the error of the mean
	ess      float64    // of draws: the effective number of them, of the centre
	tail     float64    // and of the tails
	rhat     float64    // of draws
	mark     string     // behind the name
	unknown  bool       // the branch that it lives in was taken in too few draws
}

// tableHead has the columns of the rows of a variable.
func tableHead(v *model.Variable, draws bool) string {
	head := "mean\tsd\t5%\t50%\t95%"
	switch {
	case v.Type.Kind == model.Bool:
		head = "probability"
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
}

// noQuantiles are those of what has no order, or none that is told.
var noQuantiles = [3]float64{math.NaN(), math.NaN(), math.NaN()}

// rowsOf makes the rows of a variable, nil where the result has none of it.
func (r *Result) rowsOf(v *model.Variable) (rows []row, err error) {
	raw, ok := r.Posteriors[v.Name]
	if !ok {
		return nil, nil
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return nil, err
	}
	rows = []row{}
	collect(&rows, value, nil, naming{r.labelsOf(v), r.valueLabels(v), wholeNumber(v, false)})
	if r.program != nil {
		rows = r.named(v, rows)
	}
	return rows, nil
}

// collect appends the rows of the posteriors in a value, nested as they are.
func collect(rows *[]row, value any, at []string, as naming) {
	switch v := value.(type) {
	case []any:
		for i, x := range v {
			name := fmt.Sprint(i)
			if k := len(at); k < len(as.labels) && i < len(as.labels[k]) {
				name = as.labels[k][i]
			}
			collect(rows, x, append(at[:len(at):len(at)], name), as)
		}
	case map[string]any:
		if sampled(rows, v, at, as) || components(rows, v, at, as) {
			return
		}
		m, s, text := summarize(v)
		x := row{name: strings.Join(at, ", "), mean: m, sd: s, q: quantiles(v), p: probabilities(v), text: text}
		switch {
		case x.p != nil:
			x.cells = []string{modeText(x.p, as.values), number(m), number(s), probableText(x.p, as.values)}
		case as.whole && v["dist"] == "point":
			x.cells = []string{valueText(int(m), as.values), number(m), number(s), ""}
		case v["dist"] == "bernoulli":
			x.cells = []string{number(m)}
		default:
			x.cells = []string{number(m), number(s), number(x.q[0]), number(x.q[1]), number(x.q[2]), text}
		}
		*rows = append(*rows, x)
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
	f, d := decoded(v)
	if f == nil {
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
