package passes

import (
	"fmt"

	"mpc/codegen/code"
)

// Hoist reads data that the passes of inner loops read again and again, such as the word at a place of a
// text that each topic is asked for, once in each pass of the loop whose index picks them: at its beginning. Data
// that it has read are not read again in that pass.
func Hoist(p *code.Program) {
	for _, r := range p.Rows {
		if r.Body != nil {
			h := &hoisting{program: p, indices: map[*code.Value]bool{}, names: map[string]bool{}}
			for _, v := range r.Values() {
				h.names[v.Name] = true
			}
			h.block(r.Body)
		}
	}
}

type hoisting struct {
	program *code.Program
	indices map[*code.Value]bool // of the loops around, and of those before
	names   map[string]bool      // of the values of the function
}

// block hoists in the loops of a block, the outer ones first.
func (h *hoisting) block(b *code.Block) {
	for _, s := range b.Stmts {
		if f, ok := s.Do.(*code.For); ok {
			for _, strand := range f.Strands {
				h.indices[strand.Index] = true
				h.body(strand)
			}
		}
		for _, inner := range code.Blocks(s.Do) {
			h.block(inner)
		}
	}
}

// body hoists what the loops in the body of a loop read.
func (h *hoisting) body(s *code.Strand) {
	var first []*code.Stmt
	at := map[string]*code.Value{}
	for _, x := range s.Body.Stmts {
		for _, inner := range code.Blocks(x.Do) {
			h.inside(s, x, inner, false, func(load *code.Stmt) {
				from := load.Do.(*code.Load).From
				if key := from.String(); at[key] == nil {
					v := &code.Value{Name: h.name(), Of: load.Results[0].Of}
					h.program.Statements++
					place := *from
					first = append(first, &code.Stmt{Number: h.program.Statements, Origin: code.Origin{Line: load.Origin.Line}, Results: []*code.Value{v}, Do: &code.Load{From: &place}})
					at[key] = v
				}
			})
		}
	}
	if len(first) == 0 {
		return
	}
	known := map[*code.Value]code.Operand{}
	h.forget(s.Body, at, known)
	code.Replace(s.Body, known)
	s.Body.Stmts = append(first, s.Body.Stmts...)
}

// inside finds loads of data that the index of a loop picks, in loops inside of its body.
func (h *hoisting) inside(s *code.Strand, around *code.Stmt, b *code.Block, looped bool, found func(*code.Stmt)) {
	if _, ok := around.Do.(*code.For); ok {
		looped = true
	}
	for _, x := range b.Stmts {
		if looped && h.picks(s.Index, x) {
			found(x)
		}
		for _, inner := range code.Blocks(x.Do) {
			h.inside(s, x, inner, looped, found)
		}
	}
}

// picks tells whether a statement reads data whose place the index of a loop and those of loops around it
// alone say, and which Check sees to be there.
func (h *hoisting) picks(index *code.Value, s *code.Stmt) bool {
	load, ok := s.Do.(*code.Load)
	if !ok || load.From.Table.Keep != code.Input || load.From.Known {
		return false
	}
	last := false
	for _, x := range load.From.Index {
		if v, ok := x.(*code.Value); ok {
			if !h.indices[v] {
				return false
			}
			last = last || v == index
		}
	}
	return last
}

// forget takes the loads away that have been hoisted.
func (h *hoisting) forget(b *code.Block, at map[string]*code.Value, known map[*code.Value]code.Operand) {
	var rest []*code.Stmt
	for _, x := range b.Stmts {
		if load, ok := x.Do.(*code.Load); ok && load.From.Table.Keep == code.Input {
			if v := at[load.From.String()]; v != nil {
				known[x.Results[0]] = v
				continue
			}
		}
		rest = append(rest, x)
		for _, inner := range code.Blocks(x.Do) {
			h.forget(inner, at, known)
		}
	}
	b.Stmts = rest
}

// name is a name for a value.
func (h *hoisting) name() string {
	name := "datum"
	for n := 2; h.names[name]; n++ {
		name = fmt.Sprintf("datum_%d", n)
	}
	h.names[name] = true
	return name
}
