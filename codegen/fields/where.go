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
	// Own is set of a variable of the function alone: it may have another name.
	Own bool
}

// Where is where a table stands, for a function of a receiver.
func (t *Types) Where(of *code.Table, self string) Place {
	switch s := t.program.Tables[of]; {
	case s.Cell != nil:
		return Place{Local: s.Name, Field: t.zero(s.Type), Own: true}
	case s.Array != nil || s.Entries != nil || s.Beside != nil:
		return Place{Local: s.Name, Element: true, Own: true}
	}
	if p, ok := t.ofChain(of, self+"."); ok {
		return p
	}
	if d, ok := t.layout.Starts[of]; ok {
		name := t.Shape(t.program.Tables[d.Of].Dims()).Start(d.K)
		return Place{Local: name, Field: self + "." + name}
	}
	self += "."
	s := t.program.Tables[of]
	switch {
	case s.Shape != nil:
		return Place{Local: self + t.Shape(s.Shape.Dims).field(s.What, s.Dim)}
	case s.Filter != "":
		return Place{Local: "f." + s.Filter}
	case s.Missing:
		return Place{Local: Missing(s.Input), Field: self + "in." + Missing(s.Input)}
	case s.Some:
		return Place{Local: Some(s.Input), Field: self + "in." + Some(s.Input)}
	case s.Messages != nil:
		return Place{Local: t.program.TableName(s.Messages), Field: self + t.table(s.Messages), Element: true}
	case s.Input != nil:
		name := names.Local(s.Input.Name)
		return Place{Local: name, Field: self + "in." + name}
	case s.Size != nil:
		name := t.Shape(s.Size).Size(s.Dim)
		return Place{Local: name, Field: self + name}
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
	case s.State != "" && t.program.Gaussian != nil:
		return Place{Local: "q." + s.State}, true
	case s.State != "":
		return Place{Local: "c." + state(s.State)}, true
	case s.Block != nil:
		return Place{Local: "c." + names.Prefix(s.What).Name(t.joint(s.Block))}, true
	case s.Free != nil:
		return Place{Local: "c.free." + names.Local(s.Free.Name), Element: true}, true
	case s.Width != nil:
		return Place{Local: widths(s.Width), Field: "c.width." + widths(s.Width), Element: true}, true
	case s.Shifts != nil:
		return Place{Local: "shiftWidths", Field: "c.shiftWidths", Element: true}, true
	case s.Directions != nil:
		return Place{Local: "directions", Field: "c.directions", Element: true}, true
	case s.Collapsed != nil:
		return Place{Local: "collapsed", Field: "c.collapsed", Element: true}, true
	case s.OneBlocks != nil:
		return Place{Local: "oneBlocks", Field: "c.oneBlocks", Element: true}, true
	case s.Weights:
		return Place{Local: "weights", Field: "c.weights"}, true
	case s.List != nil:
		name := t.list(s.List)
		return Place{Local: name, Field: "&" + self + name}, true
	case s.Order != nil:
		name := t.order(s.Order)
		return Place{Local: name, Field: "&" + self + name}, true
	case s.Added != nil:
		return Place{Local: t.sumsName(s), Field: "c." + t.sums(of), Element: true}, true
	}
	return Place{}, false
}

// kept is where a table of what is kept from one iteration, or step, to the next stands.
func (t *Types) kept(s lower.Source) (Place, bool) {
	array := func(path, name string) (Place, bool) {
		return Place{Local: name, Field: "inf." + path + name, Element: true}, true
	}
	switch {
	case s.Before != nil:
		name := t.program.TableName(s.Before)
		return Place{Local: name + "Before", Field: "inf.before." + name, Element: true}, true
	case s.Solution:
		return Place{Local: "inf.solution"}, true
	case s.Doubts:
		return Place{Local: "inf.doubts"}, true
	case s.LogEvidence:
		return Place{Local: "inf.logEvidence"}, true
	case s.Quantiles != nil:
		return Place{Local: "inf." + t.quantiles(s.Quantiles), Element: true}, true
	case s.Kept != nil:
		return Place{Local: "inf.kept." + t.program.TableName(s.Kept), Element: true}, true
	case s.KeptSearch != nil:
		return Place{Local: "inf.kept." + t.search(s.KeptSearch), Element: true}, true
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
		return Place{Local: names.Sum.Name(s.Sum.ID), Field: RunningType(s.Sum) + "{}"}, true
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
	case "q.":
		memory = t.memory.Joint
	}
	switch {
	case s.Work != nil && s.Work.String() == "MvWork":
		return Place{Local: "work", Field: "&" + owner + "work"}
	case s.Work != nil:
		return Place{Local: "weights", Field: "&inf.weights"}
	case s.Message != nil:
		name := names.Vector.Name(slices.Index(memory.Messages, of))
		return Place{Local: name, Field: "&" + owner + name}
	case s.Branches != nil && s.Scratch != nil: // as other scratch
	case s.Branches != nil && len(of.Dims) > 0 && of.Dims[0].Size.Table == nil && of.Dims[0].Size.Constant > 0:
		return Place{Local: names.Buffer.Name(s.Branches.ID), Field: fmt.Sprintf("[%d]float64{}", of.Dims[0].Size.Constant), Element: true}
	case s.Branches != nil:
		return Place{Local: names.Buffer.Name(s.Branches.ID), Field: self + names.Branches.Name(s.Branches.ID), Element: true}
	case s.Scratch == nil:
		return Place{Local: "total"} // of a flat table: nothing reads it
	}
	name := names.Scratch.Name(slices.Index(memory.Scratch, of))
	return Place{Local: name, Field: self + name}
}

// Pointer tells whether the local variable of a table is a pointer.
func (t *Types) Pointer(of *code.Table) bool {
	s := t.program.Tables[of]
	return s.Work != nil || s.Message != nil
}
