package lower

import (
	"fmt"
	"hash/fnv"
	"io"

	"mpc/codegen/loops"
	"mpc/codegen/names"
	"mpc/mcmc"
	"mpc/model"
)

// StateVersion tells saved states of a model from those of others: it is a hash of what the model does, and of what a state has.
func (p *Program) StateVersion() uint64 {
	h := fnv.New64a()
	if p.Loops.Message.Sampling != nil {
		p.chainVersion(h)
		return h.Sum64()
	}
	io.WriteString(h, p.Loops.Message.Structure())
	for _, t := range p.Stored() {
		name := names.Plain(p.TableName(t))
		if t.Role == loops.Sum {
			fmt.Fprintf(h, "sum of u%d\n", p.Loops.Message.To[t.Edge.ID].ID)
		}
		if t.Values != nil {
			fmt.Fprintf(h, "%s for each value\n", name)
		}
		if t.Same != nil || p.Loops.Saved(t) && t.Role == loops.Moments {
			fmt.Fprintf(h, "%s %v\n", name, t.Same)
		}
	}
	return h.Sum64()
}

// recorders are the types that record what summaries say.
var recorders = map[string]string{"Real": "*samples.Recorder", "Truth": "*samples.Truths", "Index": "*samples.Indices",
	"Vector": "*samples.Vectors", "Matrix": "*samples.Vectors"}

// chainVersion writes what chains do, and what a state of them has.
func (p *Program) chainVersion(h io.Writer) {
	fmt.Fprintf(h, "draws 2\n%s", p.Loops.Message.Structure())
	for _, t := range p.Drawn() {
		kind := map[model.Kind]string{model.Real: "float64", model.Bool: "bool"}[t.Type.Kind]
		if kind == "" {
			kind = "int"
		}
		fmt.Fprintf(h, "%s %s %v\n", names.Plain(p.TableName(t)), kind, t.Dims)
	}
	for _, v := range p.Sliced() {
		fmt.Fprintf(h, "slice %s\n", v.Name)
	}
	if n := p.Loops.Message.Sampling.Shifts; n > 0 {
		fmt.Fprintf(h, "shifts %d\n", n)
	}
	if n := p.Loops.Message.Sampling.Alongs; n > 0 {
		fmt.Fprintf(h, "directions, proposals %d of %d\n", n, mcmc.DirectionsMost)
	}
	if n := p.Loops.Message.Sampling.Collapses; n > 0 {
		fmt.Fprintf(h, "collapsed %d\n", n)
	}
	if n := p.Loops.Message.Sampling.OneBlocks; n > 0 {
		fmt.Fprintf(h, "one block %d\n", n)
	}
	for _, v := range p.Recorded() {
		fmt.Fprintf(h, "record %s %s\n", v.Name, recorders[SummaryOf(v)])
	}
}
