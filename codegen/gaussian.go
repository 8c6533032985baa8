package codegen

import (
	"fmt"
	"strings"

	"mpc/codegen/lower"
)

// The part of a package that computes the posterior of a latent Gaussian model as a whole: the
// model as package latent asks for it, a type whose methods are plain loops.

// gaussian prints that part.
func (g *generator) gaussian() string {
	of := g.code.program.Gaussian
	if of == nil {
		return ""
	}
	var p printer
	p.record(g.types.Joint())
	p.line("// Pattern finds which normals are tied to each other.\nfunc (q *joint) Pattern() *mcmc.NormalPattern {\nq.ties()\nreturn q.pattern\n}\n")
	g.hypers(&p, of)
	if of.Power != 1 {
		p.line("// Power is the share of a site's density that an update takes.\nfunc (q *joint) Power() float64 { return %s }\n", number(of.Power))
	}
	p.line("// Factor is the factor that a row is an instance of.")
	if len(of.Others) == 0 {
		p.line("func (q *joint) Factor(int) int { return 0 } // there are none\n")
	} else {
		p.line("func (q *joint) Factor(row int) int {\nfactor, _, _, _ := q.others.At(row)\nreturn factor\n}\n")
	}
	if g.code.program.Doubts() {
		p.comment(fmt.Sprintf("Doubts returns what the last run found that makes the posterior doubtful: combinations of numbers of which the data say next to nothing, and truths that a combination tells apart without an error. Variables are numbered: %s.", strings.Join(of.Parts, ", ")))
		p.line("func (inf *Inference) Doubts() []Doubt { return inf.doubts }\n")
	}
	g.place(&p, of)
	if g.code.program.HasJoint() {
		g.joint(&p, of)
	}
	if of.Observe != nil {
		g.leftOut(&p, of)
	}
	p.comment("Say says all that is said of the normals, in the order of ties.")
	p.line("func (q *joint) Say(block *mcmc.NormalBlock, sites *latent.Sites) {\nq.block, q.sites = block, sites")
	if len(of.Others) > 0 {
		p.line("q.others.Reset()")
	}
	p.line("q.say()\n}\n")
	p.comment("AddLogDensity adds the log density of a row that Say has numbered, at values of its combination.")
	if len(of.Others) == 0 {
		p.line("func (q *joint) AddLogDensity(int, []float64, []float64) {} // there are none\n")
		return p.String()
	}
	p.line("func (q *joint) AddLogDensity(row int, z, out []float64) {")
	for k, o := range of.Others {
		var at []string
		for i := range 3 {
			at = append(at, map[bool]string{true: fmt.Sprintf("at%d", i), false: "_"}[i < o.Indices()])
		}
		if len(of.Others) > 1 {
			if k == 0 {
				p.line("switch factor, _, _, _ := q.others.At(row); factor {")
			}
			p.line("case %d:", k)
		}
		var args []string
		if o.Indices() > 0 {
			p.line("_, %s := q.others.At(row)", strings.Join(at, ", "))
			args = at[:o.Indices()]
		}
		if o.Numbers() > 0 {
			for i := range o.Numbers() {
				place := fmt.Sprintf("%d*k", o.Numbers())
				if i > 0 {
					place += fmt.Sprintf("+%d", i)
				}
				args = append(args, "z["+place+"]")
			}
			p.line("for k := range out {\nout[k] += q.%s(%s)\n}", g.code.program.Declared(o.Row).Name, strings.Join(args, ", "))
			continue
		}
		p.line("for k, x := range z {\nout[k] += q.%s(%s)\n}", g.code.program.Declared(o.Row).Name, strings.Join(append(args, "x"), ", "))
	}
	if len(of.Others) > 1 {
		p.line("}")
	}
	p.line("}\n")
	return p.String()
}

// hypers prints the method that lists the hyperparameters.
func (g *generator) hypers(p *printer, of *lower.Gaussian) {
	p.line("// Hypers are the hyperparameters.\nfunc (q *joint) Hypers() []latent.Hyper {")
	begin, end := "return []latent.Hyper{", "}"
	if len(of.Matrices) > 0 {
		begin = "list := []latent.Hyper{"
	}
	p.line("%s", begin)
	for _, h := range of.Hypers {
		p.line("{Low: %s, High: %s}, // %s", g.bound(h.Low), g.bound(h.High), h.Of.Name)
	}
	p.line("%s", end)
	for k, m := range of.Matrices {
		to := "list ="
		if k+1 == len(of.Matrices) {
			to = "return"
		}
		p.line("%s latent.AddMatrix(list, q.%s(), q.%s(), %t) // %s", to, g.code.program.Declared(m.Df).Name, g.code.program.Declared(m.Scale).Name, m.Inverse, m.Of.Name)
	}
	p.line("}\n")
}

// bound is a bound of a hyperparameter.
func (g *generator) bound(b lower.Bound) string {
	if b.Row == nil {
		return number(b.Number)
	}
	return "q." + g.code.program.Declared(b.Row).Name + "()"
}

// place prints the method that sets the values of a joint.
func (g *generator) place(p *printer, of *lower.Gaussian) {
	p.comment("Place sets the hyperparameters, and where the normals stand.")
	theta := "theta"
	if len(of.Hypers)+len(of.Matrices) == 0 {
		theta = "_"
	}
	p.line("func (q *joint) Place(%s, normals []float64) {", theta)
	for k, h := range of.Hypers {
		path, _ := g.types.Value(h.Of)
		p.line("q.%s[0] = theta[%d]", path, k)
	}
	if len(of.Matrices) > 0 && len(of.Hypers) > 0 {
		p.line("theta = theta[%d:]", len(of.Hypers))
	}
	for k, m := range of.Matrices {
		path, _ := g.types.Value(m.Of)
		if k+1 == len(of.Matrices) {
			p.line("copy(q.%s, theta)", path)
			continue
		}
		p.line("theta = theta[copy(q.%s, theta):]", path)
	}
	for k, v := range of.Normals {
		path, _ := g.types.Value(v)
		if k+1 == len(of.Normals) {
			p.line("copy(q.%s, normals)", path)
			continue
		}
		p.line("normals = normals[copy(q.%s, normals):]", path)
	}
	p.line("}\n")
}
