package codegen

import (
	"mpc/codegen/fields"
	"mpc/codegen/lower"
	"mpc/model"
)

// givens prints a type for the inputs that are the same in all batches.
func (g *generator) givens(p *printer, same []*model.Input) {
	p.record(g.types.Givens())
	p.line("func (inf *Inference) givens() *givens {\nreturn &givens{")
	for _, in := range same {
		p.line("%s: inf.in.%s,", local(in.Name), local(in.Name))
	}
	p.line("}\n}\n")
	p.line("// check returns an error where an input of a batch is another one than before, if there is a batch before.")
	p.line("func (g *givens) check(before *givens, batch int) error {\nif before == nil {\nreturn nil\n}\nswitch {")
	for _, in := range same {
		compare, x, y := "engine.SameValues", "g."+local(in.Name), "before."+local(in.Name)
		if in.Type.Kind == model.DistKind && len(in.Sizes) > 0 {
			compare = "engine.SameStates"
		}
		if len(in.Dims) == 0 {
			x, y = "[]"+fields.FlatType(in)+"{"+x+"}", "[]"+fields.FlatType(in)+"{"+y+"}"
		}
		p.line("case !%s(%s, %s):\nreturn passing.OtherGiven(%q, batch)", compare, x, y, in.Name)
	}
	p.line("}\nreturn nil\n}\n")
}

// dampedShared prints the method that mixes what a batch says with what it said before.
func (g *generator) dampedShared(p *printer, list []lower.Common) {
	p.line("// damped returns old^damping s^(1-damping). A message that said nothing before is new.")
	p.line("func (s Shared) damped(old Shared, damping float64) Shared {")
	for _, sh := range list {
		name, damped := exported(sh.Of.Name), "Damped"
		if sh.Family.Vector() {
			damped = "DampedVector"
		}
		p.line("s.%s = %s(s.%s, old.%s, damping)", name, each(sh, "Damped", damped), name, name)
	}
	p.line("return s\n}\n")
}
