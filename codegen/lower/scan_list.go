package lower

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/message/conditional"
	"mpc/model"
)

// An InstanceList has, for each element of an array, the passes of a loop that read it: the data say which element a pass reads,
// and the elements depend on each other, so that they are drawn one after the other. It is made once, when the data are known.
type InstanceList struct {
	Loop   *model.Loop
	By     *model.Expr   // the element that a pass of the loop reads
	Guards []*model.Expr // of the passes that do
	Size   *model.Expr   // how many elements there are
}

// Key tells lists apart.
func (l *InstanceList) Key() string {
	index := &model.Index{ID: -1, Name: "pass"}
	same := func(e *model.Expr) string { return e.Subst(l.Loop.Index, model.IndexExpr(index)).Key() }
	key := fmt.Sprint(l.Loop.Lo.Key(), ";", l.Loop.Hi.Key(), ";", l.Size.Key(), ";", same(l.By))
	for _, c := range l.Guards {
		key += ";" + same(c)
	}
	return key
}

// listed finds the list that the first loop of a term can go over, and the condition that it answers.
func (f *chain) listed(t *conditional.Term) (*InstanceList, conditional.Search, bool) {
	d := f.drawing.of
	if d == nil || len(t.Loops) == 0 {
		return nil, conditional.Search{}, false
	}
	l := t.Loops[0]
	for _, s := range d.Searches(t) {
		size := d.Variable().Dims[s.Dim]
		if !given(s.By, l.Index) || !given(l.Lo, nil) || !given(l.Hi, nil) || !given(size, nil) {
			continue
		}
		list := &InstanceList{Loop: l, By: s.By, Size: size}
		for n, g := range t.Guards {
			if n != s.Guard && given(g, l.Index) {
				list.Guards = append(list.Guards, g)
			}
		}
		return list, s, true
	}
	return nil, conditional.Search{}, false
}

// given tells whether the data alone decide an expression, for each value of an index.
func given(e *model.Expr, index *model.Index) bool {
	bound := map[*model.Index]bool{index: true}
	e.Walk(func(x *model.Expr) {
		if x.Op == model.OpReduce {
			bound[x.Loop.Index] = true
		}
	})
	ok := true
	e.Walk(func(x *model.Expr) {
		switch x.Op {
		case model.OpVariable, model.OpDim:
			ok = false
		case model.OpIndex:
			ok = ok && bound[x.Index]
		}
	})
	return ok
}

// passes are those of a list that read an element.
func (f *chain) passes(l *InstanceList, at *model.Expr) code.Operand {
	key := l.Key()
	if f.lists[key] == nil {
		t := &code.Table{Name: "list", Type: f.handle("", "List"), Keep: code.State}
		f.lists[key] = f.declare(t, Source{InChain: InChain{List: l}})
	}
	t := f.lists[key]
	r := f.lowering.row("passes", Callee{Kind: Method, Name: "At"}, types(code.Array{Elem: code.Whole}), param("list", t.Type), param("element", code.Whole))
	return f.call("passes", r, &code.Place{Table: t}, f.whole(at))
}

// makeLists lowers how the lists are made, when the data are known.
func (l *lowering) makeLists() {
	if len(l.lists) == 0 && !slices.ContainsFunc(l.Program.Program.Tables, func(t *code.Table) bool { return l.Tables[t].Order != nil }) {
		return
	}
	l.make(Main.has("lists", "finds which passes of loops read each element."), types(code.Fault), func(f *function) {
		for _, t := range l.Program.Program.Tables {
			at := &code.Place{Table: t}
			if o := l.Tables[t].Order; o != nil {
				f.makeOrder(o, at)
			}
			list := l.Tables[t].List
			if list == nil {
				continue
			}
			f.change(at, "Begin", f.whole(list.Size))
			f.loop(list.Loop.Index, f.whole(list.Loop.Lo), f.whole(list.Loop.Hi), false, false, func() {
				say := func() { f.change(at, "Say", f.index(list.Loop.Index), f.whole(list.By)) }
				if len(list.Guards) == 0 {
					say()
				} else {
					f.choose(f.all(list.Guards), say, nil)
				}
			})
			f.change(at, "Order")
		}
	})
}
