package codegen

import (
	"fmt"
	"strings"

	"mpc/factor"
	"mpc/message"
	"mpc/model"
	"mpc/operators"
)

// others lists the inputs that other batches of data give: no part of Data.
func (g *generator) others() []*model.Input {
	var list []*model.Input
	for _, s := range g.program.Message.Graph.Shared {
		list = append(list, s.Others)
	}
	return list
}

// isOthers tells whether an input is one that other batches give.
func (g *generator) isOthers(in *model.Input) bool {
	for _, o := range g.others() {
		if o == in {
			return true
		}
	}
	return false
}

// forgetOthers prints that no batch has said anything yet: arrays are made when
// their sizes are known.
func (g *generator) forgetOthers(p *printer) {
	for _, s := range g.program.Message.Graph.Shared {
		if len(s.Others.Dims) == 0 {
			p.line("inf.in.%s = %s", local(s.Others.Name), uniform(s.Variable.Family))
		}
	}
}

// uniformOthers prints the arrays of messages that say nothing.
func (g *generator) uniformOthers(f *function, in *model.Input) {
	if !g.isOthers(in) {
		return
	}
	fam := factor.Family(in.Type.Family)
	field := "inf.in." + local(in.Name)
	f.body.line("if %s == nil {", field)
	f.body.line("%s = make(%s, inf.%s)", field, flatType(in), g.count(in.Dims))
	if !fam.Row().ZeroIsUniform() {
		f.body.line("for i := range %s {\n%s[i] = %s\n}", field, field, uniform(fam))
	}
	f.body.line("}")
}

// scaled tells whether messages of batches carry their part of the evidence.
func (g *generator) scaled() bool { return g.program.Evidence != nil }

// scaleField is the field of a message with its part of the evidence.
func (g *generator) scaleField() string {
	name := "LogScale"
	for _, s := range g.program.Message.Graph.Shared {
		if exported(s.Variable.Name) == name {
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
	p.WriteString(batchesText)
	text := p.String()
	if strings.Contains(text, "jointScale(") {
		text += jointText
	}
	return text
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
			if g.ownsScale(v) {
				scale = ", &out." + g.scaleField()
			}
			p.line("var err%s error\nif out.%s, err%s = times%s(s.%s, t.%s%s); err%s != nil {\nreturn Shared{}, err%s\n}", name, name, name, name, name, name, scale, name, name)
			continue
		}
		known := v.Family.Row().ZeroIsUniform()
		if !known { // the zero value says nothing, though as a message it would
			p.line("if nothing := (%s{}); s.%s == nothing {\nout.%s = t.%s\n} else if t.%s != nothing {", familyType(v.Family), name, name, name, name)
		}
		p.line("out.%s = s.%s.Times(t.%s)", name, name, name)
		if g.ownsScale(v) {
			p.line("out.%s += jointScale(s.%s, t.%s)", g.scaleField(), name, name)
		}
		if !known {
			p.line("}")
		}
	}
	p.line("return out, nil\n}\n")
	for _, sh := range list {
		if len(sh.Variable.Dims) > 0 {
			g.timesArray(p, sh.Variable)
		}
	}
}

// ownsScale tells whether the evidence has a term for the product of the messages
// to a variable: with VMP the bound has none.
func (g *generator) ownsScale(v *factor.Variable) bool {
	return g.scaled() && v.Algorithm == operators.EP
}

// timesArray prints the product of two arrays of messages.
func (g *generator) timesArray(p *printer, v *factor.Variable) {
	name, elem, n := exported(v.Name), familyType(v.Family), len(v.Dims)
	scale := ""
	if g.ownsScale(v) {
		scale = ", scale *float64"
	}
	p.line("// times%s multiplies messages to %s; nil says nothing.", name, v.Name)
	p.line("func times%s(a, b %s%s) (%s, error) {", name, nested(n, elem), scale, nested(n, elem))
	p.line("if a == nil || b == nil {\nif a == nil {\nreturn b, nil\n}\nreturn a, nil\n}")
	sizes := func(a, b string) {
		p.line("if len(%s) != len(%s) {\nreturn nil, &InputError{Input: %q, Message: \"batches share it, but with different sizes\"}\n}", a, b, v.Name)
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
		p.line("r%d[j%d] = %s.Times(%s)", k, k, x, y)
		if g.ownsScale(v) {
			p.line("*scale += jointScale(%s, %s)", x, y)
		}
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
		p.line("if !others.%s.IsFinite() {\nreturn &InputError{Input: %q, Message: \"the message has a parameter that is not finite\"}\n}", name, s.Variable.Name)
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
			if g.isOthers(i) {
				bits = append(bits, fmt.Sprint(s.ID))
				break
			}
		}
	}
	first := "next"
	if g.raggedInputs() != nil {
		first = "next, false"
	}
	p.line("return inf.replace(%s)\n}\n", strings.Join(append([]string{first}, bits...), ", "))
}

// sharedEdges prints a loop over the stored messages to a variable, of the batch or
// of others: body gets the message and the flat position of its element.
func (f *function) sharedEdges(v *factor.Variable, batch bool, body func(e *factor.Edge, m, at string)) {
	for _, e := range v.Edges {
		place := f.g.program.MessagePlace(e)
		if place == nil || (e.Factor.Part == factor.Batch) != batch {
			continue
		}
		loops := e.Factor.Loops
		if e.Slot.Over != nil {
			loops = append(loops[:len(loops):len(loops)], e.Slot.Over)
		}
		f.plate(loops, e.Factor.Guards, func() {
			at := "0"
			if len(v.Dims) > 0 {
				at = f.flat(f.g.shape(v.Dims), e.Index, f.env())
			}
			body(e, f.load(place.Table, place.Index, f.env()), at)
		})
	}
}

// uniforms prints an array of uniform messages to a variable.
func (f *function) uniforms(name string, v *factor.Variable) {
	f.body.line("%s := make([]%s, inf.%s)", name, familyType(v.Family), f.g.count(v.Dims))
	if !v.Family.Row().ZeroIsUniform() {
		f.body.line("for i := range %s {\n%s[i] = %s\n}", name, name, uniform(v.Family))
	}
}

// sharedMessage prints the method with the product of the batch's messages.
func (g *generator) sharedMessage(p *printer, v *factor.Variable) {
	name, fam := exported(v.Name), familyType(v.Family)
	p.line("// shared%s returns the product of the messages of the data to %s.", name, v.Name)
	p.line("func (inf *Inference) shared%s() %s {", name, nested(len(v.Dims), fam))
	f := g.function()
	f.uniforms("product", v)
	f.sharedEdges(v, true, func(_ *factor.Edge, m, at string) {
		f.body.line("product[%s] = product[%s].Times(%s)", at, at, m)
	})
	f.header(p)
	p.Write(f.body.Bytes())
	g.unflatten(p, v.Dims, fam, "product[i]")
	p.line("}\n")
}

// sharedScale prints the part of the log evidence that is the batch's own: the
// terms of its factors and variables, and, for EP, that of multiplying its
// messages to a shared variable one by one into what the others say, without that
// of multiplying their product into it.
func (g *generator) sharedScale(p *printer, list []*factor.Shared) {
	f := g.function()
	var own []*message.Term
	for _, t := range g.program.Evidence.Terms {
		if t.Factor != nil && t.Factor.Part == factor.Batch || t.Variable != nil && t.Variable.Part == factor.Batch {
			own = append(own, t)
		}
	}
	f.terms(own, nil)
	for _, s := range list {
		v := s.Variable
		if v.Algorithm != operators.EP || !g.said(v) {
			continue
		}
		f.body.comment(v.Name + ": its messages from the data")
		f.open("{")
		f.uniforms("product", v)
		f.sharedEdges(v, false, func(_ *factor.Edge, m, at string) {
			f.body.line("product[%s] = product[%s].Times(%s)", at, at, m)
		})
		f.uniforms("batch", v)
		f.sharedEdges(v, true, func(_ *factor.Edge, m, at string) {
			f.body.line("batch[%s] = batch[%s].Times(%s)", at, at, m)
		})
		f.body.line("for i, m := range batch {\nsum.subtract(overlap(product[i], m), %d, i)\n}", g.firstUpdate(v.Edges[0].Factor))
		f.open("for _, proper := range [...]bool{true, false} {")
		f.sharedEdges(v, true, func(e *factor.Edge, m, at string) {
			f.body.line("m := %s", m)
			f.open("if m.IsProper() == proper {")
			f.addTerm(&message.Term{Sign: 1, Factor: e.Factor}, fmt.Sprintf("overlap(product[%s], m)", at))
			f.body.line("product[%s] = product[%s].Times(m)", at, at)
			f.close()
		})
		f.close()
		f.close()
	}
	p.line("// sharedScale is the part of the log evidence that is the data's own; NaN where\n// it has no value.")
	p.line("func (inf *Inference) sharedScale() float64 {")
	f.header(p)
	p.line("var sum logSum")
	p.Write(f.body.Bytes())
	p.line("z, err := inf.total(&sum)\nif err != nil {\nreturn math.NaN()\n}\nreturn z\n}\n")
}

// said tells whether the data of a batch say anything about a variable.
func (g *generator) said(v *factor.Variable) bool {
	for _, e := range v.Edges {
		if e.Factor.Part == factor.Batch && g.program.MessagePlace(e) != nil {
			return true
		}
	}
	return false
}

// sharedChange prints what tells whether visits to batches have converged.
func (g *generator) sharedChange(p *printer, list []*factor.Shared) {
	p.line("// beliefs holds the posteriors of the shared variables.")
	p.line("type beliefs struct {")
	for _, s := range list {
		p.line("%s []%s", local(s.Variable.Name), familyType(s.Variable.Family))
	}
	p.line("}\n")
	f := g.function()
	for _, s := range list {
		v := s.Variable
		f.body.line("now.%s = make([]%s, inf.%s)", local(v.Name), familyType(v.Family), g.count(v.Dims))
		f.body.line("for i := range now.%s {\nnow.%s[i] = %s\n}", local(v.Name), local(v.Name), f.at(v, "i"))
	}
	p.line("// beliefs returns the posteriors of the shared variables.")
	p.line("func (inf *Inference) beliefs() beliefs {\nvar now beliefs")
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return now\n}\n")
	p.line("// change is the largest change of a posterior since old, +Inf where there is no\n// old one.")
	p.line("func (b beliefs) change(old beliefs) float64 {\nchange := 0.0")
	for _, s := range list {
		name := local(s.Variable.Name)
		p.line("if len(b.%s) != len(old.%s) {\nreturn math.Inf(1)\n}", name, name)
		p.line("for i, m := range b.%s {\nif !m.IsUniform() || !old.%s[i].IsUniform() {\nchange = math.Max(change, m.Change(old.%s[i]))\n}\n}", name, name, name)
	}
	p.line("return change\n}\n")
}

const batchesText = `// Batches are data in parts that are run one at a time: it keeps what each batch
// says about the shared variables, and the last Inference. The zero value is ready.
// The messages are the leaves of a tree, whose inner nodes are the products of
// those below: what all batches but one say is the product of few, and nothing is
// ever divided.
type Batches struct {
	size    int // leaves
	tree    []Shared
	last    *Inference
	beliefs beliefs
	change  float64
}

// Visit runs one batch, given what the others said when they were visited last,
// and keeps what it says. Batches count from 0, and may be visited in any order and
// again and again: once no visit changes anything, the posteriors of the shared
// variables are those of a run on all data. After an error nothing is kept.
func (b *Batches) Visit(ctx context.Context, batch int, data Data, opts ...Option) (Summary, error) {
	others, err := b.Others(batch)
	if err != nil {
		return Summary{}, err
	}
	b.last = nil // one batch at a time is in memory
	inf, err := New(data)
	if err != nil {
		return Summary{}, err
	}
	if err := inf.SetShared(others); err != nil {
		return Summary{}, err
	}
	s, err := inf.Run(ctx, opts...)
	if err != nil {
		return s, err
	}
	if err := b.Set(batch, inf.Shared()); err != nil {
		return s, err
	}
	now := inf.beliefs()
	b.change = now.change(b.beliefs)
	b.last, b.beliefs = inf, now
	return s, nil
}

// Inference returns that of the last visit: its posteriors of the shared variables
// are of all batches visited so far. It is nil before the first visit and after an
// error.
func (b *Batches) Inference() *Inference { return b.last }

// Change is how much the last visit changed a posterior of a shared variable at
// most, +Inf after the first one.
func (b *Batches) Change() float64 { return b.change }

// Others returns the product of what all batches but one say.
func (b *Batches) Others(batch int) (Shared, error) {
	var out Shared
	switch {
	case batch < 0:
		return out, &InputError{Input: "batch", Message: fmt.Sprintf("%d is negative", batch)}
	case b.size == 0:
		return out, nil
	case batch >= b.size:
		return b.tree[1], nil
	}
	var err error
	for i := batch + b.size; i > 1 && err == nil; i /= 2 {
		out, err = out.Times(b.tree[i^1])
	}
	return out, err
}

// Set keeps what a batch says: the result of Shared of its Inference, of this run
// or of an earlier one.
func (b *Batches) Set(batch int, m Shared) error {
	if _, err := b.Others(batch); err != nil {
		return err
	}
	next := *b
	if batch >= b.size {
		next.size = max(1, b.size)
		for batch >= next.size {
			next.size *= 2
		}
		next.tree = make([]Shared, 2*next.size)
		if b.size > 0 {
			copy(next.tree[next.size:], b.tree[b.size:])
		}
		for i := next.size - 1; i > 0; i-- {
			var err error
			if next.tree[i], err = next.tree[2*i].Times(next.tree[2*i+1]); err != nil {
				return err
			}
		}
	}
	at := batch + next.size
	path := []Shared{m} // from the leaf to the root
	for i := at; i > 1; i /= 2 {
		up, err := path[len(path)-1].Times(next.tree[i^1])
		if err != nil {
			return err
		}
		path = append(path, up)
	}
	for _, s := range path {
		next.tree[at] = s
		at /= 2
	}
	*b = next
	return nil
}
`

const jointText = `
// jointScale is the log scale of the product of two messages, as LogIntegral scales
// each of the three; NaN where it cannot be told.
func jointScale[M interface {
	Times(M) M
	IsUniform() bool
	IsProper() bool
	LogIntegral(M) float64
}](a, b M) float64 {
	if !a.IsProper() && !b.IsProper() && !a.Times(b).IsProper() {
		return 0
	}
	return overlap(a, b)
}
`
