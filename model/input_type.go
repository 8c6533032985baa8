package model

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mpc/lang"
)

// laterTypes lists types that are no mistake, but that no version supports yet.
var laterTypes = []string{"poisson", "binomial"}

// typeNames lists what a type may begin with.
func typeNames() []string {
	return append([]string{"real", "int", "bool", "range", "index", "vector", "matrix"}, Families()...)
}

func (c *checker) inputType(input *Input, in *lang.Input) {
	t := in.Type
	if in.Missing {
		input.Missing = c.missingType(in)
	}
	parameters := func(want ...string) bool { return c.typeParameters(t, want) }
	switch t.Base {
	case "range":
		if parameters() && len(t.Dims) > 0 {
			c.Errorf(t.At, CodeType, "a range is one size; for sizes that vary write %s: int[...]", input.Name)
		}
		c.inputDefault(input, in)
		return
	case "real", "int", "bool":
		parameters()
		input.Type = Type{Kind: map[string]Kind{"real": Real, "int": Int, "bool": Bool}[t.Base]}
	case "index":
		if !parameters("R") {
			return
		}
		c.indexType(input, t)
		if input.Type.Kind != IndexKind {
			return
		}
	case "vector", "matrix":
		if !parameters(map[string][]string{"vector": {"K"}, "matrix": {"K", "L"}}[t.Base]...) {
			return
		}
		input.Type = Type{Kind: Real}
		input.Inner = len(t.Params)
	default:
		families := Families()
		if slices.Contains(families, t.Base) {
			parameters(map[bool][]string{true: {"K"}}[Distribution(t.Base).Sized()]...)
			input.Type = Type{Kind: DistKind, Family: t.Base}
		} else if slices.Contains(laterTypes, t.Base) {
			c.unsupported(t.At, "the type "+t.Base, "types are real, int, bool, index(R), vector(K), matrix(K, L), "+strings.Join(families, ", "))
			return
		} else {
			c.Errorf(t.At, CodeType, "unknown type %s", t.Base).WithHint("%s", c.typeHint(in))
			return
		}
	}
	for k, d := range t.Dims {
		input.Dims = append(input.Dims, c.inputSize(input, d, t.Dims[:k]))
	}
	c.valueSize(input, t)
	c.inputDefault(input, in)
}

// typeParameters tells whether a type has what it wants in its parentheses, and reports it if not.
func (c *checker) typeParameters(t lang.TypeExpr, want []string) bool {
	if len(t.Params) == len(want) {
		return true
	}
	if len(want) == 0 {
		c.Errorf(t.At, CodeType, "%s takes nothing in parentheses", t.Base).WithHint("the sizes of an array stand in brackets: %s[n]", t.Base)
		return false
	}
	what := "size"
	switch t.Base {
	case "index":
		what = "range"
	case "matrix":
		what = "two sizes"
	}
	d := c.Errorf(t.At, CodeType, "%s wants its %s in parentheses", t.Base, what)
	form := fmt.Sprintf("%s(%s)", t.Base, strings.Join(want, ", "))
	switch {
	case (t.Base == "vector" || t.Base == "matrix") && len(t.Dims) == len(want) && len(t.Params) == 0:
		d.WithHint("an array of numbers is real%s; %s is one value, %s[n] an array of them", sizesText(t), form, form)
	case len(t.Dims) > 0:
		d.WithHint("%s is one, %s[n] an array of them", form, form)
	default:
		d.WithHint("write %s", form)
	}
	return false
}

// indexType makes an input one of indices of the range that it names.
func (c *checker) indexType(input *Input, t lang.TypeExpr) {
	name, ok := t.Params[0].(*lang.Name)
	if !ok {
		d := c.Errorf(t.Params[0].Pos(), CodeType, "index takes the name of a range, not %s", t.Params[0])
		if n, ok := t.Params[0].(*lang.Number); ok {
			d.WithHint("declare a range, K: {type: range, default: %s}, and write index(K)", n)
		} else {
			d.WithHint("declare a range under inputs, player: range, and write index(player)")
		}
		return
	}
	r := c.inputs[name.Name]
	if lost := c.unread(name); lost != nil {
		r = lost
	}
	if r == nil || r.Type.Kind != RangeKind {
		c.unknown(name, "range", func(in *Input) bool { return in.Type.Kind == RangeKind })
		return
	}
	c.usedInput[r] = true
	input.Type = Type{Kind: IndexKind, Range: r}
}

// inputDefault checks the default of an input: a constant of its type.
func (c *checker) inputDefault(input *Input, in *lang.Input) {
	if in.Default == nil {
		return
	}
	if input.Type.Kind == DistKind {
		c.defaultDist(input, in)
		return
	}
	if len(input.Dims) > 0 {
		c.Errorf(in.Default.Pos(), CodeType, "%s is an array; only a scalar input can have a default", input.Name)
		return
	}
	e := &Expr{Op: OpInput} // what a name stands for is no constant
	if _, ok := in.Default.(*lang.Name); !ok {
		if e = c.expr(in.Default, scope{}); e.Type.Kind == Invalid {
			return
		}
	}
	want, good := "a number", e.Op == OpNumber
	switch input.Type.Kind {
	case Bool:
		want, good = "true or false", e.Op == OpBool
	case Int:
		want, good = "a whole number", good && e.Value == math.Trunc(e.Value)
	case RangeKind, IndexKind:
		want, good = "a whole number, 0 or more", good && e.Value == math.Trunc(e.Value) && e.Value >= 0
	}
	if !good {
		c.Errorf(in.Default.Pos(), CodeType, "the default of %s, which is %s, is %s: not %s", input.Name, in.Type.Base, want, in.Default)
		return
	}
	input.Default = e
}
