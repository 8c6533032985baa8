package run

import (
	"compress/gzip"
	"io"
	"slices"
	"strings"

	"mpc"
	"mpc/data"
	"mpc/run/interp"
	"mpc/samples"
)

// HasJoint tells whether a model that is not sampled has a joint posterior that draws can be made from.
func HasJoint(c *mpc.Compilation) bool {
	of := c.Program.Gaussian
	return of != nil && of.Plain()
}

// writeJoint writes the draws from the joint posterior of what is asked for.
func (r *Result) writeJoint(c *mpc.Compilation, set *data.Set, path string) error {
	var columns []string
	var places []int
	for _, v := range c.Model.Infer {
		for k, column := range r.drawn.Columns {
			if name, _, _ := strings.Cut(column, "["); v.Name == name && !slices.Contains(c.Besides, v) {
				columns, places = append(columns, column), append(places, k)
			}
		}
	}
	file, err := createFor(path)
	if err != nil {
		return err
	}
	defer file.Abort()
	var to io.Writer = file
	var zip *gzip.Writer
	if strings.HasSuffix(path, ".gz") {
		zip = gzip.NewWriter(file)
		to = zip
	}
	w, err := samples.NewDrawsWriter(to, samples.Labelled(columns, labelsOfAll(c, set)), 1)
	if err != nil {
		return err
	}
	row := make([]float64, len(places))
	for _, draw := range r.drawn.Rows {
		for i, k := range places {
			row[i] = draw[k]
		}
		if err := w.Add(0, row); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	if zip != nil {
		if err := zip.Close(); err != nil {
			return err
		}
	}
	return file.Commit()
}

// JointDraws says how many draws of a joint posterior are wanted, of which seed.
type JointDraws = interp.JointDraws
