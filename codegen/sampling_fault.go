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

// faultCall prints the return of an error about an element, of the statement with that number.
func (f *function) faultCall(statement int, fault string, at []*model.Expr) string {
	return fmt.Sprintf("return origins.Fault(%d, %s, %s, c.course.Scans)", statement, fault, f.elementAt(at))
}

// elementAt prints the indices of an element.
func (f *function) elementAt(at []*model.Expr) string {
	element := "nil"
	if len(at) > 0 {
		var indices []string
		for _, e := range at {
			indices = append(indices, f.at0().whole(e))
		}
		element = "[]int{" + strings.Join(indices, ", ") + "}"
	}
	return element
}

// faultAt prints the return of an error about an update at the present element.
func (f *function) faultAt(u *message.Update, kind string) string {
	return f.faultOf(u, kind, u.Sampled.At)
}

// faultOf prints it for another element.
func (f *function) faultOf(u *message.Update, kind string, at []*model.Expr) string {
	return f.faultCall(u.ID, "dist."+kind, at)
}

// faultBy prints the return of an error about the present element that a factor makes.
func (f *function) faultBy(u *message.Update, kind string, by *conditional.Factor) string {
	return f.faultCall(f.g.blame(u, by), "dist."+kind, u.Sampled.At)
}

// sliceFaultBy prints it where a slice has no next value, for the reason in the variable
// fault.
func (f *function) sliceFaultBy(u *message.Update, by *conditional.Factor) string {
	return fmt.Sprintf("return origins.SliceFault(%d, fault, %s, c.course.Scans, c.excluded)", f.g.blame(u, by), f.elementAt(u.Sampled.At))
}

// blame is the number of the statement of a factor that leaves an element of an update no
// value: that of the update where no factor alone does, or its prior.
func (g *generator) blame(u *message.Update, by *conditional.Factor) int {
	if by == nil || by == u.Sampled.Prior[0].Factor {
		return u.ID
	}
	return g.blameOn(by)
}

// blameOn is the number of the statement of a factor.
func (g *generator) blameOn(by *conditional.Factor) int {
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
// whose parameters are not all written in the model is none: of a normal of the precision
// 0, say.
func (f *function) checkDrawn(u *message.Update, k int, dist *model.Dist) {
	v := u.Sampled.Variables[k]
	if v.Type.Kind != model.Real || v.Type.Dimensions > 0 || !slices.ContainsFunc(dist.Args, func(e *model.Expr) bool { return e.Op != model.OpNumber }) {
		return
	}
	x := f.fresh("x")
	f.body.line("if %s := %s; %s-%s != 0 {\n%s\n}", x, f.drawn(u.Sampled, k), x, x, f.faultAt(u, "NotFinite"))
}
