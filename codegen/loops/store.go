package loops

import (
	"slices"

	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// tables lays out where messages are stored.
func (b *builder) tables(scheduled map[int]bool) {
	p := b.program
	posteriors := map[*factor.Variable]bool{}
	for _, u := range p.Message.Updates {
		if u.Kind == message.Posterior && scheduled[u.ID] {
			posteriors[u.Variable] = true
		}
	}
	kept := keptMoments(p.Message, scheduled)
	for _, v := range p.Message.Graph.Variables {
		s := &Store{byEdge: map[int]*Table{}}
		many := !posteriors[v] && manyStatements(v)
		for _, e := range v.Edges {
			if u := p.Message.To[e.ID]; u == nil || !scheduled[u.ID] {
				continue // always uniform, or nobody reads it
			}
			var t *Table
			switch {
			case e.Defines:
				if s.Definition == nil {
					s.Definition = b.table(&Table{Role: Definition, Family: v.Family, Dims: v.Dims, Variable: v})
				}
				t = s.Definition
			case b.summed(e):
				t = b.table(&Table{Role: Sum, Family: v.Family, Dims: v.Dims, Variable: v, Edge: e})
				s.Uses = append(s.Uses, t)
			case e.Injective() && !(many && len(e.Factor.Loops) == 0 && e.Slot.Over == nil):
				t = &Table{Role: Use, Family: v.Family, Dims: v.Dims, Variable: v, Edge: e}
				t.sparse()
				if t.Seen, t.seenIndex = seen(p.Message.To[e.ID]); t.Seen != nil {
					t.Dims, t.Sparse = nil, false
				}
				b.table(t)
				s.Uses = append(s.Uses, t)
			default:
				loops := e.Factor.Loops
				if e.Slot.Over != nil {
					loops = append(loops[:len(loops):len(loops)], e.Slot.Over)
				}
				t = b.table(&Table{Role: Replicated, Family: v.Family, Dims: model.PlateDims(loops), Variable: v, Edge: e})
				s.Replicated = append(s.Replicated, t)
			}
			s.byEdge[e.ID] = t
		}
		if p.Message.Integrates(v.Source) {
			s.Definition = b.table(&Table{Role: Definition, Family: v.Family, Dims: v.Dims, Variable: v})
		}
		if s.Replicated != nil {
			s.Total = b.table(&Table{Role: Total, Family: v.Family, Dims: v.Dims, Variable: v})
		}
		if posteriors[v] {
			s.Posterior = b.table(&Table{Role: Posterior, Family: v.Family, Dims: v.Dims, Variable: v})
			if kept[v] {
				s.Moments = b.table(&Table{Role: Moments, Family: v.Family, Dims: v.Dims, Variable: v})
			}
		}
		b.shareSame(v, s)
		p.Store = append(p.Store, s)
		var point *Table
		if v.Point {
			point = b.table(&Table{Role: Point, Family: v.Family, Dims: v.Dims, Variable: v})
		}
		p.Points = append(p.Points, point)
	}
	if g := p.Message.Gaussian; g != nil {
		for _, d := range slices.Concat(g.Parts(), g.Integrated(), g.Singles) {
			p.Constants[d.Variable()] = b.table(drawnTable(d.Variable()))
		}
		for _, r := range g.Answers() { // that the place of an element is found
			if v := r.Site.Answer.Variable; p.Constants[v] == nil {
				p.Constants[v] = b.table(drawnTable(v))
			}
		}
	}
	for _, d := range p.Message.Graph.Data {
		if p.Constants[d.Variable] == nil {
			p.Constants[d.Variable] = b.table(&Table{Role: Constant, Type: d.Variable.Type, Dims: d.Variable.Dims})
		}
	}
}

// maxProduct is how many messages a cavity multiplies one by one.
const maxProduct = 64

// manyStatements tells whether so many statements of their own read a variable that its messages,
// where cavities are made of them, go into a total, as those of a plate do: n cavities of n messages
// each are n^2 products.
func manyStatements(v *factor.Variable) bool {
	n := 0
	for _, e := range v.Edges {
		if !e.Defines && len(e.Factor.Loops) == 0 && e.Slot.Over == nil {
			n++
		}
	}
	return n > maxProduct
}

// sparse makes a table of messages about missing entries one of no element while
// none is missing, where that is not the size of the variable anyway.
func (t *Table) sparse() {
	loops := t.Edge.Factor.Loops
	if len(loops) == 0 || len(t.Dims) == 0 {
		return
	}
	_, some := loops[0].Full.Where()
	if _, has := t.Dims[0].Where(); some == nil || has != nil {
		return
	}
	t.Dims = append([]*model.Expr{model.Call("*", model.Type{Kind: model.Int}, t.Dims[0], some)}, t.Dims[1:]...)
	t.Sparse = true
}

func (b *builder) table(t *Table) *Table {
	t.ID = len(b.program.Tables)
	b.program.Tables = append(b.program.Tables, t)
	return t
}

// Table returns where the message over an edge is stored, or nil.
func (s *Store) Table(e *factor.Edge) *Table { return s.byEdge[e.ID] }

// MessagePlace is where the message over e is stored.
func (p *Program) MessagePlace(e *factor.Edge) *Place {
	t := p.Store[e.Variable.ID].byEdge[e.ID]
	if t == nil {
		return nil
	}
	if t.Role != Replicated {
		return &Place{t, e.Index}
	}
	var index []*model.Expr
	for _, l := range e.Factor.Loops {
		index = append(index, model.IndexExpr(l.Index))
	}
	if e.Slot.Over != nil {
		index = append(index, model.IndexExpr(e.Slot.Over.Index))
	}
	return &Place{t, index}
}

// Cavity is the product of all messages to the element that e leads to, but the
// one over e itself.
func (p *Program) Cavity(e *factor.Edge) Product {
	s := p.Store[e.Variable.ID]
	own := s.byEdge[e.ID]
	var out Product
	if s.Definition != nil && s.Total == nil && own != s.Definition {
		out = append(out, Term{Place: Place{s.Definition, e.Index}})
	}
	for _, t := range s.Uses {
		if t != own {
			out = append(out, Term{Place: Place{t, e.Index}})
		}
	}
	if s.Total != nil {
		term := Term{Place: Place{s.Total, e.Index}}
		if own != nil && s.InTotal(own) {
			term.Except = p.MessagePlace(e)
		}
		out = append(out, term)
	}
	return out
}

// InTotal tells whether the messages of a table are part of the Total.
func (s *Store) InTotal(t *Table) bool {
	return s.Total != nil && (t.Role == Replicated || t.Role == Definition)
}

// Totalled lists the edges whose messages are part of the Total.
func (s *Store) Totalled(v *factor.Variable) []*factor.Edge {
	var list []*factor.Edge
	for _, e := range v.Edges {
		if t := s.byEdge[e.ID]; t != nil && s.InTotal(t) {
			list = append(list, e)
		}
	}
	return list
}

// All is the product of all messages to the element of v at index.
func (p *Program) All(v *factor.Variable, index []*model.Expr) Product {
	s := p.Store[v.ID]
	var out Product
	if s.Definition != nil && s.Total == nil {
		out = append(out, Term{Place: Place{s.Definition, index}})
	}
	for _, t := range s.Uses {
		out = append(out, Term{Place: Place{t, index}})
	}
	if s.Total != nil {
		out = append(out, Term{Place: Place{s.Total, index}})
	}
	return out
}

// Forward is the message from the definition of the element of v at index.
func (p *Program) Forward(v *factor.Variable, index []*model.Expr) Product {
	if t := p.Store[v.ID].Definition; t != nil {
		return Product{{Place: Place{t, index}}}
	}
	return nil
}

// Stored is the posterior, which messages read, of the element of v at index.
func (p *Program) Stored(v *factor.Variable, index []*model.Expr) Product {
	if t := p.Store[v.ID].Posterior; t != nil {
		return Product{{Place: Place{t, index}}}
	}
	return nil
}

// Marginal is what is known of the element of v at index: its posterior, the message
// from its definition, or the product of all messages.
func (p *Program) Marginal(v *factor.Variable, index []*model.Expr) Product {
	switch {
	case p.Store[v.ID].Posterior != nil:
		return p.Stored(v, index)
	case p.Message.Known[v.ID] == message.Forward:
		return p.Forward(v, index)
	}
	return p.All(v, index)
}

// values says what the arguments of an operator are.
func (p *Program) values(args []message.Arg) []Value {
	var out []Value
	for _, a := range args {
		v := Value{Arg: a}
		switch a.Source {
		case message.Data:
			v.Data = a.Slot.Data
		case message.Cavity:
			v.Product = p.Cavity(a.Slot.Edge)
			if own := p.MessagePlace(a.Slot.Edge); own != nil && a.Power != nil {
				v.Product = append(v.Product, Term{Place: *own, Copies: a.Power})
			}
		case message.Product:
			v.Product = p.All(a.Slot.Edge.Variable, a.Slot.Edge.Index)
		case message.Stored:
			v.Product = p.Stored(a.Slot.Edge.Variable, a.Slot.Edge.Index)
			if t := p.Store[a.Slot.Edge.Variable.ID].Moments; a.Moments && t != nil {
				v.Product = Product{{Place: Place{t, a.Slot.Edge.Index}}}
			}
		case message.Sent:
			if own := p.MessagePlace(a.Slot.Edge); own != nil {
				v.Product = Product{{Place: *own}}
			}
		case message.Forward:
			v.Product = p.Forward(a.Slot.Edge.Variable, a.Slot.Edge.Index)
		case message.Position:
			over := a.Slot.Over
			v.Data = model.Call("-", model.Type{Kind: model.Int}, model.IndexExpr(over.Index), over.Lo)
			if over.Lo.IsNumber(0) {
				v.Data = model.IndexExpr(over.Index)
			}
		case message.Value:
			v.Point = &Place{p.Points[a.Slot.Edge.Variable.ID], a.Slot.Edge.Index}
		case message.FromBuffer:
			v.Buffer = a.Buffer
		}
		out = append(out, v)
	}
	return out
}

// Values says what the arguments of a term of the evidence are.
func (p *Program) Values(t *message.Term) []Value { return p.values(t.Args) }
