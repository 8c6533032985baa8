package conditional

import (
	"slices"

	"mpc/model"
)

// maxEach is how many variables are drawn element by element together at most.
const maxEach = 3

// each makes a block of which each factor reads one element of each variable, the same of
// all, one that is drawn element by element: intercepts and slopes, a pair for each of
// many lines, or a few numbers. It is nil where the block is not such.
func (b *builder) each(block *Block) *Block {
	parts := block.Parts
	if len(parts) < 2 || len(parts) > maxEach || block.holds() {
		return nil
	}
	if slices.ContainsFunc(parts, (*Draw).vector) {
		return nil
	}
	first := parts[0]
	for _, d := range parts[1:] {
		if !slices.EqualFunc(d.Variable().Dims, first.Variable().Dims, (*model.Expr).Equal) {
			return nil
		}
	}
	out := &Block{Parts: parts, Each: true, Alike: len(first.Guards) == 0}
	for _, r := range block.Rows {
		if r = r.ofElement(first); r == nil {
			return nil
		}
		out.Rows = append(out.Rows, r)
		out.Alike = out.Alike && r.alike(first.Elements)
	}
	return out
}

// ofElement is what a row says of the element that a draw is about; nil where other
// elements come in.
func (r *Row) ofElement(d *Draw) *Row {
	f := r.Term.Factor
	var m *match
	if r.Wide {
		return nil
	}
	for k, s := range r.Slopes {
		o := &occurrence{element: &model.Expr{Op: model.OpVariable, Variable: d.Variable(), Args: s.At}}
		if m == nil {
			m = f.match(o, d.At, d.Variable().Dims)
		}
		if m.search || !slices.EqualFunc(s.At, r.Slopes[0].At, (*model.Expr).Equal) {
			return nil
		}
		if slices.ContainsFunc(r.Slopes[:k], func(o *Slope) bool { return o.Part == s.Part }) {
			return nil
		}
	}
	if m == nil {
		return nil
	}
	of := func(e *model.Expr) *model.Expr { return m.apply(e) }
	t := &Term{Factor: f, Loops: m.loops, Guards: slices.Clone(m.guards), X: of(r.Term.X)}
	for _, g := range f.Guards {
		t.Guards = append(t.Guards, of(g))
	}
	dist := *r.Term.Dist
	dist.Args = nil
	for _, a := range r.Term.Dist.Args {
		dist.Args = append(dist.Args, of(a))
	}
	t.Dist = &dist
	out := &Row{Term: t, Rest: of(r.Rest), Precision: of(r.Precision), Given: of(r.Given), each: true}
	for _, s := range r.Slopes {
		out.Slopes = append(out.Slopes, &Slope{Part: s.Part, At: d.At, Slope: of(s.Slope), If: of(s.If)})
	}
	return out
}

// alike tells whether a row says the same precisions of all elements.
func (r *Row) alike(elements []*model.Loop) bool {
	if r.Given != nil {
		return false
	}
	list := append([]*model.Expr{r.Precision}, r.Term.Guards...)
	for _, l := range r.Term.Loops {
		list = append(list, l.Lo, l.Hi)
	}
	for _, s := range r.Slopes {
		list = append(list, s.Slope)
		if s.If != nil {
			list = append(list, s.If)
		}
	}
	return !slices.ContainsFunc(list, func(e *model.Expr) bool {
		return slices.ContainsFunc(elements, func(l *model.Loop) bool { return e.Uses(l.Index) })
	})
}
