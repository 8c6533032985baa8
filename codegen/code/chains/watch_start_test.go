package chains

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/model"
)

// Places that the code of starts names, as watched calls tell them apart.
type watched struct {
	of    *model.Variable
	write bool
}

// WatchStart calls a function wherever the code of starts writes an element of a variable, after it, or reads one, before
// it. A place without all indices of its variable is none.
func (p *Program) WatchStart(watch func(v *model.Variable, write bool, at []int64)) {
	of := map[*code.Table]*model.Variable{}
	for _, d := range p.code.Loops.Message.Sampling.Draws {
		for _, v := range d.Variables {
			if t := p.values[v]; t != nil {
				of[t] = v
			}
		}
	}
	measured := p.measured()
	watchBlock := func(b *code.Block, visit func(*code.Block)) {
		var list []*code.Stmt
		for _, s := range b.Stmts {
			var after []*code.Stmt
			for _, x := range touched(s.Do) {
				v := of[x.place.Table]
				if v == nil || measured[s] {
					continue
				}
				call := &code.Stmt{Do: p.watchCall(watched{v, x.write}, x.place.Index[:len(v.Dims)], watch)}
				if x.write {
					after = append(after, call)
				} else {
					list = append(list, call)
				}
			}
			list = append(append(list, s), after...)
			for _, inner := range code.Blocks(s.Do) {
				visit(inner)
			}
		}
		b.Stmts = list
	}
	var visit func(b *code.Block)
	visit = func(b *code.Block) { watchBlock(b, visit) }
	visit(p.code.Scan.Start.Body)
}

// measured are the statements that take a stretch of memory of which nothing but its length is read.
func (p *Program) measured() map[*code.Stmt]bool {
	read := map[code.Operand]bool{}
	p.code.Scan.Start.Body.Walk(func(s *code.Stmt) bool {
		if _, ok := s.Do.(*code.Length); !ok {
			for _, x := range code.Operands(s.Do) {
				read[x] = true
			}
		}
		return true
	})
	list := map[*code.Stmt]bool{}
	p.code.Scan.Start.Body.Walk(func(s *code.Stmt) bool {
		if _, ok := s.Do.(*code.Call); ok && len(s.Results) == 1 {
			_, array := s.Results[0].Of.(code.Array)
			list[s] = array && !read[s.Results[0]]
		}
		return true
	})
	return list
}

// A touch is a place that a statement reads or writes.
type touch struct {
	place *code.Place
	write bool
}

// touched are the places of tables that a statement reads or writes.
func touched(a code.Action) (list []touch) {
	switch a := a.(type) {
	case *code.Load:
		list = append(list, touch{a.From, false})
	case *code.Store:
		list = append(list, touch{a.To, true})
	case *code.Call:
		for i, x := range a.Args {
			if p, ok := x.(*code.Place); ok {
				list = append(list, touch{p, a.Row.Params[i].Access != code.Read})
			}
		}
	}
	return list
}

// watchCall is a call of a native that tells of a place.
func (p *Program) watchCall(w watched, index []code.Operand, watch func(v *model.Variable, write bool, at []int64)) *code.Call {
	name := fmt.Sprintf("watch_%s_%t", w.of.Name, w.write)
	row := p.code.Row(name)
	if row == nil {
		row = &code.Row{Name: name}
		for i := range index {
			row.Params = append(row.Params, &code.Param{Value: &code.Value{Name: fmt.Sprintf("x%d", i), Of: code.Whole}})
		}
		p.code.Rows = append(p.code.Rows, row)
		p.natives[name] = func(in, _ *numbers) { watch(w.of, w.write, append([]int64(nil), in.Wholes...)) }
	}
	return &code.Call{Row: row, Args: index}
}
