package lower

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// integral lowers the update of a posterior that is computed as a whole, and the function that makes memory for the values of
// its model.
func (l *lowering) integral(u *message.Update) {
	l.make(Posteriors.has("Allocate", "makes memory for the values.").on(OfJoint).direct(), nil, func(f *function) {
		for _, t := range l.Drawn() {
			f.makes(f.table(t), t.Dims)
		}
	})
	of := u.Gaussian
	l.make(Posteriors.has("integrate", fmt.Sprintf("computes the posterior of %s: %s.", of.Name(), of.Why())), types(code.Fault), func(f *function) {
		(&integrating{function: f, asked: l.Quantiled()}).integrate(u)
	})
}

// An integrating is that function while its body is made.
type integrating struct {
	*function
	posterior code.Operand
	asked     []*loops.Table // for quantiles
}

func (x *integrating) integrate(u *message.Update) {
	solve := x.lowering.row("solve", Callee{Kind: Solve}, types(x.handle("latent", "Solution"), code.Fault), param("update", code.Whole))
	got := x.calls(solve, []code.Operand{whole(u.ID)}, "posterior", "e")
	x.posterior = got[0]
	x.fail(got[1])
	if x.HasJoint() {
		to := x.declare(&code.Table{Name: "solution", Type: x.posterior.Type(), Keep: code.State}, Source{InRun: InRun{Solution: true}})
		x.store(&code.Place{Table: to}, x.posterior)
	}
	if x.Loops.Evidence != nil {
		r := x.lowering.row("evidenceOfSolution", Callee{Kind: FieldOf, Name: "LogEvidence"}, types(code.Real), param("posterior", x.posterior.Type()))
		x.store(x.logEvidence(), x.call("z", r, x.posterior))
	}
	first := code.Operand(whole(0))
	var firsts []code.Operand
	parts := u.Gaussian.Parts()
	for k, d := range parts {
		switch {
		case k == 1:
			first = x.componentsOf(parts[0].Variable())
		case k > 1:
			first = x.apply("+", first, x.componentsOf(parts[k-1].Variable()))
		}
		firsts = append(firsts, first)
		if u.Gaussian.Shown(d) != d.Variable() {
			continue // the array that it stands for is a function that is asked for
		}
		t := x.posteriorOf(d)
		if d.Variable().Type.Dimensions > 0 {
			x.setsOrFails("SetVectors", first, firstOf(x.table(t)))
		} else {
			x.sets("SetNormals", first, firstOf(x.table(t)))
		}
		if slices.Contains(x.asked, t) {
			x.sets("SetQuantiles", first, firstOf(x.quantiles(t)))
		}
	}
	for k, d := range u.Gaussian.Hyper {
		x.hyper(k, x.posteriorOf(d))
	}
	for k, d := range u.Gaussian.Matrices {
		t := x.posteriorOf(d)
		x.setsOrFails("SetMatrix", whole(k), firstOf(x.table(t)))
		if slices.Contains(x.asked, t) {
			x.sets("SetMatrixQuantiles", whole(k), firstOf(x.quantiles(t)))
		}
	}
	for k, o := range x.Gaussian.Others {
		if o.Answer != nil {
			x.answers(k, o)
		}
	}
	if x.Doubts() {
		x.doubts(firsts)
	}
}

// componentsOf is how many coordinates a variable has.
func (x *integrating) componentsOf(v *model.Variable) code.Operand {
	if v.Type.Dimensions > 0 {
		return x.length(append(v.Dims[:len(v.Dims):len(v.Dims)], v.Sizes...))
	}
	return x.length(v.Dims)
}

// sets calls a method of the posterior that writes to the elements of a table.
func (x *integrating) sets(method string, of code.Operand, to *code.Place) {
	r := x.lowering.row(lowerFirst(method)+title(to.Type()), Callee{Kind: Method, Name: method}, nil,
		param("posterior", x.posterior.Type()), param("of", code.Whole), written("to", to.Type(), code.Write))
	x.call("", r, x.posterior, of, to)
}

// setsOrFails calls one that may fail.
func (x *integrating) setsOrFails(method string, of code.Operand, to *code.Place) {
	r := x.lowering.row(lowerFirst(method), Callee{Kind: Vectors, Name: method}, types(code.Fault),
		param("posterior", x.posterior.Type()), param("of", code.Whole), written("to", to.Type(), code.Write))
	x.fail(x.call("e", r, x.posterior, of, to))
}

// hyper sets what is known of a hyperparameter.
func (x *integrating) hyper(k int, t *loops.Table) {
	m := x.family(t.Family.String())
	of := func(name string) code.Operand { return x.ask(nil, x.posterior, name, code.Real, whole(k)) }
	r := x.lowering.row("moments"+title(m), Callee{Kind: Function, Name: momentsOf(t.Family)}, types(m), param("mean", code.Real), param("variance", code.Real))
	x.store(firstOf(x.table(t)), x.call("m", r, of("HyperMean"), of("HyperVariance")))
	if slices.Contains(x.asked, t) {
		x.sets("SetHyperQuantiles", whole(k), firstOf(x.quantiles(t)))
	}
}

// momentsOf is the function that gives a distribution its moments.
func momentsOf(f factor.Family) string {
	if f == factor.Bernoulli {
		return "latent.Truth"
	}
	return "dist." + f.Row().Go() + "MeanVariance"
}

// answers sets what is known of the elements of a function that a factor asks for.
func (x *integrating) answers(k int, o *Other) {
	for _, u := range x.Loops.Marginals {
		if u.Variable == nil || u.Variable.Source != o.Answer.Variable {
			continue
		}
		t := x.Loops.Store[u.Variable.ID].Definition
		to := firstOf(x.table(t))
		r := x.lowering.row("setAnswers"+title(to.Type()), Callee{Kind: Answers, Name: momentsOf(t.Family)}, nil,
			param("posterior", x.posterior.Type()), param("of", code.Whole), written("to", to.Type(), code.Write))
		x.call("", r, x.posterior, whole(k), to)
		if slices.Contains(x.asked, t) {
			x.sets("SetAnswerQuantiles", whole(k), firstOf(x.quantiles(t)))
		}
	}
}

// doubts keeps what makes the posterior doubtful, of variables whose coordinates begin with these.
func (x *integrating) doubts(firsts []code.Operand) {
	t := code.Array{Elem: x.handle("engine", "Doubt")}
	params := []*code.Param{param("posterior", x.posterior.Type())}
	for i := range firsts {
		params = append(params, param(fmt.Sprintf("x%d", i), code.Whole))
	}
	r := x.lowering.row("doubts", Callee{Kind: Method, Name: "Doubts"}, types(t), params...)
	to := x.declare(&code.Table{Name: "doubts", Type: t, Keep: code.State}, Source{InRun: InRun{Doubts: true}})
	x.store(&code.Place{Table: to}, x.call("list", r, append([]code.Operand{x.posterior}, firsts...)...))
}

// posteriorOf has the posteriors of a variable.
func (x *integrating) posteriorOf(d *conditional.Draw) *loops.Table {
	for _, v := range x.Loops.Message.Graph.Variables {
		if v.Source == d.Variable() {
			return x.Loops.Store[v.ID].Definition
		}
	}
	notYet("no posterior of %s", d.Variable().Name)
	return nil
}

// logEvidence is the place of a log evidence that is computed with the posteriors.
func (l *lowering) logEvidence() *code.Place {
	if l.named["log_evidence"] == nil {
		l.named["log_evidence"] = l.declare(&code.Table{Name: "log_evidence", Type: code.Real, Keep: code.State}, Source{InRun: InRun{LogEvidence: true}})
	}
	return &code.Place{Table: l.named["log_evidence"]}
}
