package codegen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mpc/factor"
	"mpc/loops"
	"mpc/message"
	"mpc/model"
)

// steps prints a method for each part of each step.
func (g *generator) steps() string {
	var p printer
	for _, s := range g.program.Steps {
		if !s.Iterate {
			g.code.function(&p, fmt.Sprintf("once%d", s.ID), fmt.Sprintf("is step %d, which runs once.", s.ID))
			continue
		}
		g.startsLate(&p, s)
		g.code.function(&p, fmt.Sprintf("init%d", s.ID), fmt.Sprintf("prepares iteration %d.", s.ID))
		g.code.function(&p, fmt.Sprintf("iterate%d", s.ID), fmt.Sprintf("is one iteration of step %d.", s.ID))
		g.code.function(&p, fmt.Sprintf("final%d", s.ID), fmt.Sprintf("computes what is needed once after iteration %d.", s.ID))
	}
	return p.String()
}

// startsLate prints what starts tables at initial marginals that the steps before compute.
func (g *generator) startsLate(p *printer, s *loops.Step) {
	var starts printer
	for _, t := range g.program.Written(s) {
		if s.StartsLate(t) {
			g.start(&starts, t)
		}
	}
	if starts.Len() == 0 {
		return
	}
	p.line("// starts%d sets what step %d starts at.", s.ID, s.ID)
	p.line("func (inf *Inference) starts%d() {", s.ID)
	p.Write(starts.Bytes())
	p.line("}\n")
}

// parallel prints a loop whose elements do not depend on each other as a method
// of its own over a part of its range, so that goroutines can share it, and
// calls it.
func (f *function) parallel(s *loops.For) {
	g := f.g
	g.plates++
	name := fmt.Sprintf("plate%d", g.plates)
	inner := g.function()
	index := inner.index(s.Index)
	inner.used["lo"], inner.used["hi"] = true, true
	inner.open("for %s := lo; %s < hi; %s++ {", index, index, index)
	inner.loops = []*loops.For{s}
	inner.data(s)
	inner.block(s.Body)
	inner.close()
	p := f.ranges
	p.line("// %s runs a plate for lo <= %s < hi.", name, index)
	p.line("func (inf *Inference) %s(lo, hi int) error {", name)
	inner.header(p)
	p.Write(inner.body.Bytes())
	p.line("return nil\n}\n")
	v := f.env()
	lo, hi := v.whole(s.Lo), v.whole(s.Hi)
	f.body.comment(f.list(s.Body))
	f.body.line("if inf.workers > 1 {")
	f.body.line("if err := inf.parallel(%s, %s, inf.%s); err != nil {\nreturn err\n}", lo, hi, name)
	f.body.line("} else if err := inf.%s(%s, %s); err != nil {\nreturn err\n}", name, lo, hi)
}

// list names the updates in statements.
func (f *function) list(body []loops.Stmt) string {
	var parts []string
	for a := range loops.Applied(body) {
		parts = append(parts, note(a.Update))
	}
	return strings.Join(parts, "\n")
}

func (f *function) block(list []loops.Stmt) {
	f.blockAfter(list, nil)
}

// blockAfter prints a block that reads local messages of the block around it.
func (f *function) blockAfter(list []loops.Stmt, outer faults) {
	known := faults{}
	maps.Copy(known, outer)
	for i := 0; i < len(list); i++ {
		if l, ok := list[i].(*loops.For); ok && l.Beside {
			i++
			f.beside(l, list[i].(*loops.For))
			continue
		}
		if f.tilted(list[i:]) {
			f.tilt(list[i:])
			i += 2
			continue
		}
		f.statement(list[i], known)
	}
}

func (f *function) statement(s loops.Stmt, known faults) {
	f.g.options.fits(f.body.Len())
	switch s := s.(type) {
	case *loops.For:
		if s.Parallel && f.ranges != nil && len(f.headers) == 0 {
			f.parallel(s)
			return
		}
		if s.Once {
			f.onlyOnce(s)
			return
		}
		outer := f.carried
		f.carry(s)
		f.outdate(s)
		f.chances(s)
		f.loop(s.Index, s.Lo, s.Hi, s.Reverse)
		f.ahead(s)
		f.loops = append(f.loops, s)
		f.data(s)
		f.block(s.Body)
		f.loops = f.loops[:len(f.loops)-1]
		f.close()
		f.carried = outer
	case *loops.If:
		var conds []string
		for i, c := range s.Conds {
			if slices.ContainsFunc(s.Conds[:i], c.Equal) {
				continue
			}
			conds = append(conds, f.env().truth(c))
		}
		if len(conds) > 1 {
			for i, c := range conds {
				conds[i] = group(c)
			}
		}
		f.open("if %s {", strings.Join(conds, " && "))
		f.blockAfter(s.Body, known)
		f.close()
	case *loops.Clear:
		f.clear(s)
		f.outdate(s)
	case *loops.Guess:
		f.guess(s)
	case *loops.Tally:
		f.tally(s)
	case *loops.Apply:
		f.apply(s, known)
		f.outdate(s)
	}
}

// onlyOnce prints what a loop does whose passes are all the same.
func (f *function) onlyOnce(s *loops.For) {
	v := f.env()
	lo, hi := v.whole(s.Lo), v.whole(s.Hi)
	f.body.comment("the same for all " + s.Index.Name)
	if lo == "0" {
		f.open("if %s > 0 {", group(hi))
	} else {
		f.open("if %s < %s {", group(lo), group(hi))
	}
	f.names[s.Index] = lo
	f.alike = append(f.alike, s)
	f.block(s.Body)
	f.alike = f.alike[:len(f.alike)-1]
	delete(f.names, s.Index)
	f.close()
}

// carry declares the messages that the passes of a loop leave to each other.
func (f *function) carry(s *loops.For) {
	if len(s.Carries) == 0 {
		return
	}
	var found []carried
	for _, c := range s.Carries {
		f.g.carries++
		name := fmt.Sprintf("%sLast%d", f.g.tableName(c.Read.Table), f.g.carries)
		found = append(found, carried{c.Read, name})
		f.body.line("var %s %s // of the pass before", name, familyType(c.Read.Table.Family))
	}
	v := f.env()
	f.open("if %s < %s {", group(v.whole(s.Lo)), group(v.whole(s.Hi)))
	for i, c := range s.Carries {
		f.body.line("%s = %s", found[i].name, f.load(c.First.Table, c.First.Index, f.env()))
	}
	f.close()
	f.carried = append(f.carried[:len(f.carried):len(f.carried)], found...)
}

// carriedName is the variable that holds a carried message.
func (f *function) carriedName(c *loops.Carry) string {
	for _, x := range f.carried {
		if x.place == c.Read {
			return x.name
		}
	}
	return ""
}

// note says what an update does, and which statement of the model it is for.
func note(u *message.Update) string {
	switch u.Kind {
	case message.Send:
		return fmt.Sprintf("u%d: message to %s, line %d: %s", u.ID, u.Edge.Element(), u.At.Line, u.Factor.Text)
	case message.Posterior:
		return fmt.Sprintf("u%d: posterior of %s, line %d", u.ID, u.Variable.Name, u.At.Line)
	case message.Buffer:
		return fmt.Sprintf("u%d: buffer for the messages of line %d: %s", u.ID, u.At.Line, u.Factor.Text)
	case message.Branches:
		return fmt.Sprintf("u%d: what the branches of line %d say: %s", u.ID, u.At.Line, u.Factor.Text)
	case message.Assign:
		return fmt.Sprintf("u%d: line %d: %s", u.ID, u.At.Line, u.Assign.Text)
	case message.Check:
		return fmt.Sprintf("u%d: line %d: %s", u.ID, u.At.Line, u.Check.Text)
	case message.Possible:
		return fmt.Sprintf("u%d: line %d, where nothing is random: %s", u.ID, u.At.Line, u.Factor.Text)
	}
	return fmt.Sprintf("u%d: %s", u.ID, u.Name())
}

// apply prints one update.
func (f *function) apply(a *loops.Apply, known faults) {
	u := a.Update
	defer f.sharedIndices(a)()
	f.body.comment(note(u))
	switch u.Kind {
	case message.Assign:
		f.assign(a)
	case message.Check:
		f.body.line("if !%s {", group(f.env().truth(a.Value)))
		if u.Check.Value.IsFinite() {
			f.body.line("return inf.overflow(%d, %s, %q)\n}", u.ID, f.element(a), u.Check.Subject())
			break
		}
		if u.Check.Parameter {
			f.body.line("return inf.parameter(%d, %s, %s)\n}", u.ID, f.element(a), f.says(u.Check.Value, a.Value))
			break
		}
		f.body.line("return inf.contradiction(%d, %s)\n}", u.ID, f.element(a))
	case message.Posterior:
		f.posterior(a)
	case message.Possible:
		f.possible(a)
	case message.Estimate:
		f.estimate(a)
	case message.Buffer:
		f.buffer(a, known)
	case message.Branches:
		f.openBranches(a, known)
	case message.Send:
		f.send(a, known)
	}
}

// sharedIndices names the indices of an update as the loops that it shares with others do:
// the bounds of an array that it reads are written with its own. It returns what takes
// the names back.
func (f *function) sharedIndices(a *loops.Apply) (restore func()) {
	old := map[*model.Index]string{}
	var added []*model.Index
	for k, l := range a.Update.Loops {
		if k >= len(a.Element) || a.Element[k].Op != model.OpIndex || a.Element[k].Index == l.Index || overElements(a.Update.Factor, l.Index) {
			continue
		}
		if name, had := f.names[l.Index]; had {
			old[l.Index] = name
		} else {
			added = append(added, l.Index)
		}
		f.names[l.Index] = f.index(a.Element[k].Index)
	}
	return func() {
		for i, name := range old {
			f.names[i] = name
		}
		for _, i := range added {
			delete(f.names, i)
		}
	}
}

// overElements tells whether an index is that of the elements of an array that a factor reads.
func overElements(f *factor.Factor, i *model.Index) bool {
	return f != nil && slices.ContainsFunc(f.Slots, func(s *factor.Slot) bool { return s.Over != nil && s.Over.Index == i })
}

func (f *function) assign(a *loops.Apply) {
	t := a.To.Table
	to := f.load(t, a.To.Index, f.env())
	v := f.env()
	e := a.Value
	value := ""
	switch t.Type.Kind {
	case model.Bool:
		value = v.truth(e)
	case model.Real:
		value = v.real(e)
	default:
		value = v.whole(e)
	}
	f.body.line("%s = %s", to, value)
}

// element prints the indices of the current instance.
func (f *function) element(a *loops.Apply) string {
	if len(a.Element) == 0 {
		return "nil"
	}
	v := f.env()
	v.inline = true
	parts := make([]string, len(a.Element))
	for i, e := range a.Element {
		parts[i] = v.whole(e)
	}
	return "[]int{" + strings.Join(parts, ", ") + "}"
}

func minus(hi, lo string) string {
	if lo == "0" {
		return hi
	}
	return group(hi) + " - " + group(lo)
}

// estimate prints the point estimates of a variable.
func (f *function) estimate(a *loops.Apply) {
	v := a.Update.Variable
	t := a.To.Table
	name, search := f.table(t), f.g.searchField(t)
	if isVector(t) {
		f.open("for i := range %s {", name)
		f.body.line("%s", f.method(t.Family.Row(), name+"[i]", "SetMode", f.at(v, "i")))
		f.close()
		return
	}
	f.field(search, search)
	f.open("for i := range %s {", name)
	f.body.line("%s[i] = %s[i].Next%s(%s[i], %s)", name, search, t.Family.Row().Go(), name, f.at(v, "i"))
	f.close()
}

// searched tells whether the point estimates in a table are found with secants: those
// of numbers.
func searched(t *loops.Table) bool { return t.Role == loops.Point && !isVector(t) }

// searchField is the array that the search for point estimates keeps its state in.
func (g *generator) searchField(t *loops.Table) string { return g.variableName(t.Variable) + "Search" }
