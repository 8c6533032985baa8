package mpc

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"sort"
	"strings"
	"text/tabwriter"
)

// WriteTable prints a result for a person: a row for each element with its
// posterior mean and standard deviation. With top > 0 only that many elements
// of each array are printed, those of the largest means.
func WriteTable(w io.Writer, c *Compilation, r *Result, top int) error {
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
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
		var labels [][]string
		for _, in := range v.Ranges {
			if in != nil {
				labels = append(labels, r.Labels[in.Name])
			} else {
				labels = append(labels, nil)
			}
		}
		collect(&rows, value, nil, labels)
		rest := 0
		if top > 0 && len(rows) > top {
			sort.SliceStable(rows, func(i, j int) bool { return rows[i].mean > rows[j].mean })
			rest = len(rows) - top
			rows = rows[:top]
		}
		fmt.Fprintf(tw, "%s\tmean\tsd\tposterior\n", v.Name)
		for _, x := range rows {
			fmt.Fprintf(tw, "  %s\t%s\t%s\t%s\n", x.name, number(x.mean), number(x.sd), x.dist)
		}
		if rest > 0 {
			fmt.Fprintf(tw, "  and %d more\t\t\t\n", rest)
		}
	}
	if r.LogEvidence != nil {
		fmt.Fprintf(tw, "log evidence\t%s\t\t\n", number(*r.LogEvidence))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	state := "converged"
	if !r.Converged {
		state = "not converged"
	}
	if r.Iterations == 0 {
		_, err := fmt.Fprintln(w, "solved in one pass, no iteration needed")
		return err
	}
	_, err := fmt.Fprintf(w, "%s after %d iterations\n", state, r.Iterations)
	return err
}

type row struct {
	name, dist string
	mean, sd   float64
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
		m, s, d := summarize(v)
		*rows = append(*rows, row{strings.Join(at, ", "), d, m, s})
	}
}

// summarize returns the mean and the standard deviation of a distribution in
// its JSON form, and a short text.
func summarize(v map[string]any) (mean, sd float64, text string) {
	f := func(k string) float64 { x, _ := v[k].(float64); return x }
	name, _ := v["dist"].(string)
	if u, _ := v["uniform"].(bool); u {
		return math.NaN(), math.Inf(1), name + " uniform"
	}
	switch name {
	case "normal":
		return f("mean"), math.Sqrt(f("variance")), ""
	case "gamma":
		a, b := f("shape"), f("rate")
		return a / b, math.Sqrt(a) / b, fmt.Sprintf("gamma(shape %s, rate %s)", number(a), number(b))
	case "inversegamma":
		a, b := f("shape"), f("rate")
		return b / (a - 1), b / (a - 1) / math.Sqrt(a-2), fmt.Sprintf("inversegamma(shape %s, rate %s)", number(a), number(b))
	case "beta":
		a, b := f("a"), f("b")
		n := a + b
		return a / n, math.Sqrt(a*b/(n+1)) / n, fmt.Sprintf("beta(%s, %s)", number(a), number(b))
	case "bernoulli":
		p := f("p")
		return p, math.Sqrt(p * (1 - p)), ""
	case "point":
		return f("value"), 0, ""
	}
	return math.NaN(), math.NaN(), name
}

func number(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.5g", x)
}
