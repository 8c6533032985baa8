package fields

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/lower"
	"mpc/codegen/names"
)

// A Place is where a table stands: in a field, or in a local variable of functions, which has the value of a field.
type Place struct {
	Local string // empty where functions have none
	Field string // or what the variable begins as; empty where Local is the function's own
	// Element is set where the variable is an array, of which Field is one too.
	Element bool
}

// Where is where a table stands that no function has for itself, for a function of a receiver.
func (t *Types) Where(of *code.Table, self string) Place {
	if p, ok := t.ofChain(of, self+"."); ok {
		return p
	}
	if d, ok := t.layout.Starts[of]; ok {
		name := t.Shape(t.program.Tables[d.Of].Dims()).Start(d.K)
		return Place{name, self + "." + name, false}
	}
	self += "."
	s := t.program.Tables[of]
	switch {
	case s.Shape != nil:
		return Place{Local: self + t.Shape(s.Shape.Dims).field(s.What, s.Dim)}
	case s.Filter != "":
		return Place{Local: "f." + s.Filter}
	case s.Missing:
		return Place{Missing(s.Input), self + "in." + Missing(s.Input), false}
	case s.Some:
		return Place{Some(s.Input), self + "in." + Some(s.Input), false}
	case s.Messages != nil:
		return Place{t.program.TableName(s.Messages), self + t.Table(s.Messages), true}
	case s.Input != nil:
		name := names.Local(s.Input.Name)
		return Place{name, self + "in." + name, false}
	case s.Size != nil:
		name := t.Shape(s.Size).Size(s.Dim)
		return Place{name, self + name, false}
	}
	if p, ok := t.kept(s); ok {
		return p
	}
	return t.works(of, s, self)
}

// ofChain is where a table of a chain stands; ok is false of others.
func (t *Types) ofChain(of *code.Table, self string) (Place, bool) {
	s := t.program.Tables[of]
	switch {
	case s.Block != nil && s.Block.Gaussian != nil:
		return Place{Local: "q." + s.What}, true
	case s.State != "":
		return Place{Local: "c." + state(s.State)}, true
	case s.Block != nil:
		return Place{Local: "c." + names.Prefix(s.What).Name(t.joint(s.Block))}, true
	case s.Free != nil:
		return Place{"c.free." + names.Local(s.Free.Name), "", true}, true
	case s.Width != nil:
		return Place{Widths(s.Width), "c.width." + Widths(s.Width), true}, true
	case s.Shifts != nil:
		return Place{"shiftWidths", "c.shiftWidths", true}, true
	case s.Directions != nil:
		return Place{"directions", "c.directions", true}, true
	case s.Weights:
		return Place{"weights", "c.weights", false}, true
	case s.List != nil:
		name := t.list(s.List)
		return Place{name, "&" + self + name, false}, true
	case s.Added != nil:
		return Place{t.sumsName(s), "c." + t.Sums(of), true}, true
	}
	return Place{}, false
}

// kept is where a table of what is kept from one iteration, or step, to the next stands.
func (t *Types) kept(s lower.Source) (Place, bool) {
	array := func(path, name string) (Place, bool) { return Place{name, "inf." + path + name, true}, true }
	switch {
	case s.Before != nil:
		name := t.program.TableName(s.Before)
		return Place{name + "Before", "inf.before." + name, true}, true
	case s.Doubts:
		return Place{Local: "inf.doubts"}, true
	case s.LogEvidence:
		return Place{Local: "inf.logEvidence"}, true
	case s.Quantiles != nil:
		return Place{"inf." + t.Quantiles(s.Quantiles), "", true}, true
	case s.Kept != nil:
		return Place{"inf.kept." + t.program.TableName(s.Kept), "", true}, true
	case s.KeptSearch != nil:
		return Place{"inf.kept." + t.search(s.KeptSearch), "", true}, true
	case s.Previous != nil:
		return array("", t.previous(s.Previous))
	case s.Which != nil:
		return array("msg.", t.which(s.Which))
	case s.Found != nil:
		return array("", t.found(s.Found))
	case s.Search != nil:
		return array("", t.search(s.Search))
	case s.Network != nil:
		return Place{Local: "inf." + names.Network.Name(s.Network.ID+1)}, true
	case s.Step:
		return Place{Local: "inf.step"}, true
	case s.Moved != nil:
		return Place{Local: "inf." + moved(s.Moved)}, true
	case s.Sum != nil && s.Sum.Dims == nil:
		return Place{names.Sum.Name(s.Sum.ID), RunningType(s.Sum) + "{}", false}, true
	case s.Sum != nil:
		return array("", names.Sums.Name(s.Sum.ID))
	}
	return Place{}, false
}

// works is where a function works.
func (t *Types) works(of *code.Table, s lower.Source, self string) Place {
	owner, memory := "inf.", t.memory.Inference
	switch self {
	case "f.":
		owner, memory = "f.", t.memory.Filter
	case "c.":
		memory = t.memory.Chain
	}
	switch {
	case s.Work != nil && s.Work.String() == "MvWork":
		return Place{"work", "&" + owner + "work", false}
	case s.Work != nil:
		return Place{"weights", "&inf.weights", false}
	case s.Message != nil:
		name := names.Vector.Name(slices.Index(memory.Messages, of))
		return Place{name, "&" + owner + name, false}
	case s.Branches != nil && s.Scratch != nil: // as other scratch
	case s.Branches != nil && len(of.Dims) > 0 && of.Dims[0].Size.Table == nil && of.Dims[0].Size.Constant > 0:
		return Place{names.Buffer.Name(s.Branches.ID), fmt.Sprintf("[%d]float64{}", of.Dims[0].Size.Constant), true}
	case s.Branches != nil:
		return Place{names.Buffer.Name(s.Branches.ID), self + names.Branches.Name(s.Branches.ID), true}
	case s.Scratch == nil:
		return Place{Local: "total"} // of a flat table: nothing reads it
	}
	name := names.Scratch.Name(slices.Index(memory.Scratch, of))
	return Place{name, self + name, false}
}
