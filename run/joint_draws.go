package run

import (
	"compress/gzip"
	"errors"
	"fmt"
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

// errNoJoint is the error of draws that there is no joint posterior for.
var errNoJoint = errors.New("there is no joint posterior to draw from: so many normals are tied that messages about single ones are passed")

// writeJoint writes the draws from the joint posterior of what is asked for, of all where they are ours.
func (r *Result) writeJoint(c *mpc.Compilation, set *data.Set, path string, ours bool) error {
	if r.drawn == nil {
		return errNoJoint
	}
	columns, places := r.drawn.Columns, []int(nil)
	if ours {
		for k := range columns {
			places = append(places, k)
		}
	} else {
		columns, places = r.asked(c)
		r.warnOfNotDrawn(c, columns)
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

// asked are the columns of draws of what is asked for, in its order, and their places.
func (r *Result) asked(c *mpc.Compilation) (columns []string, places []int) {
	for _, v := range c.Model.Infer {
		for k, column := range r.drawn.Columns {
			if name, _, _ := strings.Cut(column, "["); v.Name == name && !slices.Contains(c.Besides, v) {
				columns, places = append(columns, column), append(places, k)
			}
		}
	}
	return columns, places
}

// warnOfNotDrawn says which variables that are asked for have no column of draws.
func (r *Result) warnOfNotDrawn(c *mpc.Compilation, columns []string) {
	for _, v := range c.Model.Infer {
		has := func(column string) bool {
			name, _, _ := strings.Cut(column, "[")
			return name == v.Name
		}
		if !slices.Contains(c.Besides, v) && !slices.ContainsFunc(columns, has) {
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s is not among the draws: the joint posterior is that of what it is summed out of; algorithm: gibbs draws it", v.Name))
		}
	}
}

// JointDraws says how many draws of a joint posterior are wanted, of which seed.
type JointDraws = interp.JointDraws
