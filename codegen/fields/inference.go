package fields

import (
	"fmt"
	"slices"

	"mpc/codegen/loops"
	"mpc/codegen/lower"
	"mpc/codegen/names"
)

// Inference is what holds data, and messages or chains.
func (t *Types) Inference() Record {
	list := append([]Field{field("in", "inputs", "")}, t.shapes()...)
	if t.program.Loops.Message.Sampling != nil {
		return Record{"Inference", "An Inference holds data and chains. Two goroutines may use two Inferences at once, but not one.", append(list, t.sampled()...)}
	}
	list = append(list, Field{Above: "messages, in natural parameters", Name: "msg", Of: t.messages()})
	list = append(list, group("constant", "", t.constants())...)
	list = append(list, t.beside()...)
	list = append(list, t.before()...)
	if t.program.Shares {
		list = append(list, field("workers", "int", ""))
	}
	list = append(list, t.integrated()...)
	if t.program.Run.Restarts {
		list = append(list, field("starts", "[]passing.Start", ""))
	}
	list = append(list, field("progress", "engine.Progress", ""))
	return Record{"Inference", "An Inference holds data and messages. Two goroutines may use two Inferences at once, but not one.", list}
}

// sampled are the fields of one whose chains draw.
func (t *Types) sampled() []Field {
	list := group("constant", "", t.constants())
	list = append(list, t.scratch(t.memory.Inference, "arguments of an operator")...)
	for _, l := range t.memory.Chain.Lists {
		list = append(list, field(t.list(l), "engine.List", "of "+l.Loop.Index.Name+", by "+l.By.String()))
	}
	for _, o := range t.memory.Chain.Orders {
		list = append(list, field(t.order(o), "mcmc.StartOrder", "of "+o.Name()))
	}
	for k, u := range t.program.JointDraws() {
		list = append(list, field(names.Pattern.Name(k+1), "*mcmc."+blockKind(u)+"Pattern", "of "+u.Sampled.Name()))
		if u.Sampled.Block.Sums != nil {
			list = append(list, field(names.Known.Name(k+1), "*mcmc.NormalSums", "of them"))
		}
	}
	return append(list, field("sampler", "sampling.Sampler[*Inference, *chain]", ""))
}

// messages are the fields of messages, those of constants left out.
func (t *Types) messages() (list []Field) {
	for _, of := range t.program.Stored() {
		if of.Role == loops.Constant {
			continue
		}
		list = append(list, field(t.program.TableName(of), arrayType(of), t.doc(of)))
		if of.Values != nil {
			list = append(list, field(t.which(of), "[]int32", "which of these each element of "+of.Variable.Name+" has; 0 says nothing"))
		}
	}
	return list
}

// constants are the fields of what is computed from data alone.
func (t *Types) constants() (list []Field) {
	for _, of := range t.program.Constants() {
		list = append(list, field(t.program.TableName(of), "[]"+ElementType(of), ""))
	}
	return list
}

// beside are the fields of what stands beside messages, and of what functions work in.
func (t *Types) beside() (list []Field) {
	add := func(name, typ, doc string) { list = append(list, field(name, typ, doc)) }
	memory := t.memory.Inference
	for _, v := range memory.Previous {
		of := "[]" + FamilyType(v.Family)
		if lower.PackedBefore(v) {
			of = rowsType(v.Family)
		}
		add(t.previous(v), of, "of the iteration before")
	}
	var before []Field
	for _, of := range t.program.Sounded() {
		before = append(before, field(t.program.TableName(of), "[]"+FamilyType(of.Family), ""))
	}
	list = append(list, group("before", "products as they were, to be computed anew", before)...)
	stored := t.program.Stored()
	for _, of := range stored {
		if of.Searched() {
			add(t.search(of), "[]dist.PointSearch", "")
		}
	}
	for _, r := range memory.Sums {
		add(names.Sums.Name(r.ID), "[]"+RunningType(r), fmt.Sprintf("of line %d", r.Update.At.Line))
	}
	for _, of := range stored {
		if of.Values != nil {
			add(t.found(of), "[]bool", "which messages of "+t.program.TableName(of)+" have been computed")
		}
	}
	list = append(list, t.scratch(memory, "arguments of an operator")...)
	list = append(list, t.workMessages(memory)...)
	for _, s := range t.program.Loops.Steps {
		if slices.ContainsFunc(stored, func(of *loops.Table) bool { return of.Role == loops.Posterior && t.program.Loops.Watches(of) == s }) {
			add(moved(s), "float64", fmt.Sprintf("the largest change of a posterior that is replaced in step %d", s.ID))
		}
	}
	for _, u := range memory.Branches {
		add(names.Branches.Name(u.ID), "[]float64", fmt.Sprintf("log evidence of the branches of line %d", u.At.Line))
	}
	for _, n := range t.program.Loops.Message.Networks {
		add(names.Network.Name(n.ID+1), "mcmc.FiniteNetwork", "of "+n.Name())
	}
	if memory.Weights {
		add("weights", "dist.CategoricalWork", "of operators on whole numbers")
	}
	if memory.Work {
		add("work", "dist.MvWork", "of operators and moments")
	}
	return list
}

// scratch are the fields of arrays to work in.
func (t *Types) scratch(m *lower.Memory, what string) (list []Field) {
	for k, of := range m.Scratch {
		list = append(list, field(names.Scratch.Name(k), "[]"+t.Type(t.program.Tables[of].Scratch), what))
	}
	return list
}

// workMessages are the fields of messages to work in.
func (t *Types) workMessages(m *lower.Memory) (list []Field) {
	for k, of := range m.Messages {
		list = append(list, field(names.Vector.Name(k), t.Type(t.program.Tables[of].Message), "to work with"))
	}
	return list
}

// before are the fields of messages as they were before an iteration that may go too far.
func (t *Types) before() []Field {
	var kept []Field
	for _, of := range t.program.KeptTables() {
		kept = append(kept, field(t.program.TableName(of), "[]"+ElementType(of), ""))
		if of.Searched() {
			kept = append(kept, field(t.search(of), "[]dist.PointSearch", ""))
		}
	}
	switch {
	case len(kept) > 0:
		return append([]Field{field("step", "float64", "of posteriors that may go too far")}, group("kept", "messages before an iteration", kept)...)
	case t.program.Run.Guarded():
		return []Field{field("step", "float64", "")}
	}
	return nil
}

// integrated are the fields of what is integrated beside the posteriors of a latent Gaussian model. Their quantiles, which no
// family tells, stand in arrays of their own, beside the log evidence, and are part of a saved state.
func (t *Types) integrated() []Field {
	var of []Field
	for _, q := range t.program.Quantiled() {
		of = append(of, field(t.program.TableName(q), "[]engine.Quantiles", ""))
	}
	list := group("quantiles", "", of)
	if t.program.Loops.Evidence != nil && t.program.Loops.Message.Gaussian != nil {
		list = append(list, field("logEvidence", "float64", ""))
	}
	if t.program.HasJoint() {
		list = append(list, field("solution", "*latent.Solution", "of the last run"))
	}
	if t.program.Doubts() {
		list = append(list, field("doubts", "[]engine.Doubt", ""))
	}
	return list
}

// doc says what a table of messages has.
func (t *Types) doc(of *loops.Table) string {
	doc := t.about(of)
	switch {
	case of.Pass:
		doc += ", of one pass"
	case of.Same != nil:
		doc += ", the same for all"
	case of.Values != nil:
		doc += ", for each value of " + of.Values.String()
	}
	return doc
}

func (t *Types) about(of *loops.Table) string {
	name := of.Variable.Name
	switch of.Role {
	case loops.Definition:
		return "from the definition of " + name
	case loops.Total:
		return "product of all messages to " + name
	case loops.Posterior:
		return "posterior of " + name
	case loops.Moments:
		return "moments of posteriors of " + name
	case loops.Point:
		return "point estimate of " + name
	}
	u, line := t.program.Loops.Message.To[of.Edge.ID], of.Edge.Factor.At.Line
	if of.Role == loops.Sum {
		return fmt.Sprintf("product of u%d: to %s, line %d", u.ID, name, line)
	}
	return fmt.Sprintf("u%d: to %s, line %d", u.ID, name, line)
}
