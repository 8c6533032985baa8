package run

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"mpc/lang"
)

// WriteComparison prints a comparison for a person: a row for each element with what each
// algorithm says of it, and a line for each algorithm. With top > 0 only that many
// elements of each variable are printed, those that are furthest off.
func WriteComparison(w io.Writer, c *Comparison, top int) error {
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
	head := ""
	for _, a := range c.Algorithms {
		if a.Err == nil {
			head += "\t" + a.Algorithm
			if a.Algorithm == c.Reference {
				head += "\terror" // of the mean, or of the probability
			}
			head += "\tsd"
		}
	}
	fmt.Fprintln(tw, head)
	for i := 0; i < len(c.Elements); {
		end := i + 1
		for end < len(c.Elements) && c.Elements[end].variable == c.Elements[i].variable {
			end++
		}
		list := slices.Clone(c.Elements[i:end])
		i = end
		rest := 0
		if top > 0 && len(list) > top {
			slices.SortStableFunc(list, func(x, y ComparedElement) int { return -cmp.Compare(x.far(), y.far()) })
			rest, list = len(list)-top, list[:top]
		}
		for _, e := range list {
			c.row(tw, e)
		}
		if rest > 0 {
			fmt.Fprintf(tw, "  and %d more of %s\n", rest, list[0].variable)
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
	for _, a := range c.Algorithms {
		if _, err := fmt.Fprintln(w, lang.Visible(c.verdict(a))); err != nil {
			return err
		}
	}
	return nil
}

// far is how far the furthest of the cells is from the reference, in tolerances.
func (e *ComparedElement) far() float64 {
	far := 0.0
	for _, x := range e.Cells {
		far = math.Max(far, x.far)
	}
	return far
}

// row prints what the algorithms say of an element.
func (c *Comparison) row(w io.Writer, e ComparedElement) {
	text := lang.Visible(e.Name)
	var notes []string
	for k, a := range c.Algorithms {
		if a.Err != nil {
			continue
		}
		x, mean, sd := e.Cells[k], "-", ""
		if e.Cells[k].Known {
			mean = number(x.Mean)
			if !e.Probability {
				sd = number(x.SD)
			}
		}
		text += "\t" + mean
		if a.Algorithm == c.Reference {
			text += "\t"
			if x.MCSE > 0 {
				text += fmt.Sprintf("%.2g", x.MCSE)
			}
		}
		text += "\t" + sd
		if x.Off != "" {
			notes = append(notes, a.Algorithm+": "+x.Off)
		}
	}
	fmt.Fprintln(w, text+"\t"+strings.Join(notes, "; "))
}

// verdict is the line about an algorithm.
func (c *Comparison) verdict(a Compared) string {
	switch {
	case a.Err != nil:
		return a.Algorithm + ": cannot run this model"
	case a.Algorithm == "gibbs" && !a.Converged:
		return "gibbs: the chains do not agree, so that they are no measure of the others"
	case a.Still:
		return "gibbs: the chains may stand still, as warnings say, so that they are no measure of the others"
	case a.Algorithm == "gibbs":
		return "gibbs: the chains agree"
	}
	text := fmt.Sprintf("%s: converged after %d iterations", a.Algorithm, a.Iterations)
	switch {
	case !a.Converged:
		text = fmt.Sprintf("%s: not converged after %d iterations", a.Algorithm, a.Iterations)
	case a.Iterations == 0:
		text = a.Algorithm + ": computed in one pass"
	}
	if a.LogEvidence != nil {
		text += fmt.Sprintf(", log evidence %s", number(*a.LogEvidence))
	}
	if c.Reference == "" {
		return text
	}
	if a.Off == 0 {
		return text + fmt.Sprintf("; no posterior is off by more than %g", c.Tolerance)
	}
	return text + fmt.Sprintf("; %d of %d posteriors are off by more than %g and %d Monte Carlo errors", a.Off, len(c.Elements), c.Tolerance, sureErrors)
}
