package conditional

import (
	"fmt"
	"slices"
	"strings"

	"mpc/lang"
	"mpc/model"
)

// Name names the normals and the hyperparameters.
func (g *Gaussian) Name() string {
	return g.names(slices.Concat(g.Parts(), g.Singles, g.Integrated()))
}

func (g *Gaussian) names(list []*Draw) string {
	var names []string
	for _, d := range list {
		names = append(names, g.Shown(d).Name)
	}
	return strings.Join(names, ", ")
}

// Has tells whether a variable is one of the normals, a hyperparameter, or a function that is asked for.
func (g *Gaussian) Has(v *model.Variable) bool {
	for _, list := range [][]*Draw{g.Parts(), g.Singles, g.Integrated()} {
		for _, d := range list {
			if d.Variable() == v {
				return true
			}
		}
	}
	return g.Answered(v) != nil
}

// Text says what the posterior is computed from: the hyperparameters with their priors, and the rows, each with its place as
// place writes it.
func (g *Gaussian) Text(place func(lang.Pos) string) (lines []string) {
	for _, f := range g.Priors {
		lines = append(lines, f.Text+place(f.At))
	}
	for _, r := range g.Rows() {
		lines = append(lines, g.Normals.Block.rowText(r)+place(r.Term.Factor.At))
	}
	return lines
}

// Why says why the posterior is computed as a whole.
func (g *Gaussian) Why() string {
	why := "normals given " + g.names(g.Integrated())
	if len(g.Integrated()) == 0 {
		why = "normals"
	}
	if g.Ties != nil {
		why += fmt.Sprintf(", which %s (line %d) ties", g.Ties.Term.Factor.Text, g.Ties.Term.Factor.At.Line)
	}
	return why
}
