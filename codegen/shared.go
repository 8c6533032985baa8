package codegen

import (
	"fmt"
	"slices"
	"strings"

	"mpc/codegen/names"
	"mpc/factor"
	"mpc/model"
)

// others lists the inputs that other batches of data give: no part of Data.
func (g *generator) others() []*model.Input {
	var list []*model.Input
	for _, s := range g.program.Message.Graph.Shared {
		list = append(list, s.Others)
	}
	return list
}

// sharedBy is the variable that an input is about which other batches give.
func (g *generator) sharedBy(in *model.Input) *factor.Variable {
	for _, s := range g.program.Message.Graph.Shared {
		if s.Others == in {
			return s.Variable
		}
	}
	return nil
}

// scaled tells whether messages of batches carry their part of the evidence.
func (g *generator) scaled() bool { return g.program.Evidence != nil }

// scaleField is the field of a message with its part of the evidence.
func (g *generator) scaleField() string {
	name := "LogScale"
	for _, s := range g.program.Message.Graph.Shared {
		if names.Plain(exported(s.Variable.Name)) == name {
			name += "_"
		}
	}
	return name
}

// shared prints what serves data in batches: the type Shared of their messages,
// SetShared and Shared, and Batches, which keeps a message for each.
func (g *generator) shared() string {
	list := g.program.Message.Graph.Shared
	if len(list) == 0 {
		return ""
	}
	var p printer
	doc := "A Shared is what batches of data say about the variables that they share: a message to each, that multiplies what is known of it. A message of the zero value says nothing."
	p.comment(doc)
	p.line("type Shared struct {")
	for _, s := range list {
		p.line("%s %s `json:%q`", exported(s.Variable.Name), nested(len(s.Variable.Dims), familyType(s.Variable.Family)), s.Variable.Name)
	}
	if g.scaled() {
		p.line("// %s is the part of the log evidence that is the batches' own.", g.scaleField())
		p.line("%s float64 `json:\"log_scale\"`", g.scaleField())
	}
	p.line("}\n")
	g.readShared(&p, list)
	g.sharedTimes(&p, list)
	g.setShared(&p, list)
	p.line("// Shared returns what the data say about the shared variables, without what is\n// known from elsewhere.")
	p.line("func (inf *Inference) Shared() Shared {\nreturn Shared{")
	for _, s := range list {
		p.line("%s: inf.shared%s(),", exported(s.Variable.Name), exported(s.Variable.Name))
	}
	if g.scaled() {
		p.line("%s: inf.sharedScale(),", g.scaleField())
	}
	p.line("}\n}\n")
	for _, s := range list {
		g.sharedMessage(&p, s.Variable)
	}
	if g.scaled() {
		g.sharedScale(&p, list)
	}
	g.sharedChange(&p, list)
	g.batches(&p, list)
	return p.String()
}

// readShared prints how a saved message is read: that of a model with other shared
// variables would else be read as one that says nothing.
func (g *generator) readShared(p *printer, list []*factor.Shared) {
	var names []string
	for _, s := range list {
		names = append(names, fmt.Sprintf("%q", s.Variable.Name))
	}
	if g.scaled() {
		names = append(names, `"log_scale"`)
	}
	p.line("// UnmarshalJSON reads a saved message. It refuses that of a model with other shared\n// variables, with an *InputError.")
	p.line("func (s *Shared) UnmarshalJSON(text []byte) error {")
	p.line("var given map[string]json.RawMessage\nif err := json.Unmarshal(text, &given); err != nil {\nreturn err\n}")
	p.line("for _, name := range [...]string{%s} {\nif given[name] == nil {", strings.Join(names, ", "))
	p.line("return &InputError{Input: name, Message: \"it is missing in what batches said: this is not of this model\"}\n}\ndelete(given, name)\n}")
	p.line("if len(given) > 0 {\nreturn &InputError{Input: \"shared\", Message: \"what batches said has other names too: this is not of this model\"}\n}")
	p.line("type plain Shared\nif err := json.Unmarshal(text, (*plain)(s)); err != nil {")
	p.line("return engine.JSONError(err)\n}")
	p.line("return nil\n}\n")
}

// sharedTimes prints the product of two messages.
func (g *generator) sharedTimes(p *printer, list []*factor.Shared) {
	p.line("// Times returns the product of what two sets of batches say. The error is an\n// *InputError where their variables have different sizes.")
	p.line("func (s Shared) Times(t Shared) (Shared, error) {")
	p.line("out := s")
	if g.scaled() {
		p.line("out.%s = s.%s + t.%s", g.scaleField(), g.scaleField(), g.scaleField())
	}
	for _, sh := range list {
		v := sh.Variable
		name := exported(v.Name)
		if len(v.Dims) > 0 {
			scale := ""
			if g.ownsScale(sh) {
				scale = ", &out." + g.scaleField()
			}
			p.line("var err%s error\nif out.%s, err%s = times%s(s.%s, t.%s%s); err%s != nil {\nreturn Shared{}, err%s\n}", name, name, name, name, name, name, scale, name, name)
			continue
		}
		fam := v.Family.Row()
		known := false
		switch {
		case fam.Vector():
			p.line("if s.%s.Size() == 0 {\nout.%s = t.%s\n} else if t.%s.Size() != 0 {", name, name, name, name)
			p.line("if s.%s.Size() != t.%s.Size() {\nreturn Shared{}, &InputError{Input: %q, Message: engine.OtherSizes}\n}", name, name, v.Name)
		case !fam.ZeroIsUniform(): // the zero value says nothing, though as a message it would
			p.line("if nothing := (%s{}); s.%s == nothing {\nout.%s = t.%s\n} else if t.%s != nothing {", messageType(fam), name, name, name, name)
		default:
			known = true
		}
		g.multiplied(p, sh, "out."+name, "s."+name, "t."+name, "out."+g.scaleField())
		if !known {
			p.line("}")
		}
	}
	p.line("return out, nil\n}\n")
	for _, sh := range list {
		if len(sh.Variable.Dims) > 0 {
			g.timesArray(p, sh)
		}
	}
}

// multiplied prints the product of two messages, and adds its log scale to scale.
func (g *generator) multiplied(p *printer, sh *factor.Shared, to, a, b, scale string) {
	fam := sh.Variable.Family.Row()
	if !fam.Vector() {
		p.line("%s = %s.Times(%s)", to, a, b)
		if g.ownsScale(sh) {
			p.line("%s += %s(%s, %s, %s)", scale, "engine.JointScale", a, b, to)
		}
		return
	}
	p.line("var product %s\nproduct.SetTimes(%s, %s)", messageType(fam), a, b)
	switch {
	case !g.ownsScale(sh):
	case fam.Work:
		p.line("%s += %s(%s, %s, product, new(dist.MvWork))", scale, "engine.JointScaleIn", a, b)
	default:
		p.line("%s += %s(%s, %s, product)", scale, "engine.JointScale", a, b)
	}
	p.line("%s = product", to)
}

// ownsScale tells whether there is an evidence, with a term for the product of the
// messages to a shared variable.
func (g *generator) ownsScale(sh *factor.Shared) bool { return g.scaled() && sh.Scaled }

// timesArray prints the product of two arrays of messages.
func (g *generator) timesArray(p *printer, sh *factor.Shared) {
	v := sh.Variable
	name, elem, n := exported(v.Name), familyType(v.Family), len(v.Dims)
	scale := ""
	if g.ownsScale(sh) {
		scale = ", scale *float64"
	}
	p.line("// times%s multiplies messages to %s; nil says nothing.", name, v.Name)
	p.line("func times%s(a, b %s%s) (%s, error) {", name, nested(n, elem), scale, nested(n, elem))
	p.line("if a == nil || b == nil {\nif a == nil {\nreturn b, nil\n}\nreturn a, nil\n}")
	sizes := func(a, b string) {
		p.line("if len(%s) != len(%s) {\nreturn nil, &InputError{Input: %q, Message: engine.OtherSizes}\n}", a, b, v.Name)
	}
	sizes("a", "b")
	p.line("r0 := make(%s, len(a))", nested(n, elem))
	x, y := "a", "b"
	for k := range n {
		p.line("for j%d := range %s {", k, x)
		x, y = fmt.Sprintf("%s[j%d]", x, k), fmt.Sprintf("%s[j%d]", y, k)
		if k < n-1 {
			sizes(x, y)
			p.line("r%d := make(%s, len(%s))", k+1, nested(n-k-1, elem), x)
			continue
		}
		if v.Family.Row().Vector() {
			p.line("if %s.Size() != %s.Size() {\nreturn nil, &InputError{Input: %q, Message: engine.OtherSizes}\n}", x, y, v.Name)
		}
		g.multiplied(p, sh, fmt.Sprintf("r%d[j%d]", k, k), x, y, "*scale")
	}
	for k := n - 1; k >= 0; k-- {
		if k < n-1 {
			p.line("r%d[j%d] = r%d", k, k, k+1)
		}
		p.line("}")
	}
	p.line("return r0, nil\n}\n")
}

// setShared prints the method that takes the messages of other batches.
func (g *generator) setShared(p *printer, list []*factor.Shared) {
	p.comment("SetShared takes what the other batches of data say; the next Run is then that of all data. After an error nothing has changed. New, and SetData, forget what was set.")
	p.line("func (inf *Inference) SetShared(others Shared) error {")
	p.line("changed := *inf\nnext := &changed")
	for _, s := range list {
		name, field := exported(s.Variable.Name), "next.in."+local(s.Others.Name)
		if len(s.Variable.Dims) > 0 {
			p.line("if others.%s == nil {\n%s = nil\n} else if err := next.read%s(others.%s); err != nil {\nreturn err\n}", name, field, exported(s.Others.Name), name)
			continue
		}
		if s.Variable.Family.Row().Vector() {
			p.line("%s = others.%s.Copy()", field, name)
		}
		p.line("if !others.%s.IsFinite() {\nreturn &InputError{Input: %q, Message: \"the message has a parameter that is not finite\"}\n}", name, s.Variable.Name)
		if s.Variable.Family.Row().Vector() {
			continue
		}
		p.line("%s = others.%s", field, name)
		if !s.Variable.Family.Row().ZeroIsUniform() {
			p.line("if others.%s == (%s{}) {\n%s = %s\n}", name, familyType(s.Variable.Family), field, uniform(s.Variable.Family))
		}
	}
	if g.scaled() {
		p.line("next.in.othersScale = others.%s", g.scaleField())
	}
	var bits []string
	for _, s := range g.program.Steps {
		for _, i := range s.Inputs {
			if slices.Contains(g.others(), i) {
				bits = append(bits, fmt.Sprint(s.ID))
				break
			}
		}
	}
	p.line("return inf.replace(%s)\n}\n", g.replacing(false, bits))
}
