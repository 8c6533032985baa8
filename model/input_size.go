package model

import (
	"slices"

	"mpc/lang"
)

// inputSize checks a size of an input: a range, an int, a number, or an int that outer
// dimensions index, as length[doc] in word: index(vocab)[doc][length[doc]]. The outer
// dimensions are the first so many of input.Dims, written as outer.
func (c *checker) inputSize(input *Input, d lang.Expr, outer []lang.Expr) *Expr {
	switch d := d.(type) {
	case *lang.Number:
		if !d.Int || d.Value < 0 {
			c.Errorf(d.At, CodeType, "a size is a whole number that is not negative")
		}
		return Number(d.Value)
	case *lang.Name:
		r := c.inputs[d.Name]
		if lost := c.unread(d); lost != nil {
			r = lost
		}
		if r == nil {
			c.unknown(d, "range or int input", nil)
			return Number(0)
		}
		c.usedInput[r] = true
		if r.Type.Kind == RangeKind {
			r.Size = append(r.Size, ArrayDim{input, len(input.Dims)})
		} else if t := c.declaredBase(r); t != "int" {
			c.Errorf(d.At, CodeType, "%s is %s; a size is a range or an int", d.Name, t)
		}
		return &Expr{Op: OpInput, Type: r.Type, Input: r, At: d.At}
	case *lang.Index:
		name, ok := d.X.(*lang.Name)
		var sizes *Input
		if ok {
			sizes = c.inputs[name.Name]
			if r := c.unread(name); r != nil {
				return &Expr{Op: OpInput, Type: r.Type, Input: r, At: d.At}
			}
		}
		if sizes == nil {
			dg := c.Errorf(d.At, CodeUnknown, "a size that varies is an int input indexed by an outer dimension, as length[doc]")
			if ok {
				dg.WithHint("declare it under inputs: %s: int[...], a size for each", name.Name)
			}
			return Number(0)
		}
		if t := c.declaredBase(sizes); t != "int" {
			c.Errorf(d.At, CodeType, "%s is %s; a size is a range or an int", name.Name, t)
		}
		c.usedInput[sizes] = true
		return &Expr{Op: OpInput, Type: Type{Kind: Int}, Input: sizes, At: d.At, Args: c.outerDims(input, d.Args, outer)}
	}
	c.Errorf(d.Pos(), CodeType, "a size is a range, an int, a number, or an int input indexed by an outer dimension")
	return Number(0)
}

// outerDims finds which of the outer dimensions of input the indices of a size stand
// for: each for the innermost that is written as it is, a range or a size that varies
// itself. Of several that are written alike each stands for one, in order, while there
// are as many: y[i][j] of y: real[item][item][length[item][item]] has length[i][j].
func (c *checker) outerDims(input *Input, args, outer []lang.Expr) []*Expr {
	dims := make([]*Expr, len(args))
	taken := make([]bool, len(outer))
	for n := len(args) - 1; n >= 0; n-- {
		a, found := args[n], -1
		for k, d := range outer {
			if d.String() == a.String() && (!taken[k] || found < 0) {
				found = k
			}
		}
		if found < 0 {
			c.notOuter(input, a, outer)
			dims[n] = Number(0)
			continue
		}
		taken[found] = true
		dims[n] = &Expr{Op: OpDim, Type: Type{Kind: Int}, Dim: found, At: a.Pos()}
	}
	return dims
}

// notOuter reports an index of a size that is none of the outer dimensions.
func (c *checker) notOuter(input *Input, a lang.Expr, outer []lang.Expr) {
	if n, ok := a.(*lang.Name); ok && c.file.Unread[n.Name] {
		return
	}
	d := c.Errorf(a.Pos(), CodeIndex, "%s is not an outer dimension of %s", a, input.Name)
	if len(outer) == 0 {
		d.WithHint("a size that varies stands behind the dimensions that it varies over")
		return
	}
	text := ""
	for k, x := range outer {
		switch {
		case k > 0 && k == len(outer)-1:
			text += " and "
		case k > 0:
			text += ", "
		}
		text += x.String()
	}
	are := "dimension before it is"
	if len(outer) > 1 {
		are = "dimensions before it are"
	}
	d.WithHint("the %s %s", are, text)
}

// indexedSizes checks that sizes which vary are indexed as they are declared, now that
// all inputs have their dimensions.
func (c *checker) indexedSizes() {
	for _, in := range c.model.Inputs {
		for _, d := range slices.Concat(in.Dims, in.Sizes[:min(1, len(in.Sizes))]) {
			if d.Op == OpInput && d.Type.Kind == Int {
				c.indexedSize(in, d)
			}
		}
	}
}

func (c *checker) indexedSize(in *Input, d *Expr) {
	of := d.Input
	if of.Type.Kind != Int {
		return // reported
	}
	if len(of.Dims) != len(d.Args) {
		dg := c.Errorf(d.At, CodeIndex, "%s has %s, here it has %d", of.Name, plural(len(of.Dims), "index"), len(d.Args))
		if len(of.Dims) > 0 {
			dg.WithHint("write %s", indexed(of))
		}
		return
	}
	for k, a := range d.Args {
		if a.Op != OpDim {
			continue // reported
		}
		have, want := in.Dims[a.Dim], of.Dims[k]
		if have.Type.Kind == RangeKind && want.Type.Kind == RangeKind && have.Input != want.Input {
			c.Errorf(a.At, CodeIndex, "%s is not dimension %d of %s, which is %s", have, k+1, of.Name, want)
		}
	}
}

// indexed is an input with an index for each of its dimensions, as a size is written:
// count[game][ranks[game]].
func indexed(in *Input) string {
	var written func(d *Expr) string
	written = func(d *Expr) string {
		text := d.String()
		if d.Op == OpInput {
			text = d.Input.Name
			for _, a := range d.Args {
				if a.Op == OpDim {
					text += "[" + written(in.Dims[a.Dim]) + "]"
				}
			}
		}
		return text
	}
	text := in.Name
	for _, d := range in.Dims {
		text += "[" + written(d) + "]"
	}
	return text
}
