package depanalysis

import (
	"sort"

	"mpc/message"
	"mpc/model"
	"mpc/operators"
)

// edge adds an edge: u reads at the indices read what w writes at the indices
// written. Buffers, which are read at their own instance, have neither.
func (a *analysis) edge(w, u *message.Update, kind Kind, group int, read, written []*model.Expr) {
	if w.Kind == message.Send && a.initialized(w) {
		kind &^= Fresh // the initial value that the user gave is as good
	}
	e := Edge{From: w.ID, To: u.ID, Kind: kind}
	if kind&(Required|SkipIfUniform) != 0 {
		e.Group = group
	}
	from := a.axes.of(w)
	for _, axis := range a.axes.of(u) {
		if !contains(from, axis) {
			continue
		}
		o := Offset{Axis: axis}
		if w.Kind != message.Buffer && w.Kind != message.Branches {
			o.Steps, o.Any = a.steps(w, u, axis, read, written)
		}
		e.Offsets = append(e.Offsets, o)
	}
	a.edges = append(a.edges, e)
}

// steps finds how far from its own element u reads along an axis.
func (a *analysis) steps(w, u *message.Update, axis int, read, written []*model.Expr) (int, bool) {
	for k := range read {
		i, c, ok := read[k].Affine()
		j, d, ok2 := written[k].Affine()
		if ok && ok2 && a.axes.is(u, i, axis) && a.axes.is(w, j, axis) {
			return c - d, false
		}
	}
	return 0, true
}

func contains(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

func kindOf(f operators.Flag) Kind {
	var k Kind
	for _, pair := range []struct {
		flag operators.Flag
		kind Kind
	}{
		{operators.Required, Required}, {operators.SkipIfUniform, SkipIfUniform}, {operators.Trigger, Trigger},
		{operators.Fresh, Fresh}, {operators.NoInit, NoInit},
	} {
		if f&pair.flag != 0 {
			k |= pair.kind
		}
	}
	return k
}

// sorted returns the edges by To, From, each once.
func (a *analysis) sorted() []Edge {
	sort.SliceStable(a.edges, func(i, j int) bool {
		x, y := a.edges[i], a.edges[j]
		if x.To != y.To {
			return x.To < y.To
		}
		return x.From < y.From
	})
	out := a.edges[:0] // in place: there are millions where a plate is written out
	for _, e := range a.edges {
		same := false
		for k := len(out) - 1; k >= 0 && out[k].To == e.To && out[k].From == e.From; k-- {
			if out[k].Kind == e.Kind && out[k].Others == e.Others && out[k].Group == e.Group && sameOffsets(out[k].Offsets, e.Offsets) {
				same = true
			}
		}
		if !same {
			out = append(out, e)
		}
	}
	return out
}

func sameOffsets(a, b []Offset) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
