package passes

import (
	"fmt"
	"strings"

	"mpc/codegen/code"
)

// A Dimension is a dimension of a table.
type Dimension struct {
	Of *code.Table
	K  int
}

// Layout says where the elements of tables with several dimensions stand: the rows of a dimension
// whose size depends on others start where a table of Starts says.
type Layout struct {
	Starts map[*code.Table]Dimension
	Sizes  map[*code.Table]Dimension
}

// Positions gives each table one dimension: elements stand in the order of their indices, the last
// of which runs fastest. An element that several statements of a block, or of blocks in it, name has its position
// computed once.
func Positions(p *code.Program) *Layout {
	w := &positions{program: p, layout: &Layout{map[*code.Table]Dimension{}, map[*code.Table]Dimension{}},
		shapes: map[string]*shape{}, of: map[*code.Table]*shape{}}
	for _, t := range p.Tables {
		if len(t.Dims) > 1 {
			w.of[t] = w.shape(t)
		}
	}
	for _, r := range p.Rows {
		if r.Body != nil {
			w.names = map[string]bool{}
			for _, v := range r.Values() {
				w.names[v.Name] = true
			}
			w.block(r.Body, nil)
		}
	}
	for t, s := range w.of {
		t.Dims = []*code.Dim{{Index: t.Dims[0].Index, Size: &code.Size{Table: s.total}}}
	}
	return w.layout
}

// A shape is what tables of the same sizes have in common.
type shape struct {
	dims   []*code.Dim
	starts []*code.Table // by dimension, nil where all rows are of one size
	sizes  []*code.Table // by dimension, nil where the size is a constant or in a table
	total  *code.Table
}

type positions struct {
	program *code.Program
	layout  *Layout
	shapes  map[string]*shape
	of      map[*code.Table]*shape
	names   map[string]bool // of the values of the function
}

// shape is that of a table: tables are of one shape where their sizes are the same.
func (w *positions) shape(t *code.Table) *shape {
	var key strings.Builder
	for _, d := range t.Dims {
		fmt.Fprintf(&key, "%p %d %v;", d.Size.Table, d.Size.Constant, d.Size.At)
	}
	if s := w.shapes[key.String()]; s != nil {
		return s
	}
	s := &shape{dims: t.Dims, starts: make([]*code.Table, len(t.Dims)), sizes: make([]*code.Table, len(t.Dims))}
	for k, d := range t.Dims {
		if len(d.Size.At) > 0 {
			s.starts[k] = w.declare(fmt.Sprintf("start%d_%d", len(w.shapes), k))
			s.starts[k].Dims = []*code.Dim{{Index: "i", Size: &code.Size{Table: w.declare(fmt.Sprintf("rows%d_%d", len(w.shapes), k))}}}
			w.layout.Starts[s.starts[k]] = Dimension{t, k}
		}
	}
	s.total = w.declare(fmt.Sprintf("total%d", len(w.shapes)))
	w.shapes[key.String()] = s
	return s
}

func (w *positions) declare(name string) *code.Table {
	for w.program.Table(name) != nil {
		name += "_"
	}
	t := &code.Table{Name: name, Type: code.Whole, Keep: code.Input}
	w.program.Tables = append(w.program.Tables, t)
	return t
}

// known are the positions that the blocks around have computed.
type known struct {
	outer *known
	at    map[string]code.Operand
}

func (k *known) find(key string) code.Operand {
	for ; k != nil; k = k.outer {
		if v := k.at[key]; v != nil {
			return v
		}
	}
	return nil
}

func (w *positions) block(b *code.Block, outer *known) {
	k := &known{outer, map[string]code.Operand{}}
	stmts := b.Stmts
	b.Stmts = nil
	for _, s := range stmts {
		for _, p := range code.Places(s.Do) {
			if shape := w.of[p.Table]; shape != nil {
				p.Index, p.Known = []code.Operand{w.position(b, s, shape, p.Index, k)}, true
			}
		}
		b.Stmts = append(b.Stmts, s)
		for _, inner := range code.Blocks(s.Do) {
			in := k
			if f, ok := s.Do.(*code.For); ok && f.Parallel {
				in = nil // its passes run in a function of their own
			}
			w.block(inner, in)
		}
	}
}

// position computes the position of an element before a statement.
func (w *positions) position(b *code.Block, s *code.Stmt, shape *shape, index []code.Operand, k *known) code.Operand {
	pos := index[0]
	for d, x := range index[1:] {
		d++
		if c, ok := pos.(code.Constant); ok && c.Whole == 0 {
			// The first row starts at 0.
		} else if start := shape.starts[d]; start != nil {
			pos = w.once(b, s, k, fmt.Sprintf("%s[%s]", start.Name, pos), "row", &code.Load{From: &code.Place{Table: start, Index: []code.Operand{pos}, Known: true}})
		} else {
			pos = w.apply(b, s, k, "*", pos, w.size(b, s, shape.dims[d].Size, k))
		}
		pos = w.apply(b, s, k, "+", pos, x)
	}
	return pos
}

// size is the number of elements of a dimension.
func (w *positions) size(b *code.Block, s *code.Stmt, size *code.Size, k *known) code.Operand {
	if size.Table == nil {
		return code.Constant{Of: code.Whole, Whole: size.Constant}
	}
	return w.once(b, s, k, size.Table.Name+"[]", "size", &code.Load{From: &code.Place{Table: size.Table}})
}

// apply computes a sum or a product, of constants at once.
func (w *positions) apply(b *code.Block, s *code.Stmt, k *known, symbol string, x, y code.Operand) code.Operand {
	c, ok1 := x.(code.Constant)
	d, ok2 := y.(code.Constant)
	switch {
	case ok1 && ok2 && symbol == "+":
		return code.Constant{Of: code.Whole, Whole: c.Whole + d.Whole}
	case ok1 && ok2:
		return code.Constant{Of: code.Whole, Whole: c.Whole * d.Whole}
	case symbol == "+" && ok1 && c.Whole == 0:
		return y
	case symbol == "+" && ok2 && d.Whole == 0 || symbol == "*" && ok2 && d.Whole == 1:
		return x
	case symbol == "*" && ok1 && c.Whole == 0:
		return x
	}
	o := code.FindOperation(symbol, code.Whole, code.Whole)
	return w.once(b, s, k, fmt.Sprintf("%s %s %s", x, symbol, y), "i", &code.Apply{Operation: o, Args: []code.Operand{x, y}})
}

// once adds a statement that computes a whole number, unless it is known.
func (w *positions) once(b *code.Block, s *code.Stmt, k *known, key, base string, do code.Action) code.Operand {
	if v := k.find(key); v != nil {
		return v
	}
	n := 1
	name := base + "1"
	for w.names[name] {
		n++
		name = fmt.Sprintf("%s%d", base, n)
	}
	w.names[name] = true
	v := &code.Value{Name: name, Of: code.Whole}
	w.program.Statements++
	b.Stmts = append(b.Stmts, &code.Stmt{Number: w.program.Statements, Origin: s.Origin, Results: []*code.Value{v}, Do: do})
	k.at[key] = v
	return v
}
