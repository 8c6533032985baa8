package run

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"mpc"
	"mpc/data"
	"mpc/model"
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
	list := slices.DeleteFunc(slices.Clone(c.Model.Infer), func(v *model.Variable) bool { return slices.Contains(c.Besides, v) })
	if ours {
		list = c.Program.Gaussian.Jointly()
	}
	columns, places, err := r.columnsOf(set, list)
	if err != nil {
		return err
	}
	if !ours {
		r.warnOfNotDrawn(c, set, columns)
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

// columnsOf are the columns of draws of variables, in their order, and their places: of those that are inputs the entries that the data
// have not.
func (r *Result) columnsOf(set *data.Set, list []*model.Variable) (columns []string, places []int, err error) {
	for _, v := range list {
		for k, column := range r.drawn.Columns {
			name, at, _ := strings.Cut(column, "[")
			if v.Name != name {
				continue
			}
			if v.Input != nil {
				absent, err := set.Absent(v.Input, indexOf(at)...)
				if err != nil {
					return nil, nil, err
				}
				if !absent {
					continue
				}
			}
			columns, places = append(columns, column), append(places, k)
		}
	}
	return columns, places, nil
}

// indexOf is the index in the name of a column, from behind its bracket.
func indexOf(text string) (index []int) {
	if text == "" {
		return nil
	}
	for _, part := range strings.Split(strings.TrimSuffix(text, "]"), ",") {
		i, _ := strconv.Atoi(part) // columns are made of indices
		index = append(index, i)
	}
	return index
}

// warnOfNotDrawn says which variables that are asked for have no column of draws.
func (r *Result) warnOfNotDrawn(c *mpc.Compilation, set *data.Set, columns []string) {
	for _, v := range c.Model.Infer {
		has := func(column string) bool {
			name, _, _ := strings.Cut(column, "[")
			return name == v.Name
		}
		if v.Input != nil && !set.Some(v.Input) {
			continue // all of it is in the data
		}
		if !slices.Contains(c.Besides, v) && !slices.ContainsFunc(columns, has) {
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s is not among the draws: the joint posterior is that of what it is summed out of; algorithm: gibbs draws it", v.Name))
		}
	}
}

// JointDraws says how many draws of a joint posterior are wanted, of which seed.
type JointDraws = interp.JointDraws
