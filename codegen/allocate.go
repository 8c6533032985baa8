package codegen

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mpc/loops"
	"mpc/model"
)

func (g *generator) newFunc(p *printer) {
	p.line("// New checks the data and returns an Inference over a copy of it.")
	p.line("func New(data Data) (*Inference, error) {")
	p.line("inf := &Inference{one: 1, progress: engine.NewProgress(&schedule)}")
	if g.guarded() {
		p.line("inf.progress.Ascend(engine.NewAscent)")
	}
	if g.seeded() {
		p.line("inf.progress.Seed = %d", g.model.Iterate.Seed)
		if g.restarted() {
			p.line("inf.progress.From = inf.progress.Seed")
		}
	}
	if g.shares() {
		p.line("inf.workers = 1\ninf.progress.Share()")
	}
	p.line("if err := inf.read(data); err != nil {\nreturn nil, err\n}")
	p.line("if err := inf.prepare(); err != nil {\nreturn nil, err\n}")
	p.line("inf.reset(0)\nreturn inf, nil\n}\n")
	g.prepare(p)
}

// prepare prints the method that lays out the arrays.
func (g *generator) prepare(p *printer) {
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
	if !g.chain || len(g.constants()) > 0 {
		p.line("inf.allocate()")
	}
	p.line("return nil\n}\n")
}

func (g *generator) allocate(p *printer, tables []*loops.Table) {
	p.line("// allocate makes the arrays of messages.")
	p.line("func (inf *Inference) allocate() {")
	for _, t := range tables {
		if t.Packed {
			g.newRows(p, g.tableField(t), t.Variable, t.Dims)
			if t.Values != nil {
				p.line("inf.msg.%s = make([]int32, inf.%s)", g.whichField(t), g.count(t.Variable.Dims))
				p.line("inf.%s = make([]bool, inf.%s)", g.foundField(t), g.count(t.Dims))
			}
			continue
		}
		if isVector(t) {
			g.newVectors(p, t)
			continue
		}
		p.line("inf.%s = make([]%s, inf.%s)", g.tableField(t), g.elementType(t), g.count(t.Dims))
	}
	for _, u := range g.gates {
		f := g.function()
		f.direct = true
		p.line("inf.%s = make([]float64, max(0, %s))", g.branchesOf(u), f.env().whole(u.Factor.Gate.Model.Size))
	}
	for _, id := range slices.Sorted(maps.Keys(g.running)) {
		p.line("inf.sums%d = make([]%s, inf.%s)", id, runningType(g.running[id]), g.count(g.running[id].Dims))
	}
	for _, pv := range g.previous {
		if pv.packed() {
			g.newRows(p, pv.name, pv.variable, pv.variable.Dims)
			continue
		}
		if fam := pv.variable.Family.Row(); fam.Vector() {
			p.line("inf.%s = dist.New%ss(inf.%s, %s)", pv.name, fam.Go(), g.count(pv.variable.Dims), g.sizes(pv.variable))
			continue
		}
		p.line("inf.%s = make([]%s, inf.%s)", pv.name, pv.elem, g.count(pv.variable.Dims))
	}
	for _, t := range g.sounded(tables) {
		if fam := t.Family.Row(); fam.Vector() {
			p.line("inf.before.%s = dist.New%ss(inf.%s, %s)", g.tableName(t), fam.Go(), g.count(t.Dims), g.sizes(t.Variable))
			continue
		}
		p.line("inf.before.%s = make([]%s, inf.%s)", g.tableName(t), familyType(t.Family), g.count(t.Dims))
	}
	for _, t := range g.keptTables() {
		if isVector(t) {
			g.newKept(p, t)
			continue
		}
		p.line("inf.kept.%s = make([]%s, inf.%s)", g.tableName(t), g.elementType(t), g.count(t.Dims))
		if t.Searched() {
			p.line("inf.kept.%s = make([]dist.PointSearch, inf.%s)", g.searchField(t), g.count(t.Dims))
		}
	}
	for _, t := range tables {
		if t.Searched() {
			p.line("inf.%s = make([]dist.PointSearch, inf.%s)", g.searchField(t), g.count(t.Dims))
		}
	}
	g.allocateQuantiles(p)
	p.line("}\n")
}

// reset prints the function that makes the messages uniform that a step and
// those after it write.
func (g *generator) reset(p *printer) {
	p.line("// reset forgets the results of the steps from first on that are not done.")
	p.line("func (inf *Inference) reset(first int) {")
	g.shareArrays(p)
	for _, s := range g.program.Steps {
		p.line("if first <= %d && !inf.progress.Done[%d] {", s.ID, s.ID)
		for _, t := range g.program.Written(s) {
			if t.Role == loops.Constant {
				continue
			}
			field := "inf." + g.tableField(t)
			if t.Values != nil {
				p.line("clear(inf.msg.%s)", g.whichField(t))
				continue
			}
			if t.Role != loops.Total { // those are below
				p.line("%s", uniformTable(t, field))
			}
			if t.Searched() {
				p.line("clear(inf.%s)", g.searchField(t))
			}
			if !s.StartsLate(t) {
				g.start(p, t)
			}
		}
		p.line("}")
	}
	if len(g.program.Totals()) > 0 {
		p.line("inf.sumTotals()")
	}
	if g.program.SetsMoments() {
		p.line("inf.setMoments()")
	}
	p.line("inf.progress.Restart()")
	p.line("}\n")
}

// start prints where messages, or point estimates, start.
func (g *generator) start(p *printer, t *loops.Table) {
	if g.starts(t) {
		g.startMarginals(p, t)
	}
	if t.Role == loops.Point {
		g.startPoints(p, t)
	}
}

// shareArrays prints that steps which write elements of one array are done again
// together: the array is cleared.
func (g *generator) shareArrays(p *printer) {
	by := map[*loops.Table][]int{}
	printed := map[string]bool{}
	for _, s := range g.program.Steps {
		for _, t := range g.program.Written(s) {
			if t.Role == loops.Constant || t.Role == loops.Total {
				continue // not cleared
			}
			for _, other := range by[t] {
				line := fmt.Sprintf("if !inf.progress.Done[%d] {\ninf.progress.Done[%d] = false // they share arrays\n}", s.ID, other)
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
	case t.Role == loops.Constant || t.Variable.Init == nil || t.Variable.Point || t.Guessed:
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
	field := "inf." + g.tableField(t)
	switch {
	case d.Name == model.Random:
		g.startRandom(f, t)
	case d.Name == "given" && isVector(t):
		f.body.line("for i := range %s {\n%s[i].Set(%s)\n}", field, field, f.startInput(d))
	case d.Name == "given":
		f.body.line("for i := range %s {\n%s[i] = %s\n}", field, field, f.startInput(d))
	default:
		c := t.Family.Row().Constructor(d.Names)
		if c == nil {
			g.internal("no %s has the parameters %v", t.Family, d.Names)
			return
		}
		if isVector(t) {
			f.startVectors(t, d)
			break
		}
		f.body.line("for i := range %s {\n%s[i] = dist.%s(%s)\n}", startsIn(field, d), field, c.Name(), strings.Join(f.parameters(d), ", "))
	}
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
	random := d != nil && d.Name == model.Random
	switch {
	case random:
		g.startRandom(f, t)
	case isVector(t):
		f.startVectorPoints(t, d)
	}
	if random || isVector(t) {
		p.line("{")
		f.header(p)
		p.Write(f.body.Bytes())
		p.line("}")
		return
	}
	v.dims = []string{"i"}
	value := v.real
	start := strconv.FormatFloat(family.Start, 'g', -1, 64)
	if family.Draws() == model.Bool {
		value, start = v.truth, strconv.FormatBool(family.Start != 0)
	}
	switch {
	case d == nil:
	case d.Name == "point":
		start = value(flattened(d.Args[0]))
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
	f.body.line("for i := range %s {\ninf.%s[i] = %sPoint(%s)\n}", startsIn("inf."+g.tableField(t), d), g.tableField(t), messageType(family), start)
	p.line("{")
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("}")
}
