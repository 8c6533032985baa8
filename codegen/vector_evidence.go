package codegen

import (
	"fmt"

	"mpc/families"
	"mpc/loops"
	"mpc/message"
)

// togetherVector prints together for a variable that is a vector: see there. The
// pooled messages come last.
func (f *function) togetherVector(t *message.Term) {
	v := t.Variable
	fam := v.Family.Row()
	make := "dist.New" + fam.Go() + "s"
	f.body.comment(v.Name + ": messages multiplied one after the other, proper ones first")
	f.open("{")
	f.body.line("product := %s(inf.%s, %s)\nbegun := make([]bool, len(product))", make, f.g.count(v.Dims), f.g.sizes(v))
	f.open("for _, proper := range [...]bool{true, false} {")
	var pools []*loops.Table
	for _, e := range v.Edges {
		place := f.g.program.MessagePlace(e)
		if place == nil {
			continue // always uniform
		}
		if u := f.g.update(e); u.Pooled {
			pools = append(pools, place.Table)
			continue
		}
		list := e.Factor.Loops
		if e.Slot.Over != nil {
			list = append(list[:len(list):len(list)], e.Slot.Over)
		}
		f.plate(list, e.Factor.Guards, func() {
			f.body.line("m := %s", f.load(place.Table, place.Index, f.env()))
			f.open("if %s == proper%s {", f.method(fam, "m", "IsProper"), unlessUniform(e))
			at := "0"
			if len(v.Dims) > 0 {
				at = f.flat(f.g.shape(v.Dims), e.Index, f.env())
			}
			f.open("if begun[%s] {", at)
			p := &message.Term{Sign: t.Sign, Factor: e.Factor, Times: t.Times}
			f.addTerm(p, f.overlap(fam, "product["+at+"]", "m"))
			f.body.line("product[%s].SetTimes(product[%s], m)\n} else {\nproduct[%s].Set(m)", at, at, at)
			f.close()
			f.body.line("begun[%s] = true", at)
			f.close()
		})
	}
	f.close()
	if len(pools) > 0 {
		f.open("for i := range product {")
		pool := f.elementAt(pools[0], "i")
		for _, other := range pools[1:] {
			s := f.scratchVector(v.Family)
			f.body.line("%s.SetTimes(%s, %s)", s, pool, f.elementAt(other, "i"))
			pool = "*" + s
		}
		z := "product[i].LogTilt(" + pool + ")"
		if t.Times != nil {
			z = group(f.env().real(t.Times)) + "*" + z
		}
		f.body.line("sum.add(%s, %d, i)", z, f.g.update(pools[0].Edge).ID)
		f.close()
	}
	f.close()
}

// pooledTerm prints the mean log of the pooled messages over an edge.
func (f *function) pooledTerm(t *message.Term) {
	q := f.g.program.Marginal(t.Variable, nil)
	place := f.g.program.MessagePlace(t.Edge)
	if len(q) == 0 || place == nil {
		return
	}
	f.body.comment(fmt.Sprintf("line %d: %s", t.Factor.At.Line, t.Factor.Text))
	f.open("for i, q := range %s {", f.table(q[0].Table))
	z := "q.MeanLogTilt(" + f.table(place.Table) + "[i])"
	if t.Times != nil {
		z = group(f.env().real(t.Times)) + "*" + z
	}
	f.body.line("sum.add(%s, %d, i)", z, f.g.update(t.Edge).ID)
	f.close()
}

// overlap prints the log integral of two messages.
func (f *function) overlap(fam *families.Family, a, b string) string {
	if fam.Work {
		return f.g.use(overlapInHelper) + "(" + a + ", " + b + ", " + f.work() + ")"
	}
	return f.g.use(overlapHelper) + "(" + a + ", " + b + ")"
}

// scaleOf prints the log scale of the product of two messages among more, which may be
// improper on the way.
func (f *function) scaleOf(fam *families.Family, a, b string) string {
	if mayPass(fam) {
		return f.g.use(scaleHelper) + "(" + a + ", " + b + ")"
	}
	return f.overlap(fam, a, b)
}

// mayPass tells whether products of a family are improper on the way, so that the last
// one is to be checked.
func mayPass(fam *families.Family) bool {
	switch fam.Name {
	case "normal", "gamma", "inversegamma", "beta":
		return true
	}
	return false
}

const scaleText = `
// scaleOf is the log scale of the product of two messages among more. One that says
// nothing is 1 everywhere.
func scaleOf[M interface {
	IsUniform() bool
	IsProper() bool
	LogScale(M) float64
}](a, b M) float64 {
	if a.IsUniform() && !a.IsProper() || b.IsUniform() && !b.IsProper() {
		return 0
	}
	return a.LogScale(b)
}
`

const overlapInText = `
// overlapIn is the log integral of two messages about vectors. One that says
// nothing is 1 everywhere.
func overlapIn[M interface {
	IsUniform() bool
	IsProper(*dist.MvWork) bool
	LogIntegral(M, *dist.MvWork) float64
}](a, b M, work *dist.MvWork) float64 {
	if a.IsUniform() && !a.IsProper(work) || b.IsUniform() && !b.IsProper(work) {
		return 0
	}
	return a.LogIntegral(b, work)
}
`
