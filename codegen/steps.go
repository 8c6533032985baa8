package codegen

import (
	"fmt"
	"maps"
	"reflect"
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
		if s.Iterate {
			g.initPart(&p, s)
			g.damped = true
			g.part(&p, fmt.Sprintf("iterate%d", s.ID), "is one iteration of step %d.", s.ID, s.Body)
			g.damped = false
			g.part(&p, fmt.Sprintf("final%d", s.ID), "computes what is needed once after iteration %d.", s.ID, s.Final)
		} else {
			g.part(&p, fmt.Sprintf("once%d", s.ID), "is step %d, which runs once.", s.ID, s.Body)
		}
	}
	return p.String()
}

// initPart prints what is done before an iteration: point estimates without an
// initial value start at the mode of their definition.
func (g *generator) initPart(p *printer, s *loops.Step) {
	f := g.function()
	for _, t := range g.writtenBy(s) {
		if t.Role != loops.Point || t.Variable.Init != nil {
			continue
		}
		def := g.program.Store[t.Variable.ID].Definition
		if def == nil {
			continue
		}
		f.body.line("for i, m := range %s {\nif m.IsProper() {\n%s[i] = %sPoint(m.Mode())\n}\n}", f.table(def), f.table(t), familyType(t.Family))
	}
	f.block(s.Init)
	if f.body.Len() == 0 {
		return
	}
	g.hasInit[s.ID] = true
	p.line("// init%d prepares iteration %d.", s.ID, s.ID)
	p.line("func (inf *Inference) init%d() error {", s.ID)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")
}

func (g *generator) part(p *printer, name, doc string, id int, body []loops.Stmt) {
	if len(body) == 0 {
		return
	}
	f := g.function()
	f.ranges = p
	f.block(body)
	p.line("// %s "+doc, name, id)
	p.line("func (inf *Inference) %s() error {", name)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")
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
	var walk func([]loops.Stmt)
	walk = func(list []loops.Stmt) {
		for _, s := range list {
			switch s := s.(type) {
			case *loops.For:
				walk(s.Body)
			case *loops.If:
				walk(s.Body)
			case *loops.Apply:
				parts = append(parts, note(s.Update))
			}
		}
	}
	walk(body)
	return strings.Join(parts, "\n")
}

func (f *function) block(list []loops.Stmt) {
	f.blockAfter(list, nil)
}

// blockAfter prints a block that reads local messages of the block around it.
func (f *function) blockAfter(list []loops.Stmt, outer map[int]string) {
	faults := map[int]string{} // by update: the variable that holds its fault
	maps.Copy(faults, outer)
	for _, s := range list {
		f.statement(s, faults)
	}
}

func (f *function) statement(s loops.Stmt, faults map[int]string) {
	switch s := s.(type) {
	case *loops.For:
		if s.Parallel && f.ranges != nil && len(f.headers) == 0 {
			f.parallel(s)
			return
		}
		outer := f.carried
		f.carry(s)
		f.outdate(s)
		f.loop(s.Index, s.Lo, s.Hi, s.Reverse)
		f.ahead(s)
		f.block(s.Body)
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
		f.blockAfter(s.Body, faults)
		f.close()
	case *loops.Clear:
		f.clear(s)
		f.outdate(s)
	case *loops.Apply:
		f.apply(s, faults)
		f.outdate(s)
	}
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
		return fmt.Sprintf("u%d: shared by the messages of line %d: %s", u.ID, u.At.Line, u.Factor.Text)
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
func (f *function) apply(a *loops.Apply, faults map[int]string) {
	u := a.Update
	f.body.comment(note(u))
	switch u.Kind {
	case message.Assign:
		f.assign(a)
	case message.Check:
		f.body.line("if !%s {", group(f.env().truth(u.Check.Value)))
		f.body.line("return inf.contradiction(%d, %s)\n}", u.ID, f.element(a))
	case message.Posterior:
		f.posterior(a)
	case message.Possible:
		f.possible(a)
	case message.Estimate:
		f.estimate(a)
	case message.Buffer:
		f.buffer(a, faults)
	case message.Send:
		f.send(a, faults)
	}
}

func (f *function) assign(a *loops.Apply) {
	t := a.To.Table
	to := f.load(t, a.To.Index, f.env())
	v := f.env()
	e := a.Update.Assign.Value
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

// call prints the call of an operator.
func (f *function) call(values []loops.Value, name string, in []reflect.Type, to string) string {
	f.g.need["operators."+name] = true
	var args []string
	for i, v := range values {
		args = append(args, f.value(v, in[i], to))
	}
	return "operators." + name + "(" + strings.Join(args, ", ") + ")"
}

// value prints an argument.
func (f *function) value(v loops.Value, t reflect.Type, to string) string {
	switch v.Arg.Source {
	case message.Into:
		return to
	case message.Position:
		return f.env().whole(v.Data)
	case message.Empty:
		return "nil"
	case message.Work:
		return f.work()
	case message.Shared:
		return fmt.Sprintf("b%d", v.Buffer.ID)
	case message.Scratch:
		return f.scratch(v.Arg)
	}
	if v.Arg.Slot.Over != nil {
		return f.gather(v, t.Elem())
	}
	return f.single(v, t)
}

func (f *function) single(v loops.Value, t reflect.Type) string {
	switch {
	case v.Point != nil:
		return f.load(v.Point.Table, v.Point.Index, f.env())
	case v.Data == nil && v.Arg.Slot.Edge.Variable.Family.Row().Vector():
		return f.vectorProduct(v.Product, v.Arg.Slot.Edge.Variable, v.Arg.Slot.Edge.Index)
	case v.Data == nil:
		return f.product(v.Product, v.Arg.Slot.Edge.Variable.Family)
	}
	e := f.env()
	if v.Data.Type.Kind != model.DistKind && v.Data.Type.Dimensions > 0 {
		return f.vectorDatum(v, t)
	}
	if v.Data.Type.Kind == model.DistKind {
		return e.f.input(v.Data.Input, v.Data.Args, e)
	}
	switch fam := v.Arg.Point; fam {
	case factor.Unknown:
	case factor.Bernoulli:
		return "BernoulliPoint(" + e.truth(v.Data) + ")"
	default:
		return familyType(fam) + "Point(" + e.real(v.Data) + ")"
	}
	switch t.Kind() {
	case reflect.Bool:
		return e.truth(v.Data)
	case reflect.Int:
		return e.whole(v.Data)
	}
	return e.real(v.Data)
}

// scratch prints a slice of working memory: (n+1)^2 numbers for an operator on n
// elements.
func (f *function) scratch(a message.Arg) string {
	name := f.g.scratchField("float64")
	f.field(name, "inf."+name)
	v := f.env()
	over := a.Slot.Over
	n := minus(v.whole(over.Hi), v.whole(over.Lo))
	f.body.line("if n := max(0, %s) + 1; len(%s) < n*n {\n%s = make([]float64, n*n)\ninf.%s = %s\n}", n, name, name, name, name)
	return name
}

// scratchField declares a slice for the elements of an array argument.
func (g *generator) scratchField(elem string) string {
	name := fmt.Sprintf("scratch%d", len(g.scratch))
	g.scratch = append(g.scratch, name+" []"+elem)
	return name
}

func (f *function) buffer(a *loops.Apply, faults map[int]string) {
	u := a.Update
	name, fault := fmt.Sprintf("b%d", u.ID), fmt.Sprintf("fault%d", u.ID)
	cond := f.guard(a, faults)
	assign := ":="
	if f.declared(name) {
		assign = "=" // computed again, for messages that read it later
	}
	if cond != "" && assign == "=" {
		f.body.line("%s = dist.Improper", fault)
		f.open("if %s {", cond)
	} else if cond != "" {
		t := reflect.TypeOf(u.Op.Func).Out(0).String()
		f.g.need[t] = true
		f.g.need["dist.Improper"] = true
		f.body.line("var %s %s\n%s := dist.Improper", name, t, fault)
		f.open("if %s {", cond)
		assign = "="
		faults[u.ID] = fault
	}
	call := f.call(a.Args, u.Op.Name(), u.Op.In(), "")
	switch {
	case u.Op.Faulty():
		f.body.line("%s, %s %s %s", name, fault, assign, call)
		faults[u.ID] = fault
		f.skip(a, fault)
	case cond != "":
		f.body.line("%s, %s = %s, dist.NoFault", name, fault, call)
	default:
		f.body.line("%s %s %s", name, assign, call)
	}
	if cond != "" {
		f.close()
	}
}

// declared notes that a block declares a variable, and tells whether it has
// before.
func (f *function) declared(name string) bool {
	key := "declared " + name
	for _, s := range f.scopes {
		if s[key] != "" {
			return true
		}
	}
	f.scopes[len(f.scopes)-1][key] = name
	return false
}

// skip prints what follows a fault.
func (f *function) skip(a *loops.Apply, fault string) {
	u := a.Update
	f.g.need["dist.NoFault"] = true
	f.body.line("if %s != dist.NoFault {", fault)
	f.body.line("if err := inf.skip(%d, %s, %s); err != nil {\nreturn err\n}", u.ID, fault, f.element(a))
	if u.Kind == message.Send {
		f.leaveOut(a)
	}
	f.body.line("}")
}

// skipOr prints what follows a fault, and opens the branch without one.
func (f *function) skipOr(a *loops.Apply, fault string) {
	u := a.Update
	f.g.need["dist.NoFault"] = true
	f.body.line("if %s != dist.NoFault {", fault)
	f.body.line("if err := inf.skip(%d, %s, %s); err != nil {\nreturn err\n}", u.ID, fault, f.element(a))
	f.leaveOut(a)
	f.body.line("} else {")
}

// guard returns the fault variable of the buffers and local messages that an
// update reads, "" if none of them can fail.
func (f *function) guard(a *loops.Apply, faults map[int]string) string {
	var conds []string
	seen := map[string]bool{}
	add := func(id int) {
		if n := faults[id]; n != "" && !seen[n] {
			seen[n] = true
			conds = append(conds, n+" == dist.NoFault")
		}
	}
	product := func(list loops.Product) {
		for _, t := range list {
			if t.Table.Local {
				add(f.g.writer(t.Table))
			}
		}
	}
	for _, v := range a.Args {
		if v.Buffer != nil {
			add(v.Buffer.ID)
		}
		product(v.Product)
	}
	product(a.Own)
	return strings.Join(conds, " && ")
}

// writer is the update that writes a local table.
func (g *generator) writer(t *loops.Table) int {
	if t.Edge != nil {
		return g.update(t.Edge).ID
	}
	for _, e := range t.Variable.Edges {
		if e.Defines {
			return g.update(e).ID
		}
	}
	return -1
}

// send prints the update of a message.
func (f *function) send(a *loops.Apply, faults map[int]string) {
	u := a.Update
	cond := f.guard(a, faults)
	if a.To.Table.Local && cond != "" {
		// Declared outside the condition: what reads it asks for the same fault.
		f.body.line("%s := %s", f.g.tableName(a.To.Table), uniform(a.To.Table.Family))
		switch {
		case u.Forgets(): // it says nothing then, and is read
		case u.Op.Faulty():
			f.g.need["dist.Improper"] = true
			f.body.line("fault%d := dist.Improper", u.ID)
		default:
			faults[u.ID] = strings.SplitN(cond, " ", 2)[0]
		}
	}
	if cond != "" {
		f.open("if %s {", cond)
	} else if !a.To.Table.Local {
		f.open("{")
	}
	switch {
	case isVector(a.To.Table):
		f.sendVector(a)
	case u.Op.Array():
		f.sendArray(a)
	case a.To.Table.Local:
		f.sendLocal(a, cond != "", faults)
	default:
		f.sendOne(a)
	}
	if cond != "" && !a.To.Table.Local && u.Forgets() && a.To.Table.Role != loops.Sum {
		f.body.line("} else {")
		f.leaveOut(a)
	}
	if cond != "" || !a.To.Table.Local {
		f.close()
	}
}

// sendLocal prints the update of a message that is kept in a local variable.
func (f *function) sendLocal(a *loops.Apply, declared bool, faults map[int]string) {
	u := a.Update
	assign := ":="
	if declared {
		assign = "="
	}
	name := f.g.tableName(a.To.Table)
	call := f.call(a.Args, u.Op.Name(), u.Op.In(), "")
	if u.Op.Faulty() {
		fault := fmt.Sprintf("fault%d", u.ID)
		if declared && u.Forgets() {
			f.body.line("var %s dist.Fault", fault)
			f.g.need["dist.Fault"] = true
		}
		f.body.line("%s, %s %s %s", name, fault, assign, call)
		if !u.Forgets() {
			faults[u.ID] = fault
		}
		f.skip(a, fault)
	} else {
		f.body.line("%s %s %s", name, assign, call)
	}
	f.power(a, name)
	if u.Proper {
		f.body.line("%s = %s.MakeProper(%s)", name, name, f.product(a.Own, a.To.Table.Family))
	}
}

// sendOne prints the update of one stored message.
func (f *function) sendOne(a *loops.Apply) {
	u := a.Update
	call := f.call(a.Args, u.Op.Name(), u.Op.In(), "")
	to := f.load(a.To.Table, a.To.Index, f.env())
	last := ""
	if a.Carry != nil {
		last = f.carriedName(a.Carry)
	}
	if u.Op.Faulty() {
		f.body.line("m, fault := %s", call)
		if last != "" {
			f.skip(a, "fault")
			f.body.Truncate(f.body.Len() - len("}\n"))
			f.body.line("%s = %s\n} else {", last, to)
			f.body.line("%s = m", last)
		} else {
			f.skipOr(a, "fault")
		}
		f.policy(a, to)
		f.body.line("}")
		return
	}
	if last != "" {
		f.body.line("%s = %s", last, call)
		f.body.line("%s = %s", to, last)
		return
	}
	if !f.elaborate(a) && a.Total == nil {
		if a.To.Table.Role == loops.Sum {
			call = to + ".Times(" + call + ")"
		}
		f.body.line("%s = %s", to, call)
		return
	}
	f.body.line("m := %s", call)
	f.policy(a, to)
}

// power prints that a message counts several times.
func (f *function) power(a *loops.Apply, name string) {
	if a.Power != nil {
		f.body.line("%s = %s.Power(%s)", name, name, f.env().real(a.Power))
	}
}

// elaborate tells whether more is done with a message than storing it.
func (f *function) elaborate(a *loops.Apply) bool {
	u := a.Update
	return f.g.damped && u.Damping != 0 || u.Proper || !u.Op.Safe || u.Power != nil
}

// policy prints what is done with the message m before and when it is stored
// in to: damping, making it proper, the check that the marginal stays proper.
func (f *function) policy(a *loops.Apply, to string) {
	u := a.Update
	f.power(a, "m")
	if f.g.damped && u.Damping != 0 {
		f.body.line("m = m.Damp(%s, %s)", to, number(u.Damping))
	}
	store := func() {
		if a.Total != nil {
			f.body.line("%s.Replace(%s, m)", f.load(a.Total.Table, a.Total.Index, f.env()), to)
		}
		if a.To.Table.Role == loops.Sum {
			f.body.line("%s = %s.Times(m)", to, to)
			return
		}
		f.body.line("%s = m", to)
	}
	if !u.Proper && u.Op.Safe {
		store()
		return
	}
	if !u.Checked() {
		f.g.need["dist.NotFinite"] = true
		f.body.line("if !m.IsFinite() {\nreturn inf.skip(%d, dist.NotFinite, %s)\n}", u.ID, f.element(a))
		store()
		return
	}
	f.body.line("q := %s", f.product(a.Own, a.To.Table.Family))
	if u.Proper {
		f.body.line("m = m.MakeProper(q)")
	}
	if u.Op.Safe {
		store()
		return
	}
	f.g.need["dist.Improper"] = true
	f.g.need["dist.NotFinite"] = true
	f.open("switch {")
	f.body.line("case !m.IsFinite():")
	f.body.line("return inf.skip(%d, dist.NotFinite, %s)", u.ID, f.element(a))
	f.body.line("case q.IsProper() && !q.Times(m).IsProper():")
	f.body.line("if err := inf.skip(%d, dist.Improper, %s); err != nil {\nreturn err\n}", u.ID, f.element(a))
	f.body.line("default:")
	store()
	f.close()
}

// sendArray prints the update of an array of messages.
func (f *function) sendArray(a *loops.Apply) {
	u := a.Update
	over := u.Edge.Slot.Over
	out := f.sized(over, a.To.Table.Family)
	call := f.call(a.Args, u.Op.Name(), u.Op.In(), out)
	if u.Op.Faulty() {
		f.body.line("fault := %s", call)
		f.skipOr(a, "fault")
		f.headers = append(f.headers, blockHeader{})
		f.scopes = append(f.scopes, map[string]string{})
	} else {
		f.body.line("%s", call)
	}
	if totals, to := f.targetRow(a); totals != "" {
		f.body.line("%s(%s, %s, %s)", f.rowCall(a.To.Table.Family, "Replace"), totals, to, out)
	} else {
		k := fmt.Sprintf("k%d", u.ID)
		f.body.line("%s := 0", k)
		f.loop(over.Index, over.Lo, over.Hi, false)
		to := f.load(a.To.Table, a.To.Index, f.env())
		f.body.line("m := %s[%s]", out, k)
		f.body.line("%s++", k)
		f.policy(a, to)
		f.close()
	}
	if u.Op.Faulty() {
		f.close()
	}
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
	f.field(search, "inf."+search)
	f.g.need["dist.PointSearch"] = true
	f.open("for i := range %s {", name)
	f.body.line("%s[i] = %s[i].Next%s(%s[i], %s)", name, search, familyType(t.Family), name, f.at(v, "i"))
	f.close()
}

// searchField is the array that the search for point estimates keeps its state in.
func (g *generator) searchField(t *loops.Table) string { return local(t.Variable.Name) + "Search" }

// at prints what is known of element i of a variable.
func (f *function) at(v *factor.Variable, i string) string {
	if v.Family.Row().Vector() {
		return f.vectorAt(v, i)
	}
	list := f.g.program.Marginal(v, nil)
	if v.Point {
		list = f.g.program.All(v, nil)
	}
	var parts []string
	for _, t := range list {
		s := f.table(t.Table) + "[" + i + "]"
		if t.Table.Sparse {
			s = f.sparse(t.Table, i)
		}
		if t.Table.Seen != nil {
			index := &model.Index{Name: i}
			f.names[index] = i
			s = f.load(t.Table, []*model.Expr{model.IndexExpr(index)}, f.env())
		}
		if t.Table.Role == loops.Total {
			s += ".Value()"
		}
		parts = append(parts, s)
	}
	if len(parts) == 0 {
		return uniform(v.Family)
	}
	s := parts[0]
	for _, x := range parts[1:] {
		s += ".Times(" + x + ")"
	}
	return s
}
