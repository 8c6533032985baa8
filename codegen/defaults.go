package codegen

import (
	"strconv"
	"strings"

	"mpc/factor/families"
	"mpc/model"
)

// defaults prints the data that have the defaults of inputs.
func (g *generator) defaults(p *printer) {
	any := false
	for _, in := range g.model.Inputs {
		any = any || in.Default != nil || in.DefaultDist != nil && len(in.Dims) == 0
	}
	if !any {
		return
	}
	p.line("// DefaultData returns data with the inputs that have a default set to it.")
	p.line("func DefaultData() Data {\nreturn Data{")
	for _, in := range g.model.Inputs {
		if in.Default != nil {
			v := in.Default.String()
			p.line("%s: %s,", exported(in.Name), v)
		}
		if in.DefaultDist != nil && len(in.Dims) == 0 {
			p.line("%s: %s,", exported(in.Name), g.defaultDist(in))
		}
	}
	p.line("}\n}\n")
}

// defaultDist prints the default of an input of distribution type.
func (g *generator) defaultDist(in *model.Input) string {
	d := in.DefaultDist
	family := families.Named(in.Type.Family)
	if family.Vector() {
		return "default" + exported(in.Name) + "()"
	}
	args := make([]string, len(d.Args))
	for i, x := range d.Args {
		args[i] = strconv.FormatFloat(x.Value, 'g', -1, 64)
	}
	name := family.Go() + "Point"
	if d.Point() == nil {
		name = family.Constructor(d.Names).Name()
	} else if family.Draws() == model.Bool {
		args[0] = strconv.FormatBool(d.Args[0].Value != 0)
	}
	g.need.Add("dist." + name)
	return "dist." + name + "(" + strings.Join(args, ", ") + ")"
}

// vectorDefaults prints the functions that make the defaults of vectors and matrices.
func (g *generator) vectorDefaults(p *printer) {
	for _, in := range g.model.Inputs {
		d := in.DefaultDist
		if d == nil || !families.Named(in.Type.Family).Vector() {
			continue
		}
		c := families.Named(in.Type.Family).Constructor(d.Names)
		args := make([]string, len(d.Args))
		for i, x := range d.Args {
			list, ok := model.ConstantVector(x)
			if !ok {
				args[i] = number(x.Value)
				continue
			}
			parts := make([]string, len(list))
			for k, v := range list {
				parts[k] = strconv.FormatFloat(v, 'g', -1, 64)
			}
			if args[i] = "[]float64{" + strings.Join(parts, ", ") + "}"; c.Variadic() {
				args[i] = strings.Join(parts, ", ")
			}
		}
		g.need.Add("dist." + c.Name())
		p.line("// default%s is the default of %s.", exported(in.Name), in.Name)
		p.line("func default%s() dist.%s {", exported(in.Name), families.Named(in.Type.Family).Go())
		call := "dist." + c.Name() + "(" + strings.Join(args, ", ") + ")"
		if c.Fails() {
			p.line("d, _ := %s // the matrix is one, as the compiler has seen\nreturn d\n}\n", call)
		} else {
			p.line("return %s\n}\n", call)
		}
	}
}
