package conditional

import (
	"math"
	"slices"

	"mpc/model"
)

// Doubtful lists the factors that the draws read and that may have no density whatever is
// drawn, as data have a say in a parameter: in poisson(r * e[i]) where e[i] is below 0. The
// messages of a closed form do not show that. Those that read nothing drawn are among them.
func (p *Program) Doubtful() (list []*Factor) {
	for _, d := range p.Draws {
		if d.After() {
			continue
		}
		for _, t := range d.Terms {
			if f := t.Factor; p.doubtful(f) && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	list = append(list, p.Certain...)
	slices.SortFunc(list, func(a, b *Factor) int { return a.ID - b.ID })
	return list
}

// Suspects lists the factors, but for the doubtful ones, that draws and moves by slices
// read: these begin where the chain stands, which one of them may leave no density.
func (p *Program) Suspects() (list []*Factor) {
	note := func(d *Draw) {
		for _, t := range d.Terms {
			if f := t.Factor; f.Latent == nil && f.Given == nil && f.For == nil && !flat(f.Dist) && !p.doubtful(f) && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	for _, d := range p.Draws {
		switch d.Method {
		case Slice, AdaptiveRejection, Elliptical:
			note(d)
		}
		if d.Scale != nil {
			note(d.Moved())
		}
	}
	slices.SortFunc(list, func(a, b *Factor) int { return a.ID - b.ID })
	return list
}

func (p *Program) doubtful(f *Factor) bool {
	if f.Dist == nil || f.Dist.Name == "given" || f.Latent != nil || f.Given != nil || f.For != nil {
		return false
	}
	for i, name := range f.Dist.Names {
		e := f.Dist.Args[i]
		low, high, _, known := model.Domain(f.Dist.Name, name)
		if !known || !e.Random || e.Type.Dimensions > 0 || e.Op == model.OpList || e.Type.Kind != model.Real {
			continue
		}
		if l, h := p.within(e); l < low || h > high {
			return true
		}
	}
	return false
}

// within is where the values of an expression are seen to lie: of a variable, where its
// prior has its density.
func (p *Program) within(e *model.Expr) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	switch {
	case e.Op == model.OpNumber:
		return e.Value, e.Value
	case e.Op == model.OpVariable:
		for _, d := range p.Draws {
			if slices.Contains(d.Variables, e.Variable) {
				return d.Support()
			}
		}
		return low, high
	case e.Op != model.OpCall:
		return low, high
	}
	switch e.Fun {
	case "exp":
		return 0, high
	case "logistic", "probit":
		return 0, 1
	case "+", "*", "/":
		a, _ := p.within(e.Args[0])
		b, _ := p.within(e.Args[1])
		if a >= 0 && b >= 0 || e.Fun != "+" && e.Args[0].Equal(e.Args[1]) {
			return 0, high
		}
	}
	return low, high
}
