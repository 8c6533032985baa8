package codegen

import (
	"fmt"
	"hash/fnv"
	"slices"
	"sort"
	"strconv"
	"strings"

	"mpc/loops"
	"mpc/message"
	"mpc/model"
)

// inference prints the type Inference: its messages, New, Run, its state.
func (g *generator) inference() string {
	tables := g.stored()
	for _, t := range tables {
		g.shape(t.Dims)
		if isVector(t) {
			g.valueShape(t.Variable)
		}
	}
	for _, pv := range g.previous {
		g.shape(pv.variable.Dims)
	}
	var p printer
	p.line("// An Inference holds data and messages. Two goroutines may use two Inferences at\n// once, but not one.")
	p.line("type Inference struct {")
	p.line("in inputs")
	p.line("// sizes of arrays")
	p.line("one int")
	g.declareShapes(&p)
	p.line("// messages, in natural parameters")
	p.line("msg struct {")
	for _, t := range tables {
		if t.Role != loops.Constant {
			p.line("%s []%s // %s", g.tableName(t), g.elementType(t), g.tableDoc(t))
		}
	}
	p.line("}")
	p.line("constant struct {")
	for _, t := range tables {
		if t.Role == loops.Constant {
			p.line("%s []%s", g.tableName(t), g.elementType(t))
		}
	}
	p.line("}")
	for _, pv := range g.previous {
		p.line("%s []%s // of the iteration before", pv.name, pv.elem)
	}
	for _, t := range tables {
		if t.Role == loops.Point {
			p.line("%s []dist.PointSearch", g.searchField(t))
		}
	}
	for _, s := range g.scratch {
		p.line("%s // arguments of an operator", s)
	}
	for _, s := range g.messages {
		p.line("%s // to work with", s)
	}
	if g.weighs {
		p.line("weights dist.CategoricalWork // of operators on whole numbers")
	}
	if g.works {
		p.line("work dist.MvWork // of operators and moments")
	}
	if tables := g.keptTables(); len(tables) > 0 {
		p.line("step float64 // of posteriors that may go too far")
		p.line("kept struct { // messages before an iteration")
		for _, t := range tables {
			p.line("%s []%s", g.tableName(t), g.elementType(t))
			if t.Role == loops.Point {
				p.line("%s []dist.PointSearch", g.searchField(t))
			}
		}
		p.line("}")
	} else if g.guarded() {
		p.line("step float64")
	}
	if g.plates > 0 {
		p.line("workers int\nmutex *sync.Mutex // of skipped")
	}
	p.line("progress")
	p.line("}\n")
	g.newFunc(&p)
	g.allocate(&p, tables)
	g.reset(&p)
	g.run(&p)
	g.state(&p, tables)
	g.origins(&p)
	p.WriteString(g.withGuards(runText))
	p.line("// leftOutHelp is what may help where messages are left out.\nconst leftOutHelp = %q\n", g.program.Message.LeftOutHelp())
	if g.plates > 0 {
		p.WriteString(parallelText)
		p.WriteString(lockedSkipText)
	} else {
		p.WriteString(skipText)
	}
	g.factors(&p)
	return p.String()
}

// stored lists the tables that are kept in arrays.
func (g *generator) stored() []*loops.Table {
	var list []*loops.Table
	for _, t := range g.program.Tables {
		if !t.Local {
			list = append(list, t)
		}
	}
	return list
}

func (g *generator) tableDoc(t *loops.Table) string {
	switch t.Role {
	case loops.Definition:
		return "from the definition of " + t.Variable.Name
	case loops.Total:
		return "product of the messages to " + t.Variable.Name + " from other plates"
	case loops.Posterior:
		return "posterior of " + t.Variable.Name
	case loops.Point:
		return "point estimate of " + t.Variable.Name
	case loops.Sum:
		return fmt.Sprintf("product of u%d: to %s, line %d", g.update(t.Edge).ID, t.Variable.Name, t.Edge.Factor.At.Line)
	}
	return fmt.Sprintf("u%d: to %s, line %d", g.update(t.Edge).ID, t.Variable.Name, t.Edge.Factor.At.Line)
}

func (g *generator) newFunc(p *printer) {
	p.line("// New checks the data and returns an Inference over a copy of it.")
	p.line("func New(data Data) (*Inference, error) {")
	p.line("inf := &Inference{one: 1}")
	if g.plates > 0 {
		p.line("inf.workers, inf.mutex = 1, new(sync.Mutex)")
	}
	p.line("if err := inf.read(data); err != nil {\nreturn nil, err\n}")
	p.line("if err := inf.prepare(); err != nil {\nreturn nil, err\n}")
	p.line("inf.reset(0)\nreturn inf, nil\n}\n")
	p.line("// prepare lays out the arrays and checks all indices.")
	p.line("func (inf *Inference) prepare() error {")
	f := g.function()
	f.direct = true // what is laid out first is read by what is ragged
	done := map[*shape]bool{}
	for _, in := range g.order(g.later) {
		s := g.shape(in.Dims)
		if !done[s] {
			done[s] = true
			g.layout(f, s)
		}
		if g.isOthers(in) {
			continue // below, once all sizes are known
		}
		f.body.line("if n := len(inf.in.%s); n != inf.%s {", local(in.Name), s.total())
		f.body.line("return &InputError{Input: %q, Message: fmt.Sprintf(\"has %%d values, but its sizes ask for %%d\", n, inf.%s)}\n}", in.Name, s.total())
	}
	for _, in := range g.later {
		if in.Type.Kind == model.IndexKind {
			size := "inf.in." + local(in.Type.Range.Name)
			f.body.line("for i, x := range inf.in.%s {", local(in.Name))
			if in.Missing {
				f.body.line("if %s {\ncontinue\n}", f.absentAt(in, "i"))
			}
			f.body.line("if int(x) >= %s {", size)
			f.body.line("return &InputError{Input: %q, At: []int{i}, Message: fmt.Sprintf(\"%%d is no index of %s, which has %%d elements\", x, %s)}\n}\n}", in.Name, in.Type.Range.Name, size)
		}
	}
	for _, s := range g.shapes {
		if !done[s] {
			g.layout(f, s)
		}
	}
	g.uniformOthers(f)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("if err := inf.checkIndices(); err != nil {\nreturn err\n}")
	p.line("inf.allocate()\nreturn nil\n}\n")
}

func (g *generator) allocate(p *printer, tables []*loops.Table) {
	p.line("// allocate makes the arrays of messages.")
	p.line("func (inf *Inference) allocate() {")
	for _, t := range tables {
		if isVector(t) {
			g.newVectors(p, t)
			continue
		}
		p.line("inf.%s = make([]%s, inf.%s)", g.tableField(t), g.elementType(t), g.count(t.Dims))
	}
	for _, pv := range g.previous {
		if fam := pv.variable.Family.Row(); fam.Vector() {
			g.need["dist.New"+fam.Go()+"s"] = true
			p.line("inf.%s = dist.New%ss(inf.%s, %s)", pv.name, fam.Go(), g.count(pv.variable.Dims), g.sizes(pv.variable))
			continue
		}
		p.line("inf.%s = make([]%s, inf.%s)", pv.name, pv.elem, g.count(pv.variable.Dims))
	}
	for _, t := range g.keptTables() {
		if isVector(t) {
			g.newKept(p, t)
			continue
		}
		p.line("inf.kept.%s = make([]%s, inf.%s)", g.tableName(t), g.elementType(t), g.count(t.Dims))
		if t.Role == loops.Point {
			p.line("inf.kept.%s = make([]dist.PointSearch, inf.%s)", g.searchField(t), g.count(t.Dims))
		}
	}
	for _, t := range tables {
		if t.Role == loops.Point {
			p.line("inf.%s = make([]dist.PointSearch, inf.%s)", g.searchField(t), g.count(t.Dims))
		}
	}
	p.line("}\n")
}

// reset prints the function that makes the messages uniform that a step and
// those after it write.
func (g *generator) reset(p *printer) {
	p.line("// reset forgets the results of the steps from first on that are not done.")
	p.line("func (inf *Inference) reset(first int) {")
	g.shareArrays(p)
	for _, s := range g.program.Steps {
		p.line("if first <= %d && !inf.done[%d] {", s.ID, s.ID)
		for _, t := range g.writtenBy(s) {
			if t.Role == loops.Constant {
				continue
			}
			field := "inf." + g.tableField(t)
			if t.Role != loops.Total { // those are below
				p.line("%s", uniformTable(t, field))
			}
			if g.starts(t) {
				g.startMarginals(p, t)
			}
			if t.Role == loops.Point {
				p.line("clear(inf.%s)", g.searchField(t))
				g.startPoints(p, t)
			}
		}
		p.line("}")
	}
	if g.totals(g.stored()) {
		p.line("inf.sumTotals()")
	}
	p.line("inf.progress.restart()")
	p.line("}\n")
}

// shareArrays prints that steps which write elements of one array are done again
// together: the array is cleared.
func (g *generator) shareArrays(p *printer) {
	by := map[*loops.Table][]int{}
	printed := map[string]bool{}
	for _, s := range g.program.Steps {
		for _, t := range g.writtenBy(s) {
			if t.Role == loops.Constant || t.Role == loops.Total {
				continue // not cleared
			}
			for _, other := range by[t] {
				line := fmt.Sprintf("if !inf.done[%d] {\ninf.done[%d] = false // they share arrays\n}", s.ID, other)
				if !printed[line] {
					p.line("%s", line)
				}
				printed[line] = true
			}
			by[t] = append(by[t], s.ID)
		}
	}
}

// starts tells whether a table starts at the initial marginal that the user gave.
func (g *generator) starts(t *loops.Table) bool {
	switch {
	case t.Role == loops.Constant || t.Variable.Init == nil || t.Variable.Point:
		return false
	case g.program.Store[t.Variable.ID].Posterior != nil:
		return t.Role == loops.Posterior
	}
	return t.Role == loops.Definition
}

// startMarginals prints the start of the messages from a definition: the initial
// marginal that the user gave.
func (g *generator) startMarginals(p *printer, t *loops.Table) {
	d := t.Variable.Init
	f := g.function()
	v := f.env()
	start := ""
	if d.Name == "given" {
		start = f.startInput(d)
		if isVector(t) {
			f.body.line("for i := range inf.%s {\ninf.%s[i].Set(%s)\n}", g.tableField(t), g.tableField(t), start)
			p.line("{ // the initial marginal of %s", t.Variable.Name)
			f.header(p)
			p.Write(f.body.Bytes())
			p.line("}")
			return
		}
	} else {
		c := t.Family.Row().Constructor(d.Names)
		if c == nil {
			g.internal("no %s has the parameters %v", t.Family, d.Names)
			return
		}
		args := make([]string, len(d.Args))
		for i, a := range d.Args {
			args[i] = v.real(a)
		}
		start = c.Name() + "(" + strings.Join(args, ", ") + ")"
	}
	f.body.line("for i := range inf.%s {\ninf.%s[i] = %s\n}", g.tableField(t), g.tableField(t), start)
	p.line("{ // the initial marginal of %s", t.Variable.Name)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("}")
}

// startInput prints the initial marginal of element i that is an input: one for
// all, or element i of an array of the same sizes.
func (f *function) startInput(d *model.Dist) string {
	x := d.Args[0]
	if len(x.Args) > 0 && x.Args[0].Op == model.OpDim {
		return "inf.in." + local(x.Input.Name) + "[i]"
	}
	return f.input(x.Input, x.Args, f.env())
}

// startPoints prints the start of point estimates: the point that the initial
// marginal stands for.
func (g *generator) startPoints(p *printer, t *loops.Table) {
	d := t.Variable.Init
	family := t.Family.Row()
	f := g.function()
	v := f.env()
	value := v.real
	start := strconv.FormatFloat(family.Start, 'g', -1, 64)
	if family.Draws() == model.Bool {
		value, start = v.truth, strconv.FormatBool(family.Start != 0)
	}
	switch {
	case d == nil:
	case d.Name == "point":
		start = value(d.Args[0])
	case d.Name == "given":
		start = f.startInput(d)
		if family.Draws() == model.Bool {
			start += ".Mode()"
		} else {
			start += ".Mean()"
		}
	default:
		start = value(family.StartAt(d.Arg))
	}
	f.body.line("for i := range inf.%s {\ninf.%s[i] = %sPoint(%s)\n}", g.tableField(t), g.tableField(t), family.Go(), start)
	p.line("{")
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("}")
}

// writtenBy lists the tables that a step writes.
func (g *generator) writtenBy(s *loops.Step) []*loops.Table {
	seen := map[int]bool{}
	var walk func([]loops.Stmt)
	walk = func(list []loops.Stmt) {
		for _, st := range list {
			switch st := st.(type) {
			case *loops.For:
				walk(st.Body)
			case *loops.If:
				walk(st.Body)
			case *loops.Apply:
				if st.To != nil {
					seen[st.To.Table.ID] = true
				}
				if st.Total != nil {
					seen[st.Total.Table.ID] = true
				}
			}
		}
	}
	walk(s.Init)
	walk(s.Body)
	walk(s.Final)
	var list []*loops.Table
	for _, t := range g.program.Tables {
		if seen[t.ID] && !t.Local {
			list = append(list, t)
		}
	}
	return list
}

func (g *generator) run(p *printer) {
	it := g.model.Iterate
	p.line("const (\nmaxIterations = %d\ndefaultTolerance = %s\nsteps = %d\nupdates = %d // of the message program\n)\n", it.Max, number(it.Tolerance), len(g.program.Steps), len(g.program.Message.Updates))
	if g.iterates() {
		g.reach(p)
	}
	p.line("// Run runs the inference: what is up to date is not computed again, an iteration\n// that has not converged goes on.")
	p.line("func (inf *Inference) Run(ctx context.Context, opts ...Option) (Summary, error) {")
	loop := g.iterates()
	p.line("o := newOptions(opts)\nif o.err != nil {\nreturn inf.summary(), o.err\n}")
	for _, s := range g.program.Steps {
		if s.Posteriors() {
			p.line("if o.exact && o.max == 0 && inf.loops[%d].iterations == 0 {\nreturn inf.summary(), &OptionError{\"Iterations\", \"before the first iteration there is no posterior\"}\n}", s.ID)
			break
		}
	}
	p.line("clear(inf.skipped)")
	if g.plates > 0 {
		p.line("inf.workers = o.workers")
	}
	call := func(name string, has bool) string {
		if has {
			return "inf." + name
		}
		return "nothing"
	}
	for _, s := range g.program.Steps {
		if s.Iterate {
			guard := ""
			if g.guarded() {
				guard = ", " + g.guard(s)
			}
			p.line("if err := inf.iterate(ctx, o, %d, %s, inf.iterate%d, %s, inf.change%d%s); err != nil {\nreturn inf.summary(), err\n}",
				s.ID, call(fmt.Sprintf("init%d", s.ID), g.hasInit[s.ID]), s.ID, call(fmt.Sprintf("final%d", s.ID), len(s.Final) > 0), s.ID, guard)
			continue
		}
		p.line("if err := inf.once(ctx, %d, %s); err != nil {\nreturn inf.summary(), err\n}", s.ID, call(fmt.Sprintf("once%d", s.ID), len(s.Body) > 0))
	}
	if g.program.Evidence != nil {
		p.line("if err := inf.checkMarginals(); err != nil {\nreturn inf.summary(), err\n}\n_, err := inf.evidence()\nreturn inf.summary(), err\n}\n")
	} else {
		p.line("return inf.summary(), inf.checkMarginals()\n}\n")
	}
	if loop {
		p.WriteString(g.withTotals(g.withGuards(iterateText)))
		if g.guarded() {
			p.line("// toleranceOfEvidence is set where an iteration stops by the change of the evidence.\nconst toleranceOfEvidence = %t\n", g.model.Iterate.OfEvidence)
			p.WriteString(guardText)
			g.guards(p)
		}
		none := false
		for _, s := range g.program.Steps {
			none = none || s.Iterate && (!g.hasInit[s.ID] || len(s.Final) == 0)
		}
		if none {
			p.line("// nothing is the part of a step that there is not.\nfunc nothing() error { return nil }\n")
		}
	}
	for _, s := range g.program.Steps {
		if !s.Iterate {
			p.WriteString(onceText)
			break
		}
	}
	p.line("// SetData replaces all inputs, where several change together, such as a size and\n// the arrays over it. The next Run computes everything again.")
	p.line("func (inf *Inference) SetData(data Data) error {")
	p.line("next := &Inference{one: 1}\nif err := next.read(data); err != nil {\nreturn err\n}")
	var all []string
	for _, s := range g.program.Steps {
		all = append(all, fmt.Sprint(s.ID))
	}
	rows := g.raggedInputs()
	other := "next"
	if rows != nil {
		other = "next, true"
	}
	p.line("return inf.replace(%s)\n}\n", strings.Join(append([]string{other}, all...), ", "))
	p.line("// replace takes over the data of next and marks the given steps to be run again.")
	if rows == nil {
		p.line("func (inf *Inference) replace(next *Inference, again ...int) error {")
		p.line("if err := next.prepare(); err != nil {\nreturn err\n}")
	} else {
		p.line("// Where one input alone is new, the rows of the others must have their lengths still.")
		p.line("func (inf *Inference) replace(next *Inference, all bool, again ...int) error {")
		p.line("if err := next.prepare(); err != nil {\nreturn err\n}")
		for _, in := range rows {
			s := g.shape(in.Dims)
			for k := range s.dims {
				if s.ragged[k] {
					p.line("if !all && !slices.Equal(inf.%s, next.%s) {\nreturn &InputError{Input: %q, Message: \"its rows would have other lengths; SetData replaces all inputs\"}\n}", s.start(k), s.start(k), in.Name)
				}
			}
		}
	}
	if g.plates > 0 {
		p.line("next.workers, next.mutex = inf.workers, inf.mutex")
	}
	p.line("next.progress = inf.progress")
	p.line("sameSizes := true")
	for _, s := range g.shapes {
		if len(s.dims) > 0 {
			p.line("sameSizes = sameSizes && inf.%s == next.%s", s.total(), s.total())
		}
	}
	p.line("if sameSizes {\nnext.msg, next.constant = inf.msg, inf.constant\n} else {\nnext.done = [steps]bool{}\n}")
	p.line("for _, s := range again {\nnext.done[s] = false\n}")
	p.line("*inf = *next")
	p.line("inf.reset(0)\nreturn nil\n}\n")
}

// raggedInputs lists the inputs with ragged rows, one for each shape.
func (g *generator) raggedInputs() []*model.Input {
	var list []*model.Input
	seen := map[*shape]bool{}
	for _, in := range g.order(g.later) {
		s := g.shape(in.Dims)
		if !seen[s] && slices.Contains(s.ragged, true) {
			list = append(list, in)
		}
		seen[s] = true
	}
	return list
}

// state prints MarshalBinary and UnmarshalBinary.
func (g *generator) state(p *printer, tables []*loops.Table) {
	h := fnv.New64a()
	h.Write([]byte(g.program.Message.String()))
	for _, t := range tables {
		if t.Role == loops.Sum {
			fmt.Fprintf(h, "sum of u%d\n", g.update(t.Edge).ID)
		}
	}
	p.line("// stateVersion tells states of this model from those of others.")
	p.line("const stateVersion = 0x%016x\n", h.Sum64())
	p.line("// MarshalBinary returns the messages, so that a run can be continued: by New with\n// the same data, then UnmarshalBinary.")
	p.line("func (inf *Inference) MarshalBinary() ([]byte, error) {")
	p.line("b := inf.progress.marshal()")
	p.line("var err error")
	for _, t := range tables {
		if t.Role == loops.Total || t.Role == loops.Constant {
			continue
		}
		p.line("b = binary.LittleEndian.AppendUint64(b, uint64(len(inf.%s)))", g.tableField(t))
		if isVector(t) {
			p.line("for i := range inf.%s {\nb = inf.%s[i].AppendState(b)\n}", g.tableField(t), g.tableField(t))
			continue
		}
		p.line("if b, err = binary.Append(b, binary.LittleEndian, inf.%s); err != nil {\nreturn nil, err\n}", g.tableField(t))
	}
	for _, t := range tables {
		if t.Role == loops.Point {
			p.line("b = binary.LittleEndian.AppendUint64(b, uint64(len(inf.%s)))", g.searchField(t))
			p.line("if b, err = binary.Append(b, binary.LittleEndian, inf.%s); err != nil {\nreturn nil, err\n}", g.searchField(t))
		}
	}
	p.line("return binary.LittleEndian.AppendUint64(b, checksum(b)), err\n}\n")
	p.line("// UnmarshalBinary restores what MarshalBinary returned. It refuses the state of\n// another model or of data of other sizes.")
	p.line("func (inf *Inference) UnmarshalBinary(b []byte) error {")
	p.line("if n := len(b) - 8; n < 0 || checksum(b[:n]) != binary.LittleEndian.Uint64(b[n:]) {\nreturn errState\n}\nb = b[:len(b)-8]\nstate := inf.progress\nb, err := state.unmarshal(b)\nif err != nil {\nreturn err\n}")
	p.line("msg := inf.msg")
	for _, t := range tables {
		if t.Role == loops.Total || t.Role == loops.Constant {
			continue
		}
		restore := "restore"
		if isVector(t) {
			restore = "restoreEach"
			g.restores = true
		}
		p.line("if msg.%s, b, err = "+restore+"(b, inf.msg.%s); err != nil {\nreturn err\n}", g.tableName(t), g.tableName(t))
	}
	var searches []string
	for _, t := range tables {
		if t.Role == loops.Point {
			name := g.searchField(t)
			searches = append(searches, name)
			p.line("%s, b, err := restore(b, inf.%s)\nif err != nil {\nreturn err\n}", name, name)
		}
	}
	p.line("if len(b) != 0 {\nreturn errState\n}")
	p.line("inf.msg = msg\ninf.progress = state")
	for _, name := range searches {
		p.line("inf.%s = %s", name, name)
	}
	f := g.function()
	if g.totals(tables) {
		f.body.line("inf.sumTotals()")
	}
	for _, t := range tables {
		if t.Role == loops.Constant {
			f.body.line("inf.done[0] = false // constants are computed again")
			break
		}
	}
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")
	p.WriteString(g.withGuards(stateText))
	if g.restores {
		p.WriteString(restoreEachText)
	}
	g.sumTotals(p, tables)
	g.soundTotals(p, tables)
}

// reach prints how many sweeps news may need to get through each iteration.
func (g *generator) reach(p *printer) {
	p.line("// reach bounds for each step the iterations that news may take to reach a\n// posterior: the number of its updates.")
	p.line("var reach = [steps]int{")
	for _, s := range g.program.Steps {
		if s.Iterate {
			p.line("%d: %d,", s.ID, sends(s.Body))
		}
	}
	p.line("}\n")
}

// sends counts the messages and point estimates in a list of statements.
func sends(list []loops.Stmt) int {
	n := 0
	for _, s := range list {
		switch s := s.(type) {
		case *loops.For:
			n += sends(s.Body)
		case *loops.If:
			n += sends(s.Body)
		case *loops.Apply:
			if k := s.Update.Kind; k == message.Send || k == message.Posterior || k == message.Estimate {
				n++
			}
		}
	}
	return n
}

// factors prints the updates of each factor that can fail, for the check that not
// all of them do.
func (g *generator) factors(p *printer) {
	p.line("// factors lists the messages of each factor that may have none.")
	p.line("var factors = [][]sender{")
	for _, f := range g.program.Message.Graph.Factors {
		var senders []string
		array := false
		for _, s := range f.Slots {
			array = array || s.Over != nil
			if s.Edge == nil {
				continue
			}
			u := g.update(s.Edge)
			if u == nil || g.program.MessagePlace(s.Edge) == nil {
				continue
			}
			buffer := -1
			for _, a := range u.Args {
				if a.Buffer != nil {
					buffer = a.Buffer.ID
				}
			}
			senders = append(senders, fmt.Sprintf("{%d, %d}", u.ID, buffer))
		}
		if len(senders) > 0 && !array {
			p.line("{%s},", strings.Join(senders, ", "))
		}
	}
	p.line("}\n")
	p.WriteString(checkSkippedText)
	if demands(g.program) {
		p.WriteString(parameterText)
	}
}

// origins prints the table that says which statement each update comes from.
func (g *generator) origins(p *printer) {
	p.line("// An origin is the statement of the model that an update comes from.")
	p.line("type origin struct {\nline, column int\nstatement string\n}\n")
	p.line("var origins = map[int]origin{")
	for _, u := range g.program.Message.Updates {
		var text string
		switch u.Kind {
		case message.Possible, message.Send, message.Buffer:
			text = u.Factor.Text
		case message.Check:
			text = u.Check.Text
		case message.Assign:
			text = u.Assign.Text
		default:
			continue
		}
		p.line("%d: {%d, %d, %q},", u.ID, u.At.Line, u.At.Col, text)
	}
	p.line("}\n")
}

// sortedKeys returns the keys of a set in order.
func sortedKeys(m map[string]bool) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// iterates tells whether the model has an iteration.
func (g *generator) iterates() bool {
	for _, s := range g.program.Steps {
		if s.Iterate {
			return true
		}
	}
	return false
}
