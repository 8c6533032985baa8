package run

import (
	"fmt"
	"strings"

	"mpc"
	"mpc/data"
	"mpc/engine"
	"mpc/lang"
	"mpc/message/conditional"
	"mpc/model"
)

// doubtful are the warnings of what was found doubtful in a posterior that is computed as a whole.
func (r *Result) doubtful(c *mpc.Compilation, set *data.Set) (list lang.Diagnostics) {
	if c.Program == nil || c.Program.Gaussian == nil {
		return nil
	}
	of := c.Program.Gaussian
	for _, x := range r.Doubts {
		names, at := r.numbered(of, set, x.Numbers)
		d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: at, Code: lang.CodeUndetermined}
		switch x.Kind {
		case engine.Undetermined:
			d.Message = fmt.Sprintf("the data say next to nothing of a combination of %s, which makes up most of their sds: %.1f %% of the variance that its prior has is left", names, 100*x.Left)
			d.WithHint("collinear columns and aliased levels do so: leave one out, or give each a prior as narrow as is meant")
		case engine.Separable:
			row := truths(of)
			d.Code, d.Pos = lang.CodeSeparable, row.Term.Factor.At
			d.Message = fmt.Sprintf("%s tell all truths of %s apart without an error: how large they are only their priors say", names, row.Term.Factor.Text)
			d.WithHint("take narrower priors, as normals of sd 2.5 of standardized covariates")
		default:
			continue
		}
		list = append(list, d)
	}
	return list
}

// truths is the first site of truths.
func truths(of *conditional.Gaussian) *conditional.Row {
	for _, row := range of.Sites() {
		switch row.Likelihood() {
		case "Logit", "Probit", "BinomialLogit":
			return row
		}
	}
	return of.Rows()[0]
}

// mostNumbered is how many elements are named.
const mostNumbered = 6

// numbered names elements, and gives where the first of their variables is drawn.
func (r *Result) numbered(of *conditional.Gaussian, set *data.Set, list []engine.Numbered) (names string, at lang.Pos) {
	var parts []string
	for k, x := range list {
		d := of.Parts()[x.Variable]
		if k == 0 {
			at = d.Prior[0].Factor.At
		}
		if len(list) > mostNumbered && k == mostNumbered-1 {
			parts = append(parts, fmt.Sprintf("%d others", len(list)-k))
			break
		}
		v := of.Shown(d)
		parts = append(parts, r.elementName(v, indexIn(v, set, x.Element)))
	}
	if n := len(parts) - 1; n > 0 {
		parts[n-1] += " and " + parts[n]
		parts = parts[:n]
	}
	return strings.Join(parts, ", "), at
}

// indexIn is the index of the element at a place of an array; nil where rows are of several lengths.
func indexIn(v *model.Variable, set *data.Set, place int) []int {
	index := make([]int, len(v.Dims))
	env := &data.Env{Set: set}
	for k := len(v.Dims) - 1; k > 0; k-- {
		n, err := data.Eval(v.Dims[k], env)
		if err != nil || n < 1 {
			return nil
		}
		index[k], place = place%int(n), place/int(n)
	}
	if len(index) > 0 {
		index[0] = place
	}
	return index
}
