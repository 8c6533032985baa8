package run

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"

	"mpc"
	"mpc/model"
	"mpc/run/output"
	"mpc/run/plots"
	"mpc/run/posterior"
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
		p, ok := r.Posteriors[v.Name]
		if !ok {
			continue
		}
		count, err := r.plotElements(out, files, v, p)
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

// plotElements draws the marginals of a variable, and returns how many there are.
func (r *Result) plotElements(out *output.Folder, files plots.Files, v *model.Variable, p posterior.Posterior) (count int, err error) {
	for at, x := range p.Elements() {
		list, err := x.Marginals()
		if err != nil {
			return count, err
		}
		for _, m := range list {
			picture := r.picture(v, m)
			if picture == nil {
				continue
			}
			if count++; count > mostPictures {
				continue
			}
			var b bytes.Buffer
			index := slices.Concat(at, m.Index)
			name := r.elementName(v, index)
			if err := picture(&b, name); err != nil {
				return count, err
			}
			if err := out.Write(files.Name(name, index), b.Bytes()); err != nil {
				return count, err
			}
		}
	}
	return count, nil
}

// picture draws a marginal, nil of a known value, which has no density.
func (r *Result) picture(v *model.Variable, m posterior.Marginal) func(w io.Writer, name string) error {
	switch {
	case m.P != nil:
		return func(w io.Writer, name string) error { return writeValues(w, name, m.P, r.valueLabels(v)) }
	case m.Message() == nil:
		return nil
	case m.Truth:
		return func(w io.Writer, name string) error {
			return writeValues(w, name, []float64{1 - m.Mean, m.Mean}, []string{"false", "true"})
		}
	}
	return func(w io.Writer, name string) error { return writeDensity(w, name, m) }
}

func writeValues(w io.Writer, name string, p []float64, labels []string) error {
	for k := len(labels); k < len(p); k++ {
		labels = append(labels[:k:k], fmt.Sprint(k))
	}
	return plots.WriteValues(w, plots.Values{Name: name, Text: probableText(p, labels), Labels: labels, P: p})
}

// writeDensity draws the density of a number, between quantiles that hold nearly all of it.
func writeDensity(w io.Writer, name string, m posterior.Marginal) error {
	const points, tail = 400, 0.0005
	p := plots.Posterior{Name: name, Quantiles: [3]float64{m.Q05, m.Q50, m.Q95}}
	p.Text = fmt.Sprintf("mean %s, sd %s", number(m.Mean), number(m.SD))
	density, ok := m.Message().(interface{ LogProb(x float64) float64 })
	low, high := m.Family().Quantile(m.Message(), tail), m.Family().Quantile(m.Message(), 1-tail)
	if ok && high > low {
		for i := range points + 1 {
			x := low + (high-low)*float64(i)/points
			p.At, p.Density = append(p.At, x), append(p.Density, math.Exp(density.LogProb(x)))
		}
	}
	return plots.WritePosterior(w, p)
}
