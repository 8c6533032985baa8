package interp

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mpc/data"
	"mpc/mcmc"
	"mpc/message/conditional"
	"mpc/model"
)

// What goes wrong in a draw is said of the factor that makes it impossible, at its
// instance, with the element that is drawn.

// narrower is what may help where there is no distribution to draw from.
const narrower = "give a narrower prior"

// startHelp is what may help where a chain stands where nothing is possible.
func (c *scene) startHelp() string {
	if c.drawing == nil {
		return c.startHelpOf(nil)
	}
	return c.startHelpOf(c.drawing.Variables)
}

// startHelpOf is it where the first of some variables that the model has may start elsewhere.
func (c *scene) startHelpOf(list []*model.Variable) string {
	text := "the data contradict the model there, or the chain stands where they do"
	for _, v := range list {
		if !slices.Contains(c.program.Graph.Model.Variables, v) {
			continue // one that the model does not have
		}
		return text + ": " + c.startingPoint(v)
	}
	return text
}

// startingPoint says how a model gives a variable a starting point.
func (c *scene) startingPoint(v *model.Variable) string {
	switch {
	case c.origin() != nil:
		return fmt.Sprintf("--inits gives %s a starting point", c.origin().Name(v.Name))
	case v.Type.Dimensions > 0:
		return fmt.Sprintf("init gives %s a starting point", v.Name)
	case v.Type.Kind == model.Bool:
		return fmt.Sprintf("init: {%s: point(true)} gives it a starting point", v.Name)
	}
	return fmt.Sprintf("init: {%s: point(1)} gives it a starting point", v.Name)
}

func notFinite(list ...float64) bool {
	for _, x := range list {
		if x-x != 0 {
			return true
		}
	}
	return false
}

// fault is an error about an instance of a term.
func (c *scene) fault(kind string, t *conditional.Term, format string, args ...any) *Error {
	e := c.errorf(kind, t.Factor.At, t.Factor.Text, format, args...)
	loops := t.Factor.Loops
	if len(t.Loops) < len(loops) && c.drawing != nil {
		// The element that is drawn says which instance it is.
		loops = append(c.drawing.Elements[:len(c.drawing.Elements):len(c.drawing.Elements)], t.Loops...)
	}
	e.Element = c.place(loops)
	return e
}

// drawFault is an error about the element that is drawn.
func (c *scene) drawFault(kind string, d *conditional.Draw, format string, args ...any) *Error {
	f := d.Prior[0].Factor
	e := c.errorf(kind, f.At, f.Text, format, args...)
	e.Element = c.place(d.Elements)
	return e
}

func (c *scene) name(d *conditional.Draw) string { return c.elementAt(d.Variable(), d.At) }

// where says which statement a term is, and for which of its instances.
func (c *scene) where(t *conditional.Term) string {
	text := fmt.Sprintf("%s (line %d", t.Factor.Text, t.Factor.At.Line)
	if at := c.place(t.Loops); at != "" {
		text += ", " + at
	}
	return text + ")"
}

// excluded is the error of a condition that does not hold, whatever the value drawn.
func (c *scene) excluded(d *conditional.Draw, t *conditional.Term) error {
	e := c.fault(Contradiction, t, "no value of %s satisfies %s", c.name(d), t.Factor.Text)
	e.Hint = c.startHelp()
	return e
}

// empty is the error of conditions that leave a number no value between them.
func (c *scene) empty(d *conditional.Draw) error {
	n := natural{lo: math.Inf(-1), hi: math.Inf(1)}
	var low, high string
	var last *conditional.Term
	for _, t := range d.Terms {
		err := c.instances(t, func() error {
			o, before := c.operands(), n
			o.bounds(t, &n.lo, &n.hi)
			if n.lo != before.lo {
				low, last = c.where(t), t
			}
			if n.hi != before.hi {
				high, last = c.where(t), t
			}
			return o.Err
		})
		if err != nil {
			return err
		}
	}
	if last == nil {
		return c.drawFault(Contradiction, d, "no value is left for %s", c.name(d))
	}
	text := ""
	switch {
	case low == "":
		text = fmt.Sprintf("%s is at most %v, by %s, which its prior excludes", c.name(d), n.hi, high)
	case high == "":
		text = fmt.Sprintf("%s is at least %v, by %s, which its prior excludes", c.name(d), n.lo, low)
	default:
		text = fmt.Sprintf("%s is at least %v, by %s, and at most %v, by %s", c.name(d), n.lo, low, n.hi, high)
	}
	e := c.errorf(Contradiction, last.Factor.At, last.Factor.Text, "no value is left: %s", text)
	if e.Element = c.place(d.Elements); !d.Fixed() { // no start helps against data
		e.Hint = c.startHelp()
	}
	return e
}

// improper is the error of natural parameters that are no distribution.
func (c *scene) improper(d *conditional.Draw, n natural) error {
	names := map[string][2]string{"normal": {"precision times mean", "precision"}, "gamma": {"shape - 1", "rate"}, "inversegamma": {"shape + 1", "rate"}, "beta": {"a - 1", "b - 1"}}[d.Family]
	e := c.drawFault(Improper, d, "the conditional of %s is improper: a %s of %s %v and %s %v", c.name(d), d.Family, names[0], n.a, names[1], n.b)
	e.Hint = narrower
	return e
}

func (c *scene) improperVector(d *conditional.Draw) error {
	e := c.drawFault(Improper, d, "the conditional of %s is improper: no %s has these parameters", c.name(d), d.Family)
	e.Hint = narrower
	return e
}

// notFiniteMessage is the error of a term that says something that is NaN, or overflows.
func (c *scene) notFiniteMessage(d *conditional.Draw, t *conditional.Term) error {
	var values []string
	for _, a := range t.Message.Args {
		if a.Type.Kind == model.DistKind {
			continue
		}
		if x, err := data.Eval(a, c.env); err == nil {
			values = append(values, fmt.Sprintf("%s is %v", a, x))
		}
	}
	e := c.fault(NotFinite, t, "what %s says of %s is not finite", t.Factor.Text, c.name(d))
	if len(values) > 0 {
		e.Message += ": " + strings.Join(values, ", ")
	}
	return e
}

// noDistribution is the error of a draw from parameters that are no distribution.
func (c *scene) noDistribution(t *conditional.Term, d *model.Dist) error {
	return c.fault(Parameter, t, "%s: no %s has these parameters", t.Factor.Text, d.Name)
}

// notDrawn returns an error where what was drawn is not finite.
func (c *scene) notDrawn(d *conditional.Draw, t *conditional.Term, values []float64) error {
	if !notFinite(values...) {
		return nil
	}
	x := values[0]
	for _, y := range values {
		if notFinite(y) {
			x = y
		}
	}
	return c.fault(NotFinite, t, "%s has been drawn as %v", c.name(d), x)
}

// sliceFault is the error of a slice that has no next value.
func (c *scene) sliceFault(d *conditional.Draw, f mcmc.SliceFault, at []float64, from, lo, hi float64) error {
	if f == mcmc.SliceStart && !(lo <= from && from <= hi) {
		return c.outside(d, from, lo, hi)
	}
	t, log, e, err := c.blame(d)
	switch {
	case err != nil:
		return err
	case e != nil && f == mcmc.SliceStart && log < 0:
		return c.zero(e, fmt.Sprintf("%s = %v, where the chain stands, has the density zero", c.name(d), at[0]), t, d.Variables)
	case e != nil:
		e.Message = fmt.Sprintf("the log density of %s at %v is %v, that of %s", c.name(d), at[0], log, t.Factor.Text)
		return e
	case f == mcmc.SliceStart:
		return c.drawFault(Contradiction, d, "%s = %v, where the chain stands, has the density zero", c.name(d), from)
	}
	return c.drawFault(NotFinite, d, "%s cannot be drawn: %s", c.name(d), f)
}

// zero makes an error that blame has found that of a density which is zero at some point.
func (c *scene) zero(e *Error, point string, t *conditional.Term, list []*model.Variable) *Error {
	where := ""
	if e.Message != "" {
		where = ", where " + e.Message
	}
	e.Kind, e.Hint = Contradiction, c.startHelpOf(list)
	e.Message = fmt.Sprintf("%s: %s excludes it%s", point, t.Factor.Text, where)
	return e
}

// moveFault is the error of a move of a precision, and of elements with it, that has no next
// value: of a start without density about the factor that makes it so, of those that read
// the elements too.
func (c *scene) moveFault(d *conditional.Draw, f mcmc.SliceFault, at []float64, from float64) error {
	t, log, e, err := c.blame(d.Moved())
	switch {
	case err != nil:
		return err
	case e != nil && f == mcmc.SliceStart && log < 0:
		return c.zero(e, "the chain stands where the density is zero", t, []*model.Variable{d.Scale.Of})
	}
	return c.sliceFault(d, f, at, from, 0, math.Inf(1))
}

// outside is the error of a present value outside of what its prior and conditions leave.
func (c *scene) outside(d *conditional.Draw, from, lo, hi float64) error {
	var found *Error
	for _, t := range d.Terms {
		if t.Bounds == nil || found != nil {
			continue
		}
		err := c.instances(t, func() error {
			o := c.operands()
			a, b := math.Inf(-1), math.Inf(1)
			o.bounds(t, &a, &b)
			if o.Err == nil && found == nil && !(a <= from && from <= b) {
				found = c.fault(Contradiction, t, "%s = %v, where the chain stands, has the density zero: %s excludes it", c.name(d), from, t.Factor.Text)
			}
			return o.Err
		})
		if err != nil {
			return err
		}
	}
	if found == nil {
		found = c.drawFault(Contradiction, d, "%s = %v, where the chain stands, has the density zero: its prior is between %v and %v", c.name(d), from, lo, hi)
	}
	found.Hint = c.startHelp()
	return found
}

// blame finds the first instance of a term whose log density is -Inf or no number at the
// present values, with what the data are there as its message. The error is of a parameter
// of that instance which cannot be one.
func (c *scene) blame(d *conditional.Draw) (term *conditional.Term, log float64, e *Error, wrong error) {
	for _, t := range d.Terms {
		err := c.instances(t, func() error {
			x, err := c.logTerm(t)
			if err == nil && e == nil && notFinite(x) {
				term, log, e = t, x, c.fault(NotFinite, t, "%s", c.dataText(t))
				wrong = c.parameters(t, t.Dist)
			}
			return err
		})
		if err != nil {
			return nil, 0, nil, nil
		}
	}
	return term, log, e, wrong
}

// dataText is what the data are that an instance of a term reads, as "k[i] = 3".
func (c *scene) dataText(t *conditional.Term) string {
	all := &model.Expr{Op: model.OpCall}
	read := func(e *model.Expr) {
		if e == nil {
			return
		}
		e.Walk(func(x *model.Expr) {
			if x.Op == model.OpInput {
				all.Args = append(all.Args, x)
			}
		})
	}
	read(t.X)
	read(t.Holds)
	if t.Dist != nil {
		for _, a := range t.Dist.Args {
			read(a)
		}
	}
	return c.sampler.run.values(all, c.env)
}

// noValue is the error of a whole number or a truth of which each value is impossible: it
// names the statement that excludes them all, or those that do so together.
func (c *scene) noValue(d *conditional.Draw, count int, slot []float64) error {
	if count == 0 {
		return c.drawFault(Contradiction, d, "%s has no values", c.name(d))
	}
	type suspect struct {
		err    *Error
		where  string
		values []string
	}
	var list []*suspect
	for value := range count {
		slot[0] = float64(value)
		for _, t := range d.Terms {
			err := c.instances(t, func() error {
				x, err := c.logTerm(t)
				if err != nil || !notFinite(x) {
					return err
				}
				if err := c.parameters(t, t.Dist); err != nil {
					return err
				}
				if !math.IsInf(x, -1) {
					return c.fault(NotFinite, t, "the log probability of %s = %s is %v, that of %s", c.name(d), c.said(d, slot), x, t.Factor.Text)
				}
				where := c.where(t)
				for _, s := range list {
					if s.where == where {
						s.values = append(s.values, c.said(d, slot))
						return nil
					}
				}
				e := c.fault(Contradiction, t, "no value is left for %s: %s excludes", c.name(d), t.Factor.Text)
				list = append(list, &suspect{e, where, []string{c.said(d, slot)}})
				return nil
			})
			if err != nil {
				return err
			}
		}
	}
	var parts []string
	for _, s := range list {
		if len(s.values) == count {
			s.err.Message += " all of them"
			s.err.Hint = c.startHelp()
			return s.err
		}
		if len(parts) < 4 {
			parts = append(parts, s.where+" excludes "+strings.Join(s.values[:min(len(s.values), 8)], ", "))
		}
	}
	if len(list) == 0 {
		return c.drawFault(NotFinite, d, "the log probabilities of %s overflow", c.name(d))
	}
	e := list[0].err
	e.Message = fmt.Sprintf("no value is left for %s: %s", c.name(d), strings.Join(parts, "; "))
	e.Hint = c.startHelp()
	return e
}

// said prints the value of a finite draw.
func (c *scene) said(d *conditional.Draw, slot []float64) string {
	if d.Variable().Type.Kind == model.Bool {
		return fmt.Sprint(slot[0] != 0)
	}
	return fmt.Sprint(slot[0])
}
