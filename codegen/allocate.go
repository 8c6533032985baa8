package codegen

import (
	"fmt"
	"maps"
	"slices"

	"mpc/codegen/lower"
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
	var layouts, others printer
	g.uniformOthers(&others)
	g.layouts(&layouts)
	done := map[shape]bool{}
	for _, in := range g.order(g.later) {
		s := g.shape(in.Dims)
		if !done[s] {
			done[s] = true
			g.layout(p, s)
		}
		if !g.isOthers(in) { // of which below, once all sizes are known
			p.line("if err := inf.%s(); err != nil {\nreturn err\n}", codeName(lower.FitsOf(in)))
		}
	}
	for _, s := range g.shapes {
		if !done[s] {
			g.layout(p, s)
		}
	}
	p.Write(others.Bytes())
	p.line("if err := inf.checkIndices(); err != nil {\nreturn err\n}")
	if !g.chain || len(g.constants()) > 0 {
		p.line("inf.allocate()")
	}
	p.line("return nil\n}\n")
	for _, in := range g.order(g.later) {
		if !g.isOthers(in) {
			g.code.function(p, lower.FitsOf(in), "checks that the input "+in.Name+" has as many values as sizes ask for.")
		}
	}
	p.Write(layouts.Bytes())
}

func (g *generator) allocate(p *printer, tables []*loops.Table) {
	for _, t := range tables {
		if name := g.code.program.SizesOf(t); g.code.has(name) {
			g.code.function(p, name, "are the sizes of the elements of "+g.tableName(t)+".")
		}
	}
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
		p.line("inf.%s = make([]float64, inf.%s)", g.branchesOf(u), g.count([]*model.Expr{u.Factor.Gate.Model.Size}))
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
			if begin := g.code.program.BeginOf(t); begin != "" && !s.StartsLate(t) {
				p.line("inf.%s()", begin)
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
	g.begins(p)
}

// begins prints the methods that set tables to where they start.
func (g *generator) begins(p *printer) {
	for _, t := range g.program.Tables {
		if begin := g.code.program.BeginOf(t); begin != "" {
			g.code.function(p, begin, "sets what is known of "+t.Variable.Name+" to where it starts.")
		}
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
