package loops

import (
	"mpc/depanalysis"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// sampled makes the program of a model whose variables are sampled: constants, which are
// computed once, the draws of an iteration, and what is computed of each draw that is
// kept. A conditional is computed where its draw is: no other update reads it.
func sampled(p *message.Program, g *depanalysis.Graph, s *schedule.Schedule) *Program {
	b := &builder{program: &Program{Message: p, Constants: map[*model.Variable]*Table{}}, graph: g, paces: map[int]Pace{}}
	b.tables(map[int]bool{})
	for _, d := range p.Sampling.Draws {
		for _, v := range d.Variables {
			b.program.Constants[v] = b.table(drawnTable(v))
		}
	}
	for _, v := range p.Sampling.Values {
		b.program.Constants[v.Variable] = b.table(drawnTable(v.Variable))
	}
	var once []schedule.Step
	for _, st := range s.Steps {
		switch st := st.(type) {
		case *schedule.Iterate:
			b.program.Scan = append(b.program.Scan, b.draws(st.Body)...)
		case *schedule.Loop:
			once = append(once, st) // constants that read elements of themselves
		case *schedule.Update:
			u := p.Updates[st.Node]
			switch u.Kind {
			case message.Draw, message.Function:
				b.program.Kept = append(b.program.Kept, u)
			case message.Assign, message.Check:
				once = append(once, st)
			}
		}
	}
	b.once(once)
	for _, u := range p.Updates {
		if u.Kind == message.Marginal {
			b.program.Marginals = append(b.program.Marginals, u)
		}
	}
	b.inputs()
	b.locals()
	return b.program
}

// drawnTable is the table of the values of a variable.
func drawnTable(v *model.Variable) *Table {
	dims := v.Dims
	if v.Type.Dimensions > 0 {
		dims = append(v.Dims[:len(v.Dims):len(v.Dims)], v.Sizes...)
	}
	return &Table{Role: Drawn, Type: v.Type, Dims: dims}
}

// draws lists the draws among steps.
func (b *builder) draws(steps []schedule.Step) (list []*message.Update) {
	for _, u := range b.within(steps) {
		if u.Kind == message.Draw {
			list = append(list, u)
		}
	}
	return list
}
