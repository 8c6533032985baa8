package codegen

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mpc/conditional"
	"mpc/message"
	"mpc/model"
)

// faultBy prints the return of an error about the present element that a factor makes.
func (f *function) faultBy(u *message.Update, kind string, by *conditional.Factor) string {
	if by == nil || by == u.Sampled.Prior[0].Factor {
		return f.faultAt(u, kind)
	}
	return strings.Replace(f.faultAt(u, kind), fmt.Sprintf("fault(%d,", u.ID), fmt.Sprintf("fault(%d,", f.g.blames(by)), 1)
}

// blames is the number of the statement of a factor that errors are about.
func (g *generator) blames(by *conditional.Factor) int {
	if !slices.Contains(g.blamed, by) {
		g.blamed = append(g.blamed, by)
	}
	return g.originOf(by)
}

// originOf numbers the statement of a factor behind those of updates.
func (g *generator) originOf(by *conditional.Factor) int {
	return len(g.program.Message.Updates) + by.ID
}

// culprit is the factor that leaves an element no value, where one alone can: the last of
// the conditions on it, or all but its prior that there is.
func culprit(d *conditional.Draw) (by *conditional.Factor) {
	for _, t := range d.Terms {
		if t.Factor.Holds != nil {
			by = t.Factor
		}
	}
	if by != nil {
		return by
	}
	for _, t := range d.Terms {
		if slices.Contains(d.Prior, t) {
			continue
		}
		if by != nil && by != t.Factor {
			return nil
		}
		by = t.Factor
	}
	return by
}

// checkParameters prints what is to be done where values that are drawn are no parameters
// of a distribution.
func (f *function) checkParameters(u *message.Update, dist *model.Dist) {
	for i, name := range dist.Names {
		e := dist.Args[i]
		low, high, closed, known := model.Domain(dist.Name, name)
		if !known || !e.Random || e.Type.Dimensions > 0 || e.Op == model.OpList || e.Type.Kind == model.Bool {
			continue
		}
		x, least := f.fresh(name), ">"
		if closed {
			least = ">="
		}
		most := "math.MaxFloat64"
		if !math.IsInf(high, 1) {
			most = number(high)
		}
		f.body.line("if %s := float64(%s); !(%s %s %s && %s <= %s) {\n%s\n}", x, f.at0().real(e), x, least, number(low), x, most, f.faultAt(u, "Improper"))
	}
}

// checkDrawn prints what is to be done where a number that was drawn from a distribution
// of random parameters is none.
func (f *function) checkDrawn(u *message.Update, k int, dist *model.Dist) {
	v := u.Sampled.Variables[k]
	if v.Type.Kind != model.Real || v.Type.Dimensions > 0 || !slices.ContainsFunc(dist.Args, func(e *model.Expr) bool { return e.Random }) {
		return
	}
	x := f.fresh("x")
	f.body.line("if %s := %s; %s-%s != 0 {\n%s\n}", x, f.drawn(u.Sampled, k), x, x, f.faultAt(u, "NotFinite"))
}
