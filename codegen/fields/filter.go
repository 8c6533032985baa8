package fields

import (
	"fmt"

	"mpc/codegen/names"
)

// Observation is what is seen at one time.
func (t *Types) Observation() Record {
	var list []Field
	for _, in := range t.program.Filter.Seen {
		list = append(list, Field{Name: names.Exported(in.Name), Type: Nested(len(in.Dims)-1, GoType(in.Type)), Tag: in.Name, Doc: about(in)})
	}
	return Record{"Observation", "An Observation is what is seen at one time.", list}
}

// Filter runs a model that is a chain over time forward.
func (t *Types) Filter() Record {
	f := t.program.Filter
	var in []Field
	for _, x := range f.Fixed {
		in = append(in, field(names.Local(x.Name), FlatType(x), ""))
	}
	for _, x := range f.Seen {
		in = append(in, field(names.Local(x.Name), FlatType(f.Stands[x]), ""))
	}
	in = append(in, field(names.Local(f.Now.Name), "int", ""))
	list := append(group("in", "", in), field("last, next", FamilyType(f.Variable.Family), ""))
	list = append(list, t.workMessages(t.memory.Filter)...)
	if t.memory.Filter.Work || f.Variable.Family.Row().Vector() {
		list = append(list, field("work", "dist.MvWork", ""))
	}
	doc := fmt.Sprintf("A Filter runs the model forward, one time after the other: of all that was seen it keeps one message, what is known of %s now. It never looks back: Run of an Inference gives what later observations say of earlier times.", f.Variable.Name)
	return Record{"Filter", doc, list}
}

// Joint is the model as the posterior of a latent Gaussian one is computed from.
func (t *Types) Joint() Record {
	list := []Field{field("", "*Inference", ""), {Name: "value", Of: t.values()}, field("pattern", "*mcmc.NormalPattern", "which normals are tied"),
		field("block", "*mcmc.NormalBlock", ""), field("sites", "*latent.Sites", "")}
	if len(t.program.Gaussian.Others) > 0 {
		list = append(list, field("others", "latent.Instances", ""))
	}
	if t.program.Gaussian.Predict != nil {
		list = append(list, field("around", "*mcmc.Stream", "draws predictions"))
	}
	if t.program.Gaussian.Observe != nil {
		list = append(list, field("observations", "*latent.Observations", ""))
	}
	list = append(list, t.scratch(t.memory.Joint, "to work in")...)
	if t.memory.Joint.State["vector"] {
		list = append(list, field("vector", "mcmc.VectorWork", ""))
	}
	return Record{"joint", "A joint is the model as its posterior is computed from: given the hyperparameters, whose values it has, the normals are one joint normal about where they stand.", list}
}
