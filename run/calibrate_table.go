package run

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"mpc/lang"
	"mpc/run/output"
	"mpc/run/plots"
)

// WriteCalibration prints a calibration for a person: a row for each element, and what it
// comes to. With top > 0 only that many elements of each variable are printed, those of the
// smallest p-values.
func WriteCalibration(w io.Writer, c *Calibration, top int) error {
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
	fmt.Fprintln(tw, "\tplace of the truth\tspread\tp\t")
	for i := 0; i < len(c.Elements); {
		end := i + 1
		for end < len(c.Elements) && variableOf(c.Elements[end].Name) == variableOf(c.Elements[i].Name) {
			end++
		}
		list, rest := slices.Clone(c.Elements[i:end]), 0
		i = end
		if top > 0 && len(list) > top {
			slices.SortStableFunc(list, func(x, y CalibratedElement) int { return cmp.Compare(x.P, y.P) })
			rest, list = len(list)-top, list[:top]
		}
		for _, e := range list {
			note := ""
			if e.Off {
				note = "posteriors are " + e.Says
			}
			fmt.Fprintf(tw, "%s\t%.3f\t%.3f\t%.2g\t%s\n", lang.Visible(e.shown()), e.Mean, e.Spread, e.P, note)
		}
		if rest > 0 {
			fmt.Fprintf(tw, "  and %d more of %s\t\t\t\t\n", rest, variableOf(list[0].Name))
		}
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for _, name := range c.Skipped {
		fmt.Fprintf(&b, "%s is left out: its posterior has no distribution function\n", name)
	}
	fmt.Fprintf(&b, "%d data sets by %s, seed %d: ", c.N, c.Algorithm, c.Seed)
	switch {
	case len(c.Elements) == 0:
		b.WriteString("nothing to judge\n")
	case c.Off == 0 && !c.Tells():
		why := "did not converge"
		if c.Failed > 0 {
			why = "failed or did not converge"
		}
		fmt.Fprintf(&b, "they tell nothing of the posteriors, as most inferences %s\n", why)
	case c.Off == 0:
		b.WriteString("the posteriors are calibrated, as far as these tell\n")
	default:
		fmt.Fprintf(&b, "%d of %d posteriors are not calibrated\n", c.Off, len(c.Elements))
	}
	if c.NotConverged > 0 {
		fmt.Fprintf(&b, "%d inferences did not converge\n", c.NotConverged)
	}
	if c.Failed > 0 {
		fmt.Fprintf(&b, "%d inferences failed, the first with: %s\n", c.Failed, lang.Visible(c.Failure))
	}
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(w, lang.VisibleText(strings.TrimRight(line, " \n"))); err != nil {
			return err
		}
	}
	return nil
}

// variableOf is the variable of an element, by its name.
func variableOf(element string) string {
	name, _, _ := strings.Cut(element, "[")
	return name
}

// WriteRankPictures writes a picture of the places of the truth for each element into a
// folder, as SVG.
func WriteRankPictures(dir string, c *Calibration) error {
	out, err := output.OpenFolder(dir)
	if err != nil {
		return err
	}
	defer out.Abort()
	files := plots.Files{}
	for _, e := range c.Elements {
		var b bytes.Buffer
		if err := plots.WriteRanks(&b, plots.Ranks{Name: e.shown(), Counts: e.Counts, Note: fmt.Sprintf("p-value %.2g", e.P)}); err != nil {
			return err
		}
		if err := out.Write(files.Name(e.shown(), e.index), b.Bytes()); err != nil {
			return err
		}
	}
	return out.Commit()
}
