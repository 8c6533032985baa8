package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"mpc"
	"mpc/dist"
	"mpc/factor/families"
	"mpc/model"
	"mpc/run/output"
	"mpc/run/plots"
	"mpc/samples"
)

// plotPosteriors writes a picture of each posterior of a model that sends messages into a
// folder: the density of a number, the probabilities of a truth or a whole number; of a
// variable of more than mostPictures elements of the first ones, which a note says. Where
// something iterates, convergence.svg has the change in each iteration.
func plotPosteriors(dir string, c *mpc.Compilation, r *Result, changes []float64) (notes []string, err error) {
	out, err := output.OpenFolder(dir)
	if err != nil {
		return nil, err
	}
	defer out.Abort()
	files := plots.Files{}
	for _, v := range c.Model.Infer {
		raw, ok := r.Posteriors[v.Name]
		if !ok {
			continue
		}
		count, err := r.plotElements(out, files, v, raw, samples.Element{Variable: v.Name}, 0)
		if err != nil {
			return nil, err
		}
		if count > mostPictures {
			notes = append(notes, fmt.Sprintf("--plots: of %d elements of %s there are pictures of the first %d", count, v.Name, mostPictures))
		}
	}
	if len(changes) == 0 {
		return notes, out.Commit()
	}
	text := fmt.Sprintf("the largest change of a posterior in each of %d iterations, in standard deviations", len(changes))
	if !r.Converged {
		text += "; not converged"
	}
	picture := plots.Convergence{Text: text, Changes: changes, Tolerance: c.Model.Iterate.Tolerance}
	var b bytes.Buffer
	if err := plots.WriteConvergence(&b, picture); err != nil {
		return nil, err
	}
	name := "convergence"
	if slices.ContainsFunc(c.Model.Infer, func(v *model.Variable) bool { return v.Name == name }) {
		name += "-of-iterations"
	}
	if err := out.Write(files.Name(name, nil), b.Bytes()); err != nil {
		return nil, err
	}
	return notes, out.Commit()
}

// plotElements draws the elements in a result, and returns how many there are by now.
func (r *Result) plotElements(out *output.Folder, files plots.Files, v *model.Variable, raw json.RawMessage, at samples.Element, count int) (int, error) {
	var nested []json.RawMessage
	if json.Unmarshal(raw, &nested) == nil {
		var err error
		for i, x := range nested {
			if count, err = r.plotElements(out, files, v, x, at.At(i), count); err != nil {
				return count, err
			}
		}
		return count, nil
	}
	var value map[string]any
	if err := json.Unmarshal(raw, &value); err != nil {
		return count, err
	}
	draw := func(at samples.Element, picture func(w io.Writer, name string) error) error {
		if count++; count > mostPictures {
			return nil
		}
		var b bytes.Buffer
		name := r.elementName(v, at.Index)
		if err := picture(&b, name); err != nil {
			return err
		}
		return out.Write(files.Name(name, at.Index), b.Bytes())
	}
	if p := probabilities(value); p != nil && value["dist"] != "bernoulli" {
		err := draw(at, func(w io.Writer, name string) error { return writeValues(w, name, p, r.valueLabels(v)) })
		return count, err
	}
	f, d := decoded(value)
	if f == nil { // a known value has no density
		return count, nil
	}
	if b, ok := d.(dist.Bernoulli); ok {
		p := b.Mean()
		err := draw(at, func(w io.Writer, name string) error {
			return writeValues(w, name, []float64{1 - p, p}, []string{"false", "true"})
		})
		return count, err
	}
	if !f.Vector() {
		err := draw(at, func(w io.Writer, name string) error { return writeDensity(w, name, f, d) })
		return count, err
	}
	for i := range componentCount(d) {
		f, d := componentMarginal(d, i)
		if err := draw(at.At(i), func(w io.Writer, name string) error { return writeDensity(w, name, f, d) }); err != nil {
			return count, err
		}
	}
	return count, nil
}

func writeValues(w io.Writer, name string, p []float64, labels []string) error {
	for k := len(labels); k < len(p); k++ {
		labels = append(labels[:k:k], fmt.Sprint(k))
	}
	return plots.WriteValues(w, plots.Values{Name: name, Text: probableText(p, labels), Labels: labels, P: p})
}

// writeDensity draws the density of a number, between quantiles that hold nearly all of it.
func writeDensity(w io.Writer, name string, f *families.Family, d any) error {
	const points, tail = 400, 0.0005
	p := plots.Posterior{Name: name, Quantiles: quantilesOf(f, d)}
	mean, _ := f.Mean(d).(float64)
	variance, _ := f.Variance(d).(float64)
	p.Text = strings.TrimSpace(fmt.Sprintf("mean %s, sd %s", number(mean), number(math.Sqrt(variance))))
	density, ok := d.(interface{ LogProb(x float64) float64 })
	low, high := f.Quantile(d, tail), f.Quantile(d, 1-tail)
	if ok && high > low {
		for i := range points + 1 {
			x := low + (high-low)*float64(i)/points
			p.At, p.Density = append(p.At, x), append(p.Density, math.Exp(density.LogProb(x)))
		}
	}
	return plots.WritePosterior(w, p)
}

// componentCount is how many components of a vector have a marginal that can be drawn.
func componentCount(d any) int {
	switch d := d.(type) {
	case dist.MvNormal:
		return d.Size()
	case dist.Dirichlet:
		return d.Size()
	}
	return 0
}

// componentMarginal is the distribution of a component of a vector, nil of a matrix.
func componentMarginal(d any, i int) (*families.Family, any) {
	switch d := d.(type) {
	case dist.MvNormal:
		return families.Named("normal"), d.Marginal(i)
	case dist.Dirichlet:
		if d.Point {
			return families.Named("beta"), dist.BetaPoint(d.A[i])
		}
		rest := 0.0
		for j, a := range d.A {
			if j != i {
				rest += a
			}
		}
		return families.Named("beta"), dist.BetaCounts(d.A[i], rest)
	}
	return nil, nil
}
