package run

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"mpc"
	"mpc/model"
)

// csvColumns are those of WriteCSV.
var csvColumns = []string{"variable", "element", "value", "probability", "mean", "sd", "q05", "q50", "q95", "error", "ess_bulk", "ess_tail", "rhat", "posterior"}

// WriteCSV writes the posteriors of a result as a table with a row for each element: its
// mean, its standard deviation and its quantiles of 5, 50 and 95 %. Of a boolean the row has the
// probability of true. A whole number has a row for each value that has a probability. The
// name of an element has the labels of its indices, separated by ", ". What is not known, or
// makes no sense, is empty; numbers have all their digits. What a program of BUGS draws has the names of
// the program, and indices from 1.
func WriteCSV(w io.Writer, c *mpc.Compilation, r *Result) error {
	out := csv.NewWriter(w)
	if err := out.Write(csvColumns); err != nil {
		return err
	}
	for _, v := range c.Model.Infer {
		if jointly(c, v) {
			continue
		}
		rows, err := r.rowsOf(v)
		if err != nil {
			return err
		}
		for _, x := range rows {
			for _, record := range x.records(v, r.variableName(v), r.valueLabels(v)) {
				if err := out.Write(record); err != nil {
					return err
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}

// records are the lines of a row.
func (x *row) records(v *model.Variable, name string, values []string) [][]string {
	record := func(value string, probability, mean, sd float64) []string {
		line := []string{name, x.name, value}
		for _, n := range []float64{probability, mean, sd, x.Q05, x.Q50, x.Q95} {
			line = append(line, exact(n))
		}
		if d := x.Draws; d != nil {
			line = append(line, exact(d.MCSE), exact(d.ESSBulk), exact(d.ESSTail), exact(d.RHat))
		} else {
			line = append(line, "", "", "", "")
		}
		if x.P != nil {
			return append(line, "") // the rows say it
		}
		return append(line, x.Text)
	}
	switch {
	case v.Type.Kind == model.Bool:
		return [][]string{record("true", x.Mean, math.NaN(), math.NaN())}
	case x.P != nil:
		var list [][]string
		for k, p := range x.P {
			if p > 0 {
				list = append(list, record(valueText(k, values), p, x.Mean, x.SD))
			}
		}
		return list
	}
	return [][]string{record("", math.NaN(), x.Mean, x.SD)}
}

// exact prints a number so that it reads back as it is; what is not known is empty.
func exact(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
