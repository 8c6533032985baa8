package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// Memory is what functions keep and work in beside tables of messages: fields of what they are methods of.
type Memory struct {
	Previous []*factor.Variable // of whose elements is kept what was known before
	Sums     []*loops.Running   // that are kept in arrays
	Branches []*message.Update  // whose log evidence is kept, but of a number of branches that is the same for all data
	Messages []*code.Table      // a message to work in each
	Scratch  []*code.Table      // an array to work in each
	Work     bool               // operators or moments need memory to work in
	Weights  bool               // operators on whole numbers do
	// Of a chain: variables that are drawn by slices, whose widths adapt, the passes that read an element, sums of what is
	// said of elements, what it keeps of its scans by name, and memory for the weights of values.
	Widths   []*model.Variable
	Lists    []*InstanceList
	Orders   []*StartOrder
	Added    []*code.Table
	State    map[string]bool
	OfValues bool
	// Directions tells that it keeps those of moves, Shifts that it keeps the widths of moves by a distance, Collapsed what it knows
	// of numbers that are proposed with others integrated out, OneBlocks of normals that are proposed as one block.
	Directions, Shifts, Collapsed, OneBlocks bool
}

// Memories are those of an inference, of a chain, of a filter, and of a latent Gaussian model.
type Memories struct{ Inference, Chain, Filter, Joint *Memory }

// Memories finds what the functions of the program keep and work in.
func (p *Program) Memories() *Memories {
	var inference, chain, filter, joint []*code.Row
	ofChain, ofFilter := p.chainRows(), p.filterRows()
	for _, r := range p.Rows {
		switch {
		case r.Body == nil:
		case ofChain[r]:
			chain = append(chain, r)
		case ofFilter[r]:
			filter = append(filter, r)
		case p.Declared(r) != nil && p.Declared(r).On == OfJoint:
			joint = append(joint, r)
		default:
			inference = append(inference, r)
		}
	}
	return &Memories{p.memoryOf(inference), p.memoryOf(chain), p.memoryOf(filter), p.memoryOf(joint)}
}

// chainRows are the functions of a chain.
func (p *Program) chainRows() map[*code.Row]bool {
	rows := map[*code.Row]bool{}
	s := p.Scan
	if s == nil {
		return rows
	}
	for _, r := range []*code.Row{s.Start, s.Scan, s.Sweep, s.Compute, s.Look, s.Excluded, s.Patterns} {
		rows[r] = true
	}
	for _, r := range s.Draws {
		rows[r] = true
	}
	for _, list := range s.Beside {
		for _, b := range list {
			rows[b.Row] = true
		}
	}
	return rows
}

// filterRows are those of a filter.
func (p *Program) filterRows() map[*code.Row]bool {
	rows := map[*code.Row]bool{}
	if p.Filter == nil {
		return rows
	}
	for _, name := range []string{"atFirst", "later", "always"} {
		rows[p.Functions[name]] = true
	}
	for _, in := range p.Filter.Seen {
		rows[p.Functions[SeenOf(in)]] = true
	}
	return rows
}

// memoryOf finds what some functions keep and work in, in the order of the tables of the program.
func (p *Program) memoryOf(rows []*code.Row) *Memory {
	named := map[*code.Table]bool{}
	for _, r := range rows {
		r.Body.Walk(func(s *code.Stmt) bool {
			for _, place := range code.Places(s.Do) {
				named[place.Table] = true
			}
			return true
		})
	}
	m := &Memory{State: map[string]bool{}}
	for _, t := range p.Program.Tables {
		if named[t] {
			m.add(t, p.Tables[t])
		}
	}
	return m
}

// add adds what a table needs.
func (m *Memory) add(t *code.Table, s Source) {
	switch {
	case s.Previous != nil:
		m.Previous = withOne(m.Previous, s.Previous)
	case s.Sum != nil && s.Sum.Dims != nil:
		m.Sums = withOne(m.Sums, s.Sum)
	case s.Work != nil && s.Work.String() == "MvWork":
		m.Work = true
	case s.Work != nil:
		m.Weights = true
	case s.Message != nil:
		m.Messages = append(m.Messages, t)
	case s.Branches != nil && s.Scratch == nil:
		if !FixedBranches(s.Branches) {
			m.Branches = withOne(m.Branches, s.Branches)
		}
	case s.Width != nil:
		m.Widths = withOne(m.Widths, s.Width)
	case s.Shifts != nil:
		m.Shifts = true
	case s.Directions != nil:
		m.Directions = true
	case s.Collapsed != nil:
		m.Collapsed = true
	case s.OneBlocks != nil:
		m.OneBlocks = true
	case s.List != nil:
		m.Lists = withOne(m.Lists, s.List)
	case s.Order != nil:
		m.Orders = withOne(m.Orders, s.Order)
	case s.Added != nil:
		m.Added = append(m.Added, t)
	case s.State != "":
		m.State[s.State] = true
	case s.Weights:
		m.OfValues = true
	case s.Scratch != nil:
		m.Scratch = append(m.Scratch, t)
	}
}

func withOne[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// FixedBranches tells whether the number of branches is the same for all data.
func FixedBranches(u *message.Update) bool { return u.Factor.Gate.Model.Size.Op == model.OpNumber }
