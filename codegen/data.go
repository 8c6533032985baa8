package codegen

import "mpc/model"

// data prints what the caller gives: the struct Data and the flat copies of it.
func (g *generator) data() string {
	var p printer
	p.line("// Data is what the caller gives. Arrays nest as in the model; index sets count\n// from 0.")
	p.line("type Data struct {")
	for _, in := range g.model.Inputs {
		doc := in.Doc
		if doc == "" {
			doc = inputText(in)
		}
		p.line("%s %s `json:%q` // %s", exported(in.Name), g.dataType(in), in.Name, commentLine(doc))
		g.labelField(&p, in)
	}
	p.line("}\n")
	g.unmarshal(&p)
	g.defaults(&p)
	g.vectorDefaults(&p)
	p.line("// inputs holds the data as flat arrays.")
	p.line("type inputs struct {")
	for _, in := range g.model.Inputs {
		p.line("%s %s", local(in.Name), flatType(in))
		missingFields(&p, in)
	}
	for _, in := range g.others() {
		p.line("%s %s // %s", local(in.Name), flatType(in), commentLine(in.Doc))
	}
	if g.others() != nil && g.scaled() {
		p.line("othersScale float64 // the part of the log evidence that is theirs")
	}
	p.line("}\n")
	return p.String()
}

func inputText(in *model.Input) string {
	s := in.TypeText((*model.Expr).String)
	for _, d := range in.Plates() {
		s += "[" + d.String() + "]"
	}
	switch {
	case maybe(in):
		s += "; some may be missing"
	case in.Missing:
		s += "; NaN where missing"
	}
	if in.DefaultDist != nil {
		of := "DefaultData has"
		if len(in.Dims) > 0 {
			of = "nil is"
		}
		s += "; " + of + " the default, " + in.DefaultDist.String()
	}
	if in.Default != nil {
		s += "; DefaultData has the default, " + in.Default.String()
	}
	return s
}

func (g *generator) dataType(in *model.Input) string { return nested(len(in.Dims), valueType(in)) }

// flatType is the type of an input's flat copy. Indices take 32 bits, which
// halves what a loop over them reads.
func flatType(in *model.Input) string {
	t := goType(in.Type)
	if len(in.Dims) == 0 {
		return t
	}
	if in.Type.Kind == model.IndexKind {
		t = "int32"
	}
	return "[]" + t
}
