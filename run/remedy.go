package run

import (
	"context"
	"errors"
	"strings"
	"time"

	"mpc"
	"mpc/data"
	"mpc/factor"
	"mpc/lang"
	"mpc/operators"
	"mpc/run/interp"
)

// remedyTime is how long what may help is tried at most. Tests give it longer, so that what
// is found does not depend on what else the machine does.
var remedyTime = 3 * time.Second

// A remedy is a change of a model after which its posteriors may ignore nothing.
type remedy struct {
	text  string // as it is written
	edit  func(*lang.File)
	start bool // a first marginal: one of them will do
}

// helped says which changes of a model were tried on the data and helped, where its
// posteriors would ignore a statement: what is only likely to help is no advice. It is ""
// where none did.
func helped(c *mpc.Compilation, ctx context.Context, set *data.Set) string {
	text, err := set.JSON()
	if err != nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, remedyTime)
	defer cancel()
	var found []string
	started := false
	for _, r := range remedies(c) {
		if ctx.Err() != nil || len(found) == 2 {
			break
		}
		if (!r.start || !started) && helps(c, ctx, r, text) {
			found = append(found, r.text)
			started = started || r.start
		}
	}
	if found == nil {
		return ""
	}
	return "this gives a result with these data: " + strings.Join(found, "; or ")
}

// remedies lists what may help, what changes least first.
func remedies(c *mpc.Compilation) []remedy {
	it := c.Model.Iterate
	name := func(n string) *lang.Name { return &lang.Name{At: lang.Pos{Line: 1, Col: 1}, Name: n} }
	var list []remedy
	if block := normals(c); len(block) > 1 && c.Model.Blocks == nil && !c.Model.Samples() {
		list = append(list, remedy{text: blockText(block), edit: func(f *lang.File) { f.Blocks = [][]lang.Name{block} }})
	}
	if it.Projection != "log" {
		list = append(list, remedy{text: "iterate: {projection: log}", edit: func(f *lang.File) { f.Iterate.Projection = name("log") }})
	}
	list = append(list, remedy{text: "iterate: {messages: proper}", edit: func(f *lang.File) { f.Iterate.Messages = name("proper") }})
	if it.Damping == 0 {
		list = append(list, remedy{text: "iterate: {damping: 0.5}", edit: func(f *lang.File) { f.Iterate.Damping = &lang.Setting{Value: 0.5} }})
	}
	list = append(list, firstMarginals(c)...)
	for _, algorithm := range lang.Algorithms() {
		if c.Model.Algorithm != algorithm {
			list = append(list, remedy{text: "algorithm: " + algorithm, edit: func(f *lang.File) { f.UseAlgorithm(algorithm) }})
		}
	}
	return list
}

// firstMarginals are starts of EP: a first marginal that is wide and has a variance, for
// each scale that is drawn. Messages can be computed from it where the prior has none.
func firstMarginals(c *mpc.Compilation) (list []remedy) {
	for _, v := range c.Graph.Variables {
		if v.Source == nil || v.Derived || v.Point || v.Init != nil || v.Depth > 0 || v.Algorithm != operators.EP || v.Source.Input != nil {
			continue
		}
		name, value := v.Source.Name, &lang.Call{}
		switch v.Family {
		case factor.Gamma:
			value = started("gamma", 3, "rate", 3)
		case factor.InverseGamma:
			value = started("inversegamma", 3, "rate", 3)
		default:
			continue
		}
		list = append(list, remedy{start: true, text: "init: {" + name + ": \"" + value.String() + "\"}", edit: func(f *lang.File) {
			f.Init = append(f.Init, &lang.Init{Name: lang.Name{At: v.At, Name: name}, Value: value})
		}})
	}
	return list
}

// started is a distribution as init has it.
func started(family string, first float64, parameter string, second float64) *lang.Call {
	number := func(x float64) lang.Expr { return &lang.Number{Value: x, Int: true} }
	return &lang.Call{Fun: family, Args: []lang.Arg{{Value: number(first)}, {Name: lang.Name{Name: parameter}, Value: number(second)}}}
}

// helps tells whether the model, so changed, has a result that ignores nothing.
func helps(c *mpc.Compilation, ctx context.Context, r remedy, text []byte) bool {
	changed, err := mpc.PlanEdited(c.File.Name, c.File.Source, r.edit)
	if err != nil {
		return false
	}
	set, problems := data.ReadJSON(c.File.Name, text, changed.Model)
	if problems.HasErrors() {
		return false
	}
	o := interp.Options{Context: ctx}
	if changed.Model.Samples() {
		o.Sampling = &interp.Sampling{Samples: 1, Thin: 1, Chains: 1} // that it draws at all
	}
	found, err := interp.Run(changed.Program, changed.Deps, changed.Schedule, set, o)
	return err == nil && (found.Converged || changed.Model.Samples())
}

// isLeftOut tells whether an error says that the posteriors would ignore a statement.
func isLeftOut(err error) (*interp.Error, bool) {
	var failed *interp.Error
	return failed, errors.As(err, &failed) && failed.LeftOut
}
