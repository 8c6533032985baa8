package conditional

import (
	"slices"

	"mpc/model"
)

// A web says which normals the rows of a posterior tie to each other, an array at a time: messages about each normal have
// nothing of what is between two that are tied.
type web struct {
	// of leads from a part to another of its web, the first to itself.
	of []int
	// across are the webs, by their first part, in which elements of an array may be tied to others of it, single the one
	// element of an array that rows tie to other parts, as the first one of a chain.
	across map[int]bool
	single map[int]*endpoint
}

// An endpoint is an element that a row reads: one, or one for each pass of its loops, or, of a wide one, several in a pass.
type endpoint struct {
	part int
	at   []*model.Expr
	each bool
	wide bool
}

func (e *endpoint) equal(o *endpoint) bool {
	return o.part == e.part && !o.wide && !e.wide && slices.EqualFunc(o.at, e.at, (*model.Expr).Equal)
}

// endpoints are the elements that a row reads, each once: components of one vector are one, of which messages are joint.
func (g *Gaussian) endpoints(r *Row) (list []*endpoint) {
	for _, s := range r.Slopes {
		at := s.At[:len(g.Parts()[s.Part].Variable().Dims)]
		e := &endpoint{part: s.Part, at: at, wide: slices.ContainsFunc(s.Over, func(l *model.Loop) bool {
			return slices.ContainsFunc(at, func(x *model.Expr) bool { return x.Uses(l.Index) })
		})}
		e.each = slices.ContainsFunc(r.Term.Loops, func(l *model.Loop) bool {
			return slices.ContainsFunc(at, func(x *model.Expr) bool { return x.Uses(l.Index) })
		})
		if !slices.ContainsFunc(list, e.equal) {
			list = append(list, e)
		}
	}
	return list
}

// apart tells whether two elements of an array are seen to be two.
func (e *endpoint) apart(o *endpoint) bool {
	if e.wide || o.wide {
		return false
	}
	for k, x := range e.at {
		y := o.at[k]
		if x.Op == model.OpNumber && y.Op == model.OpNumber && x.Value != y.Value {
			return true
		}
		i, from, ok := x.Affine()
		if j, to, ok2 := y.Affine(); ok && ok2 && i == j && from != to {
			return true
		}
	}
	return false
}

// web is that of all rows that say something, but one.
func (g *Gaussian) web(but *Row) *web {
	w := &web{across: map[int]bool{}, single: map[int]*endpoint{}}
	for k := range g.Parts() {
		w.of = append(w.of, k)
	}
	for _, r := range g.Rows() {
		if r != but && !r.asks() {
			w.add(g.endpoints(r))
		}
	}
	return w
}

// add adds what a row ties.
func (w *web) add(list []*endpoint) {
	if len(list) == 0 {
		return
	}
	first := w.first(list[0].part)
	across := w.across[first] || list[0].wide
	for k, e := range list {
		if len(list) > 1 && !e.each && !e.wide && len(e.at) > 0 {
			across = across || w.single[e.part] != nil && !w.single[e.part].equal(e)
			w.single[e.part] = e
		}
		if k == 0 {
			continue
		}
		at := w.first(e.part)
		alike := slices.EqualFunc(e.at, list[0].at, (*model.Expr).Equal)
		across = across || w.across[at] || e.wide || e.part == list[0].part || !alike && (e.each || list[0].each)
		w.of[at] = first
	}
	w.across[first] = across
}

// first is the first part of the web of a part.
func (w *web) first(part int) int {
	for w.of[part] != part {
		part = w.of[part]
	}
	return part
}

// ties tells whether two of the elements are tied, or may be one.
func (w *web) ties(list []*endpoint) bool {
	for k, e := range list {
		first := w.first(e.part)
		if e.wide && w.across[first] {
			return true
		}
		for _, o := range list[:k] {
			if w.first(o.part) == first && (o.part != e.part || w.across[first] || !e.apart(o)) {
				return true
			}
		}
	}
	return false
}

// AsksOfTied tells whether a function that is asked for, or a variable that says nothing of any other, is drawn around or
// computed of several normals that are tied: messages do not iterate then, and have it as if they were independent.
func (g *Gaussian) AsksOfTied() bool {
	heard := g.heard()
	return g.ofTied(func(r *Row) bool { return r.asks() || !heard[r] })
}

// closesTied tells whether a row that says something is of several normals that other rows tie: messages go around.
func (g *Gaussian) closesTied() bool {
	heard := g.heard()
	return g.ofTied(func(r *Row) bool { return heard[r] })
}

// ofTied tells whether one of the rows that are meant is of several normals that others tie. Messages tell what is without noise.
func (g *Gaussian) ofTied(meant func(*Row) bool) bool {
	if slices.ContainsFunc(g.Rows(), (*Row).noiseless) {
		return false
	}
	return slices.ContainsFunc(g.Rows(), func(r *Row) bool {
		list := g.endpoints(r)
		return (len(list) > 1 || len(list) == 1 && list[0].wide) && meant(r) && g.web(r).ties(list)
	})
}

// noiseless tells whether a variance is 0.
func (r *Row) noiseless() bool {
	if r.Term.Dist == nil {
		return false
	}
	v := r.Term.Dist.Arg("variance")
	return v != nil && v.IsNumber(0)
}

// heard are the rows that say something: what they draw is read by another such row, or data are.
func (g *Gaussian) heard() map[*Row]bool {
	heard := map[*Row]bool{}
	says := func(r *Row) bool {
		drawn := r.Term.Factor.Drawn
		if of := r.Term.Factor.Of; of != nil {
			drawn = of.Drawn
		}
		return drawn == nil || slices.ContainsFunc(g.Rows(), func(o *Row) bool {
			return heard[o] && slices.ContainsFunc(o.Slopes, func(s *Slope) bool { return g.Parts()[s.Part].Variable() == drawn.Variable })
		})
	}
	for again := true; again; {
		again = false
		for _, r := range g.Rows() {
			if !heard[r] && !r.asks() && says(r) {
				heard[r], again = true, true
			}
		}
	}
	return heard
}
