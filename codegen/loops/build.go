package loops

import (
	"slices"

	"mpc/depanalysis"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// Build makes the loop program of a schedule.
func Build(p *message.Program, g *depanalysis.Graph, s *schedule.Schedule) *Program {
	if p.Sampling != nil {
		return sampled(p, g, s)
	}
	apart := alone(p)
	for {
		b := &builder{
			program: &Program{Message: p, Constants: map[*model.Variable]*Table{}},
			graph:   g,
			paces:   map[int]Pace{},
			alone:   apart,
			same:    map[int][]bool{},
			inside:  map[int]map[int]bool{},
			cleared: map[int]bool{},
			turns:   map[int]int{},
			turn:    map[*Apply]int{},
		}
		if program := b.build(s); !b.again {
			return program
		}
	}
}

func (b *builder) build(s *schedule.Schedule) *Program {
	p := b.program.Message
	for _, x := range s.Shortened {
		b.paces[x.Node] = Checked
		if x.Bound < 0 {
			b.paces[x.Node] = Halved
		}
	}
	scheduled := map[int]bool{}
	b.scheduled(s.Steps, scheduled)
	b.sequential(s.Steps, nil)
	b.tables(scheduled)
	var once []schedule.Step
	for _, st := range s.Steps {
		if it, ok := st.(*schedule.Iterate); ok {
			b.once(once)
			once = nil
			b.iterating = true
			step := &Step{Iterate: true, Init: b.block(it.Init, frame{}), Body: b.block(it.Body, frame{}), Final: b.block(it.Final, frame{})}
			b.iterating = false
			b.watch(step, it)
			b.step(step)
			continue
		}
		once = append(once, st)
	}
	b.once(once)
	for _, u := range p.Updates {
		switch u.Kind {
		case message.Marginal:
			b.program.Marginals = append(b.program.Marginals, u)
		case message.Evidence:
			b.program.Evidence = u
		}
	}
	b.inputs()
	b.locals()
	b.unread()
	for _, s := range b.program.Steps {
		carryAll(s.Init)
		carryAll(s.Body)
		carryAll(s.Final)
		if s.Iterate {
			aheadAll(s.Body)
		}
		besideAll(s.Body)
		s.Init, s.Body, s.Final = b.running(s.Init, nil), b.running(s.Body, nil), b.running(s.Final, nil)
	}
	b.pack()
	return b.program
}

type builder struct {
	program *Program
	graph   *depanalysis.Graph
	paces   map[int]Pace // of posteriors that may go too far, by update
	out     [][]int      // by node: the edges from it, see readers
	// ready holds the buffers that the loop body being built has computed, one
	// set for each body around it.
	ready []map[int]bool
	// turns counts how often the schedule runs a buffer, by ID; turn is at which of
	// these times a statement computes one.
	turns map[int]int
	turn  map[*Apply]int
	// alone holds the edges, by ID, whose messages must be stored one by one; again is
	// set where it has grown, so that the program must be built anew.
	alone map[int]bool
	again bool
	early []early // of the loops being built
	// same tells of the loops of updates whose messages are the same in all their passes.
	same map[int][]bool
	// inside holds the axes of the sequential loops that an update is scheduled in.
	inside map[int]map[int]bool
	// cleared holds the updates of the nest being built, whose sums are empty.
	cleared   map[int]bool
	nested    int  // how many loops that updates share are around what is built
	iterating bool // what is built is part of an iteration
	sums      int  // how many running sums there are
}

// once adds a step of what runs once. Marginals and the evidence are computed
// when they are asked for.
func (b *builder) once(steps []schedule.Step) {
	if body := b.block(steps, frame{}); len(body) > 0 {
		b.step(&Step{Body: body})
	}
}

func (b *builder) step(s *Step) {
	s.ID = len(b.program.Steps)
	b.program.Steps = append(b.program.Steps, s)
}

// watch notes the bound that an iteration ends in.
func (b *builder) watch(step *Step, it *schedule.Iterate) {
	if len(it.Body) == 0 {
		return
	}
	last, ok := it.Body[len(it.Body)-1].(*schedule.Update)
	if !ok || b.program.Message.Updates[last.Node].Kind != message.Bound {
		return
	}
	step.Bound = b.program.Message.Updates[last.Node]
	for _, u := range b.within(it.Body) {
		step.Checks = step.Checks || b.paces[u.ID] == Checked
	}
}

// block turns schedule steps into statements. Updates over the same plate, each of
// which reads the others at its own element alone, share their loops.
func (b *builder) block(steps []schedule.Step, f frame) []Stmt {
	var out []Stmt
	b.ready = append(b.ready, map[int]bool{})
	defer func() { b.ready = b.ready[:len(b.ready)-1] }()
	for _, x := range b.units(steps, f) {
		if x.loop != nil {
			loop := b.loop(x.loop, f)
			out = append(out, loop...)
			continue
		}
		plate := b.plate(x.updates, f)
		out = append(out, plate...)
	}
	return b.joinIfs(out)
}

// joinIfs makes one If of neighbours with the same conditions.
func (b *builder) joinIfs(list []Stmt) []Stmt {
	var out []Stmt
	for _, s := range list {
		x, ok := s.(*If)
		if n := len(out); ok && n > 0 {
			if last, ok := out[n-1].(*If); ok && sameConds(last.Conds, x.Conds) {
				for _, y := range x.Body {
					if a, ok := y.(*Apply); ok && b.computed(a, last.Body) {
						continue
					}
					last.Body = append(last.Body, y)
				}
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// computed tells whether a block computes a buffer already, at the same turn.
func (b *builder) computed(a *Apply, list []Stmt) bool {
	turn, ok := b.turn[a]
	return ok && slices.ContainsFunc(list, func(s Stmt) bool {
		x, _ := s.(*Apply)
		at, ok := b.turn[x]
		return ok && x.Update == a.Update && at == turn
	})
}

func sameConds(a, b []*model.Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}

// within lists the updates in a list of steps, in order.
func (b *builder) within(steps []schedule.Step) []*message.Update {
	var list []*message.Update
	for _, st := range steps {
		switch st := st.(type) {
		case *schedule.Update:
			list = append(list, b.program.Message.Updates[st.Node])
		case *schedule.Loop:
			list = append(list, b.within(st.Body)...)
		}
	}
	return list
}

// scheduled notes the updates that a list of steps runs.
func (b *builder) scheduled(steps []schedule.Step, set map[int]bool) {
	for _, st := range steps {
		switch st := st.(type) {
		case *schedule.Update:
			set[st.Node] = true
		case *schedule.Loop:
			b.scheduled(st.Body, set)
		case *schedule.Iterate:
			b.scheduled(st.Init, set)
			b.scheduled(st.Body, set)
			b.scheduled(st.Final, set)
		}
	}
}
