package codegen

import (
	"fmt"
	"slices"
	"strings"

	"mpc/codegen/fields"
	"mpc/codegen/lower"
	"mpc/codegen/names"
	"mpc/model"
)

// The part of a package that callers draw from a joint posterior with: a type that has a value of each variable, and one that draws
// these and has their density.

// joint prints that part.
func (g *generator) joint(p *printer, of *lower.Gaussian) {
	list := of.Jointly
	var shown []string
	for _, v := range list {
		shown = append(shown, v.Name)
	}
	of1 := strings.Join(shown, ", ")
	doc := "A Draw has a value of each number that the joint posterior is of."
	if of.Predict != nil {
		doc = "A Draw has a value of each number that the joint posterior is of, and of what is predicted."
	}
	p.comment(doc)
	p.line("type Draw struct {")
	for _, v := range of.Drawable {
		elem := "float64"
		if !slices.Contains(list, v) {
			_, elem = g.types.Value(v)
		}
		p.line("%s %s", names.Exported(v.Name), fields.Nested(depth(v), elem))
	}
	p.line("}\n")
	p.comment(fmt.Sprintf("A Joint is the joint posterior of %s. It is that of the data of its run: new data do not change it. Two goroutines may use two of them at once, but not one.", of1))
	p.line("type Joint struct {\nq *joint\nof *latent.JointPosterior\n}\n")
	p.comment("Joint returns the joint posterior that the last run has found; nil where there was none since the data were set, or since a state was read.")
	p.line("func (inf *Inference) Joint() *Joint {\nif inf.solution == nil {\nreturn nil\n}")
	p.line("own := *inf\nq := &joint{Inference: &own}\nreturn &Joint{q, inf.solution.Joint(q)}\n}\n")
	g.sampleOf(p, of)
	g.densityOf(p, of)
	if g.code.program.Weighs() {
		g.inexactOf(p, of)
	}
}

// depth is how many levels of slices a value has.
func depth(v *model.Variable) int { return len(v.Dims) + min(1, v.Type.Dimensions) }

// sampleOf prints the method that draws.
func (g *generator) sampleOf(p *printer, of *lower.Gaussian) {
	var list []string
	inf := ""
	for _, v := range of.Drawable {
		path, _ := g.types.Value(v)
		list = append(list, fmt.Sprintf("%s: %s,", names.Exported(v.Name), g.valuesOf(v, "q."+path)))
		if depth(v) > 1 { // rows are cut by sizes that the inference has
			inf = "inf := q.Inference\n"
		}
	}
	p.comment("Sample makes n independent draws: the same ones for the same state of rng.")
	failed := ""
	if of.Predict != nil {
		failed = "var failed error\n"
	}
	p.line("func (j *Joint) Sample(rng *rand.Rand, n int) ([]Draw, error) {\nq, list := j.q, make([]Draw, n)\n%serr := j.of.Sample(rng.Uint64(), n, func(k int) {", inf+failed)
	p.line("q.Place(j.of.Theta, j.of.Normals)")
	rest := "j.of.Singles"
	for k, v := range of.Singles {
		path, _ := g.types.Value(v)
		switch {
		case k+1 == len(of.Singles):
			p.line("copy(q.%s, %s)", path, rest)
		case k == 0:
			p.line("singles := j.of.Singles[copy(q.%s, j.of.Singles):]", path)
			rest = "singles"
		default:
			p.line("singles = singles[copy(q.%s, singles):]", path)
		}
	}
	if of.Predict != nil {
		p.line("q.around = j.of.Around\nif err := q.%s(); err != nil && failed == nil {\nfailed = err\n}", g.code.program.Declared(of.Predict).Name)
	}
	p.line("list[k] = Draw{\n%s\n}\n})", strings.Join(list, "\n"))
	if of.Predict != nil {
		p.line("if failed != nil {\nreturn nil, failed\n}")
	}
	p.line("if err != nil {\nreturn nil, err\n}\nreturn list, nil\n}\n")
}

// inexactOf prints the method that finds what is off.
func (g *generator) inexactOf(p *printer, of *lower.Gaussian) {
	var counts, named []string
	for k, v := range of.Normals {
		path, _ := g.types.Value(v)
		counts, named = append(counts, "len(q."+path+")"), append(named, of.Parts[k])
	}
	for _, h := range of.Hypers {
		named = append(named, h.Of.Name)
	}
	p.comment(fmt.Sprintf("Inexact returns the numbers whose posterior is off by more than a tenth of a standard deviation, or whose standard deviation by more than a twentieth, as importance sampling from the joint posterior finds: none where that cannot tell, or would take long. Variables are numbered: %s.", strings.Join(named, ", ")))
	p.line("func (j *Joint) Inexact() ([]Inexact, error) {\nq := j.q\nreturn j.of.Inexact(latent.InexactSeed, %s)\n}\n", strings.Join(counts, ", "))
}

// valuesOf are the values of a variable as nested slices of their own.
func (g *generator) valuesOf(v *model.Variable, elements string) string {
	if depth(v) == 0 {
		return elements + "[0]"
	}
	elements = "slices.Clone(" + elements + ")"
	if v.Type.Dimensions == 0 {
		return g.rows(v.Dims, elements)
	}
	if len(v.Dims) == 0 {
		return elements
	}
	count := g.types.Count(v.Dims)
	path, _ := g.types.Value(v)
	rows := fmt.Sprintf("engine.Rows(%s, []engine.Dim{{N: %s}, {N: len(q.%s) / max(1, %s)}})", elements, count, path, count)
	return g.rows(v.Dims, rows)
}

// densityOf prints the method that gives the log density of values.
func (g *generator) densityOf(p *printer, of *lower.Gaussian) {
	but := ""
	if of.Predict != nil {
		but = " What is predicted is not among them."
	}
	p.comment(fmt.Sprintf("LogProb returns the log of the joint density at x, relative to all its numbers; of the normals as one joint normal given the others.%s It is an error where x has other sizes than the variables, or where a sum of them is observed exactly.", but))
	p.line("func (j *Joint) LogProb(x Draw) (float64, error) {")
	p.line("var theta, normals, singles []float64")
	add := func(to string, list []*model.Variable) {
		for _, v := range list {
			name := "x." + names.Exported(v.Name)
			switch d := depth(v); d {
			case 0:
				p.line("%s = append(%s, %s)", to, to, name)
			case 1:
				p.line("%s = append(%s, %s...)", to, to, name)
			default:
				for k := range d - 1 {
					row := fmt.Sprintf("row%d", k)
					p.line("for _, %s := range %s {", row, name)
					name = row
				}
				p.line("%s = append(%s, %s...)", to, to, name)
				p.line("%s", strings.Repeat("}", d-1))
			}
		}
	}
	var theta []*model.Variable
	for _, h := range of.Hypers {
		theta = append(theta, h.Of)
	}
	for _, m := range of.Matrices {
		theta = append(theta, m.Of)
	}
	add("theta", theta)
	add("normals", of.Normals)
	add("singles", of.Singles)
	p.line("return j.of.LogDensity(theta, normals, singles)\n}\n")
}
