package codegen

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message/conditional"
	"mpc/model"
)

// The part of a package that computes the posterior of a latent Gaussian model as a whole: the
// model as package latent asks for it, a type whose methods are plain loops.

// gaussian prints that part.
func (g *generator) gaussian() string {
	of := g.program.Message.Gaussian
	if of == nil {
		return ""
	}
	var p printer
	code := g.code.program.Gaussian
	p.comment("A joint is the model as its posterior is computed from: given the hyperparameters, whose values it has, the normals are one joint normal about where they stand.")
	p.line("type joint struct {\n*Inference\nvalue struct {")
	for _, t := range g.code.program.Drawn() {
		p.line("%s []float64", g.code.program.TableName(t))
	}
	p.line("}")
	p.line("pattern *mcmc.NormalPattern // which normals are tied")
	p.line("block *mcmc.NormalBlock\nsites *latent.Sites")
	if len(code.Others) > 0 {
		p.line("others latent.Instances")
	}
	p.line("}\n")
	p.line("// newJoint makes one, all 0.\nfunc (inf *Inference) newJoint() *joint {\nq := &joint{Inference: inf}")
	for _, t := range g.code.program.Drawn() {
		p.line("q.value.%s = make([]float64, %s)", g.code.program.TableName(t), g.count(t.Dims))
	}
	p.line("return q\n}\n")
	g.integrate(&p, of)
	g.place(&p, of)
	p.comment("Say says all that is said of the normals, in the order of ties.")
	p.line("func (q *joint) Say(block *mcmc.NormalBlock, sites *latent.Sites) {\nq.block, q.sites = block, sites")
	if len(code.Others) > 0 {
		p.line("q.others.Reset()")
	}
	p.line("q.say()\n}\n")
	p.comment("AddLogDensity adds the log density of a row that Say has numbered, at values of its combination.")
	if len(code.Others) == 0 {
		p.line("func (q *joint) AddLogDensity(int, []float64, []float64) {} // there are none\n")
		return p.String()
	}
	p.line("func (q *joint) AddLogDensity(row int, z, out []float64) {")
	for k, o := range code.Others {
		var at []string
		for i := range 3 {
			at = append(at, map[bool]string{true: fmt.Sprintf("at%d", i), false: "_"}[i < len(o.Factor.Loops)])
		}
		if len(code.Others) > 1 {
			if k == 0 {
				p.line("switch factor, _, _, _ := q.others.At(row); factor {")
			}
			p.line("case %d:", k)
		}
		var args []string
		if len(o.Factor.Loops) > 0 {
			p.line("_, %s := q.others.At(row)", strings.Join(at, ", "))
			args = at[:len(o.Factor.Loops)]
		}
		if o.Answer != nil && o.Answer.Stands != nil {
			for i := range o.Answer.Stands {
				place := fmt.Sprintf("%d*k", len(o.Answer.Stands))
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
	if len(code.Others) > 1 {
		p.line("}")
	}
	p.line("}\n")
	return p.String()
}

// integrate prints the update.
func (g *generator) integrate(p *printer, of *conditional.Gaussian) {
	u := g.program.Message.Integral()
	p.comment(fmt.Sprintf("integrate computes the posterior of %s: %s.", of.Name(), of.Why()))
	p.line("func (inf *Inference) integrate() error {\nq := inf.newJoint()\nq.ties()")
	p.line("models := []latent.Model{q}")
	p.line("for range inf.workers - 1 {\nmodels = append(models, inf.newJoint())\n}")
	hypers := "nil"
	if len(of.Hyper) > 0 {
		var list []string
		for k, d := range of.Hyper {
			low, high := of.Bounds(d)
			rows := g.code.program.Gaussian.Bounds[k]
			list = append(list, fmt.Sprintf("{Low: %s, High: %s}, // %s", g.bound(low, rows[0], math.Inf(-1)), g.bound(high, rows[1], math.Inf(1)), d.Variable().Name))
		}
		hypers = "[]latent.Hyper{\n" + strings.Join(list, "\n") + "\n}"
	}
	p.line("posterior, err := latent.Integrate(models, q.pattern, %s, latent.Options{})", hypers)
	p.line("if err != nil {\nreturn &engine.IntegralError{Where: inf.progress.Where(%d, nil), Err: err}\n}", u.ID)
	if g.program.Evidence != nil {
		p.line("inf.logEvidence = posterior.LogEvidence")
	}
	asked := g.code.program.Quantiled()
	set := func(t *loops.Table, at, dist, quantiles string) {
		p.line("inf.%s[%s] = %s", g.tableField(t), at, dist)
		if slices.Contains(asked, t) {
			p.line("inf.%s[%s] = %s", g.quantileField(t), at, quantiles)
		}
	}
	first := "0"
	var firsts []string
	for k, d := range of.Parts() {
		firsts = append(firsts, first)
		t := g.posteriorTable(d)
		if len(t.Dims) == 0 {
			set(t, "0", fmt.Sprintf("dist.NormalMeanVariance(posterior.Mean(%s), posterior.Variance(%s))", first, first), fmt.Sprintf("posterior.Quantiles(%s)", first))
		} else {
			at := "i"
			if k > 0 {
				at = first + " + i"
			}
			p.line("for i := range inf.%s {", g.tableField(t))
			set(t, "i", fmt.Sprintf("dist.NormalMeanVariance(posterior.Mean(%s), posterior.Variance(%s))", at, at), fmt.Sprintf("posterior.Quantiles(%s)", at))
			p.line("}")
		}
		first = g.behind(first, t)
	}
	for k, d := range of.Hyper {
		t := g.posteriorTable(d)
		set(t, "0", fmt.Sprintf("dist.%sMeanVariance(posterior.HyperMean(%d), posterior.HyperVariance(%d))", t.Family.Row().Go(), k, k), fmt.Sprintf("posterior.HyperQuantiles(%d)", k))
	}
	g.answers(p, set)
	if g.code.program.Doubts() {
		p.line("inf.doubts = posterior.Doubts(%s)", strings.Join(firsts, ", "))
	}
	p.line("return nil\n}\n")
	if g.code.program.Doubts() {
		var names []string
		for _, d := range of.Parts() {
			names = append(names, d.Variable().Name)
		}
		p.comment(fmt.Sprintf("Doubts returns what the last run found that makes the posterior doubtful: combinations of numbers of which the data say next to nothing, and truths that a combination tells apart without an error. Variables are numbered: %s.", strings.Join(names, ", ")))
		p.line("func (inf *Inference) Doubts() []Doubt { return inf.doubts }\n")
	}
}

// answers prints how posteriors of functions are found.
func (g *generator) answers(p *printer, set func(t *loops.Table, at, dist, quantiles string)) {
	cases := map[*model.Variable]int{}
	for k, o := range g.code.program.Gaussian.Others {
		if o.Answer != nil {
			cases[o.Answer.Variable] = k
		}
	}
	if len(cases) == 0 {
		return
	}
	p.line("for i := range posterior.Answers() {\na := posterior.Answer(q, i)")
	if len(cases) > 1 {
		p.line("switch factor, _, _, _ := q.others.At(a.Row); factor {")
	}
	for _, u := range g.program.Marginals {
		if u.Variable == nil {
			continue
		}
		k, is := cases[u.Variable.Source]
		if !is {
			continue
		}
		if len(cases) > 1 {
			p.line("case %d:", k)
		}
		t := g.program.Store[u.Variable.ID].Definition
		dist := fmt.Sprintf("dist.%sMeanVariance(a.Mean, a.Variance)", t.Family.Row().Go())
		if t.Family == factor.Bernoulli {
			dist = "dist.BernoulliP(a.Mean)"
		}
		set(t, "a.Element", dist, "a.Quantiles")
	}
	if len(cases) > 1 {
		p.line("}")
	}
	p.line("}")
}

// bound is a bound of a hyperparameter.
func (g *generator) bound(e *model.Expr, row *code.Row, none float64) string {
	switch {
	case e == nil:
		return number(none)
	case row == nil:
		return number(e.Value)
	}
	return "q." + g.code.program.Declared(row).Name + "()"
}

// behind is the coordinate behind those of a variable.
func (g *generator) behind(first string, t *loops.Table) string {
	size := "1"
	if len(t.Dims) > 0 {
		size = g.count(t.Dims)
	}
	if first == "0" {
		return size
	}
	return first + " + " + size
}

// posteriorTable has the posteriors of a variable.
func (g *generator) posteriorTable(d *conditional.Draw) *loops.Table {
	for _, v := range g.program.Message.Graph.Variables {
		if v.Source == d.Variable() {
			return g.program.Store[v.ID].Definition
		}
	}
	g.internal("no posterior of %s", d.Variable().Name)
	return nil
}

// place prints the method that sets the values of a joint.
func (g *generator) place(p *printer, of *conditional.Gaussian) {
	p.comment("Place sets the hyperparameters, and where the normals stand.")
	theta := "theta"
	if len(of.Hyper) == 0 {
		theta = "_"
	}
	p.line("func (q *joint) Place(%s, normals []float64) {", theta)
	for k, d := range of.Hyper {
		p.line("q.value.%s[0] = theta[%d]", g.code.program.TableName(g.program.Constants[d.Variable()]), k)
	}
	for k, d := range of.Parts() {
		name := g.code.program.TableName(g.program.Constants[d.Variable()])
		if k+1 == len(of.Parts()) {
			p.line("copy(q.value.%s, normals)", name)
			continue
		}
		p.line("normals = normals[copy(q.value.%s, normals):]", name)
	}
	p.line("}\n")
}

// integratesEvidence tells whether the log evidence comes with the posterior.
func (g *generator) integratesEvidence() bool {
	return g.program.Evidence != nil && g.program.Message.Gaussian != nil
}
