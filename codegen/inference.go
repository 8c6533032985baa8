package codegen

import (
	"fmt"
	"mpc/codegen/names"
	"slices"

	"mpc/codegen/loops"
	"mpc/codegen/lower"
)

// inference prints the type Inference: its messages, New, Run, its state.
func (g *generator) inference() string {
	tables := g.code.program.Stored()
	var p printer
	p.line("// An Inference holds data and messages. Two goroutines may use two Inferences at\n// once, but not one.")
	p.line("type Inference struct {")
	p.line("in inputs")
	p.line("// sizes of arrays")
	g.declareShapes(&p)
	g.messageFields(&p, tables)
	g.besideFields(&p, tables)
	g.keptFields(&p)
	if g.code.program.Shares {
		p.line("workers int")
	}
	g.quantileFields(&p)
	if g.code.program.Run.Restarts {
		p.line("starts []passing.Start")
	}
	p.line("progress engine.Progress")
	p.line("}\n")
	g.newFunc(&p)
	g.state(&p)
	g.run(&p)
	g.origins(&p)
	g.plan(&p)
	g.factors(&p)
	return p.String()
}

// messageFields prints the fields of messages, and of what is computed from data alone.
func (g *generator) messageFields(p *printer, tables []*loops.Table) {
	p.line("// messages, in natural parameters")
	p.line("msg struct {")
	for _, t := range tables {
		if t.Role != loops.Constant {
			p.line("%s %s // %s", g.code.program.TableName(t), g.arrayType(t), g.tableDoc(t))
			if t.Values != nil {
				p.line("%s []int32 // which of these each element of %s has; 0 says nothing", g.whichField(t), t.Variable.Name)
			}
		}
	}
	p.line("}")
	if list := g.code.program.Constants(); len(list) > 0 {
		p.line("constant struct {")
		for _, t := range list {
			p.line("%s []%s", g.code.program.TableName(t), g.elementType(t))
		}
		p.line("}")
	}
}

// besideFields prints the fields of what stands beside messages, and of what functions work in.
func (g *generator) besideFields(p *printer, tables []*loops.Table) {
	memory := g.code.memory.Inference
	for _, v := range memory.Previous {
		of := "[]" + familyType(v.Family)
		if lower.PackedBefore(v) {
			of = rowsType(v.Family)
		}
		p.line("%s %s // of the iteration before", g.previousField(v), of)
	}
	if list := g.code.program.Sounded(); len(list) > 0 {
		p.line("before struct { // products as they were, to be computed anew")
		for _, t := range list {
			p.line("%s []%s", g.code.program.TableName(t), familyType(t.Family))
		}
		p.line("}")
	}
	for _, t := range tables {
		if t.Searched() {
			p.line("%s []dist.PointSearch", g.searchField(t))
		}
	}
	for _, r := range memory.Sums {
		p.line("%s []%s // of line %d", names.Sums.Name(r.ID), runningType(r), r.Update.At.Line)
	}
	for _, t := range tables {
		if t.Values != nil {
			p.line("%s []bool // which messages of %s have been computed", g.foundField(t), g.code.program.TableName(t))
		}
	}
	g.code.scratch(p, memory, "arguments of an operator")
	g.code.messages(p, memory)
	for _, s := range g.program.Steps {
		if slices.ContainsFunc(g.code.program.Stored(), func(t *loops.Table) bool { return t.Role == loops.Posterior && g.program.Watches(t) == s }) {
			p.line("%s float64 // the largest change of a posterior that is replaced in step %d", movedField(s), s.ID)
		}
	}
	for _, u := range memory.Branches {
		p.line("%s []float64 // log evidence of the branches of line %d", names.Branches.Name(u.ID), u.At.Line)
	}
	for _, n := range g.program.Message.Networks {
		p.line("%s mcmc.FiniteNetwork // of %s", names.Network.Name(n.ID+1), n.Name())
	}
	if memory.Weights {
		p.line("weights dist.CategoricalWork // of operators on whole numbers")
	}
	if memory.Work {
		p.line("work dist.MvWork // of operators and moments")
	}
}

// keptFields prints the fields of messages as they were before an iteration that may go too far.
func (g *generator) keptFields(p *printer) {
	if tables := g.code.program.KeptTables(); len(tables) > 0 {
		p.line("step float64 // of posteriors that may go too far")
		p.line("kept struct { // messages before an iteration")
		for _, t := range tables {
			p.line("%s []%s", g.code.program.TableName(t), g.elementType(t))
			if t.Searched() {
				p.line("%s []dist.PointSearch", g.searchField(t))
			}
		}
		p.line("}")
	} else if g.code.program.Run.Guarded() {
		p.line("step float64")
	}
}

func (g *generator) tableDoc(t *loops.Table) string {
	doc := g.tableText(t)
	switch {
	case t.Pass:
		doc += ", of one pass"
	case t.Same != nil:
		doc += ", the same for all"
	case t.Values != nil:
		doc += ", for each value of " + t.Values.String()
	}
	return doc
}

func (g *generator) tableText(t *loops.Table) string {
	switch t.Role {
	case loops.Definition:
		return "from the definition of " + t.Variable.Name
	case loops.Total:
		return "product of all messages to " + t.Variable.Name
	case loops.Posterior:
		return "posterior of " + t.Variable.Name
	case loops.Moments:
		return "moments of posteriors of " + t.Variable.Name
	case loops.Point:
		return "point estimate of " + t.Variable.Name
	case loops.Sum:
		return fmt.Sprintf("product of u%d: to %s, line %d", g.update(t.Edge).ID, t.Variable.Name, t.Edge.Factor.At.Line)
	}
	return fmt.Sprintf("u%d: to %s, line %d", g.update(t.Edge).ID, t.Variable.Name, t.Edge.Factor.At.Line)
}
