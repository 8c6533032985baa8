package run

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"mpc"
	"mpc/model"
	"mpc/run/output"
	"mpc/run/plots"
	"mpc/run/posterior"
	"mpc/samples"
)

// mostPictures is how many elements of a variable pictures are written of.
const mostPictures = 20

// A pictured is an element, or a component of one, that a picture may be drawn of.
type pictured struct {
	column, name string // name is for people
	index        []int
	summary      any // samples.Real, Truth or Index
	rhat         float64
}

// writePlots writes a picture for each element that is asked for into a folder, from the
// draws in the file kept: of a variable of more than mostPictures those whose chains agree
// least. It returns notes about what was left out.
func writePlots(dir string, c *mpc.Compilation, r *Result, kept string) (notes []string, err error) {
	f, err := os.Open(kept)
	if err != nil {
		return nil, err
	}
	draws, err := samples.ReadKept(f)
	if err := f.Close(); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	out, err := output.OpenFolder(dir)
	if err != nil {
		return nil, err
	}
	defer out.Abort()
	files := plots.Files{}
	column := map[string]int{}
	for i, name := range draws.Columns {
		column[name] = i
	}
	for _, v := range c.Model.Infer {
		list, err := r.pictured(v, r.Posteriors[v.Name])
		if err != nil {
			return nil, err
		}
		list = slices.DeleteFunc(list, func(e pictured) bool {
			_, ok := column[e.column]
			return !ok // an entry of the data, or one of the last of very many elements
		})
		if all := len(list); all > mostPictures {
			slices.SortStableFunc(list, func(a, b pictured) int {
				switch {
				case a.rhat > b.rhat:
					return -1
				case a.rhat < b.rhat:
					return 1
				}
				return 0
			})
			list = list[:mostPictures]
			notes = append(notes, fmt.Sprintf("--plots: of %d elements of %s there are pictures of the %d with the largest R-hat", all, shownName(v), mostPictures))
		}
		for _, e := range list {
			var b bytes.Buffer
			if err := e.draw(&b, present(draws.Column(column[e.column])), draws.Every, r.valueLabels(v)); err != nil {
				return nil, err
			}
			if err := out.Write(files.Name(e.name, e.index), b.Bytes()); err != nil {
				return nil, err
			}
		}
	}
	return notes, out.Commit()
}

// present leaves out the draws in which an element is not there.
func present(chains [][]float64) [][]float64 {
	for c := range chains {
		chains[c] = slices.DeleteFunc(chains[c], math.IsNaN)
	}
	return chains
}

// pictured lists the numbers in the posterior of a variable that are summaries of draws.
func (r *Result) pictured(v *model.Variable, p posterior.Posterior) (list []pictured, err error) {
	for at, x := range p.Elements() {
		marginals, err := x.Marginals()
		if err != nil {
			return nil, err
		}
		for _, m := range marginals {
			if m.Draws == nil {
				continue
			}
			element := samples.Element{Variable: v.Name, Index: slices.Concat(at, m.Index)}
			e := pictured{element.String(), r.elementName(v, element.Index), element.Index, m.Draws.Summary, m.Draws.RHat}
			if math.IsNaN(e.rhat) {
				e.rhat = -1
			}
			list = append(list, e)
		}
	}
	return list, nil
}

// valueLabels are the names of the values of an index.
func (r *Result) valueLabels(v *model.Variable) []string {
	if r.program != nil && r.program.Shifted[v.Name] {
		return fromOne(r.Posteriors[v.Name])
	}
	if v.Type.Kind == model.IndexKind && v.Type.Range != nil {
		return r.Labels[v.Type.Range.Name]
	}
	if v.Type.Kind == model.Int && v.Type.Dimensions == 0 {
		for _, of := range sizeLabels(v, r) {
			return of
		}
	}
	return nil
}

func (e pictured) draw(w io.Writer, chains [][]float64, every int, labels []string) error {
	switch s := e.summary.(type) {
	case samples.Truth:
		var parts []float64
		for _, shares := range sharesOf(chains, 2) {
			parts = append(parts, shares[1])
		}
		return plots.WriteShares(w, plots.TruthShares(e.name, parts, s))
	case samples.Index:
		return plots.WriteShares(w, plots.Shares{Name: e.name, Labels: labels, Chains: sharesOf(chains, len(s.P)), Summary: s})
	case samples.Real:
		return plots.Write(w, plots.Series{Name: e.name, Chains: chains, Every: every, Summary: s})
	}
	return nil
}

// sharesOf is which part of the draws of each chain has each of so many values.
func sharesOf(chains [][]float64, values int) [][]float64 {
	list := make([][]float64, len(chains))
	for c, draws := range chains {
		list[c] = make([]float64, values)
		for _, x := range draws {
			if k := int(x); k >= 0 && k < values {
				list[c][k] += 1 / float64(len(draws))
			}
		}
	}
	return list
}
