package codegen

import (
	"fmt"

	"mpc/codegen/fields"
	"mpc/codegen/lower"
	"mpc/model"
)

// columns prints what is recorded of draws.
func (g *generator) columns(p *printer) {
	p.line("Record: func(inf *Inference) []sampling.Column[*chain] {\nreturn []sampling.Column[*chain]{")
	for _, c := range g.code.program.Columns() {
		v := c.Of
		path, elem := g.types.Value(v)
		array := func(path, typ string) string { return fmt.Sprintf("func(c *chain) []%s { return c.%s }", typ, path) }
		var lengths string
		for _, n := range g.lengths(v) {
			lengths += n + ", "
		}
		kind := map[string]string{"Real": "Reals", "Truth": "Truths", "Index": "Indices", "Vector": "Vectors", "Matrix": "Matrices"}[lower.SummaryOf(v)]
		shown := ""
		if v.Asked != "" {
			shown = fmt.Sprintf(" Shown: %q,", v.Asked)
		}
		p.line("sampling.%s(%ssampling.Variable[*chain, %s]{Name: %q,%s Dims: %s, Values: %s,", kind, lengths, elem, v.Name, shown, g.dims(v.Dims, len(v.Dims)), array(path, elem))
		if c.There != nil {
			p.line("There: %s,", array(g.types.Value(c.There)))
		}
		if in := v.Entries(); in != nil {
			p.line("Drawn: %s,", absentFunction(in))
		}
		if c.Tried {
			p.line("Free: %s,", array("free."+local(v.Name), "bool"))
			if v.Data != nil {
				p.line("Asked: %s,", absentFunction(v.Data))
			}
		}
		if c.Fixed {
			p.line("Fixed: true,")
		}
		p.line("}),")
	}
	p.line("}\n},")
}

// absentFunction prints a function that tells which entries of an input are missing.
func absentFunction(in *model.Input) string {
	i := "i"
	if len(in.Dims) == 0 {
		i = "_" // the condition has no index
	}
	return fmt.Sprintf("func(%s int) bool { return %s }", i, absentAt(in, "i"))
}

// absentAt prints the condition that the entry at a position of the flat array is missing.
func absentAt(in *model.Input, at string) string {
	element := func(name string) string {
		if len(in.Dims) == 0 {
			return "inf.in." + name
		}
		return "inf.in." + name + "[" + at + "]"
	}
	switch {
	case !lower.MayBe(in):
		return "math.IsNaN(" + element(local(in.Name)) + ")"
	case len(in.Dims) == 0:
		return element(fields.Missing(in))
	}
	return "inf.in." + fields.Some(in) + " == 1 && " + element(fields.Missing(in))
}

// lengths prints the number of components of each element of a variable, rows and columns of a matrix, or of the
// values of a whole number.
func (g *generator) lengths(v *model.Variable) (parts []string) {
	if v.Type.Dimensions == 0 && !v.Tallied() {
		return nil
	}
	s := g.types.Shape(v.Sizes)
	for k, e := range v.Sizes {
		if reads(e) {
			g.internal("%s has vectors of different sizes, which are not recorded by this version", v.Name)
			return []string{"0", "0"}
		}
		parts = append(parts, "inf."+s.Size(k))
	}
	if v.Type.Dimensions == 2 && len(parts) == 1 {
		parts = append(parts, parts[0])
	}
	return parts
}

func reads(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpDim })
	return found
}

// samples prints what is asked of draws.
func (g *generator) samples() string {
	var p printer
	for _, a := range g.code.program.Answers() {
		if a.Constant {
			g.constantAccessor(&p, a.Of)
		} else {
			g.summaries(&p, a.Of, a.Column)
		}
	}
	p.comment("Columns names the values of a draw, in the order in which OnDraw has them: the elements of each variable that is asked for, of a vector or matrix its components. Entries of inputs that are known are left out. NaN is the value of an element whose branch is not taken.")
	p.line("func (inf *Inference) Columns() []string { return sampling.Names(hooks.Record(inf)) }\n")
	return p.String()
}

// summaries prints the method that reports on the k-th variable that is recorded, and of an array that on an
// element.
func (g *generator) summaries(p *printer, v *model.Variable, k int) {
	report := "samples." + lower.SummaryOf(v)
	name, at := accessor(v.Name), func(i string) string { return "r[" + i + "]" }
	dims := v.Dims
	doc := fmt.Sprintf("%s returns what the draws of %s%s say.", name, v.Name, lower.ShapeText(dims))
	if v.Entries() != nil {
		dims = v.Entries().Dims
		entry := g.knownEntry(p, v, report)
		at = func(i string) string { return "inf." + entry + "(r, " + i + ")" }
		doc = fmt.Sprintf("%s returns what the draws of the missing entries of %s%s say, and the data elsewhere.", name, v.Name, lower.ShapeText(dims))
	}
	said := fmt.Sprintf("r := sampling.Said[%s](&inf.sampler, inf, &hooks, %d)", report, k)
	p.comment(doc)
	p.line("func (inf *Inference) %s() %s {\n%s", name, fields.Nested(len(dims), report), said)
	if len(dims) == 0 {
		p.line("return %s\n}\n", at("0"))
		return
	}
	if v.Entries() != nil {
		p.line("known := slices.Clone(r)\nfor i := range known {\nknown[i] = %s\n}\nreturn %s\n}\n", at("i"), g.rows(dims, "known"))
	} else {
		p.line("return %s\n}\n", g.copied(dims, "r"))
	}
	if len(dims) > 1 {
		return
	}
	p.comment(fmt.Sprintf("%s returns element i of %s. Like an index of that slice, i must be in range.", elementAccessor(v.Name), name))
	p.line("func (inf *Inference) %s(i int) %s {\n%s\nreturn %s\n}\n", elementAccessor(v.Name), report, said, at("i"))
}

// knownEntry prints the method that reports on an entry of an input: on the draws of it, or where it is known the
// datum. It returns its name.
func (g *generator) knownEntry(p *printer, v *model.Variable, report string) string {
	in := v.Entries()
	name := "entry" + exported(in.Name)
	x := "inf.in." + local(in.Name)
	if len(in.Dims) > 0 {
		x += "[i]"
	}
	p.comment(fmt.Sprintf("%s is what is known of entry i of %s.", name, in.Name))
	p.line("func (inf *Inference) %s(r []%s, i int) %s {\nif %s {\nreturn r[i]\n}", name, report, report, absentAt(in, "i"))
	switch lower.SummaryOf(v) {
	case "Truth":
		p.line("return samples.KnownTruth(%s)\n}\n", x)
	case "Index":
		p.line("return samples.KnownIndex(%s, %s)\n}\n", g.lengths(v)[0], x)
	default:
		p.line("return samples.KnownReal(float64(%s))\n}\n", x)
	}
	return name
}
