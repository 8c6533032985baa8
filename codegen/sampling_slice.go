package codegen

import (
	"fmt"
	"math"

	"mpc/conditional"
	"mpc/message"
	"mpc/model"
)

// drawSlice prints a draw by slice sampling.
func (f *function) drawSlice(u *message.Update) {
	d := u.Sampled
	f.stream()
	whole := d.Variable().Type.Kind != model.Real
	slice := "slice"
	switch {
	case whole:
		slice, f.g.wholeSlices = "wholeSlice", true
	case d.Method == conditional.AdaptiveRejection:
		slice = "adaptive"
	default:
		f.g.slices = true
	}
	lo, hi, from, began, more, log := f.fresh("lo"), f.fresh("hi"), f.fresh("from"), f.fresh("began"), f.fresh("more"), f.fresh("log")
	low, high := d.Support()
	at := f.drawn(d, 0)
	width := f.width(d)
	bounded := false
	if whole {
		most := "math.MaxInt"
		if n := d.Values(); n != nil { // as many as are kept
			most = group(f.at0().whole(n)) + " - 1"
		}
		f.body.line("%s, %s := %d, %s", lo, hi, int(max(low, 0)), most)
		bounded = f.wholeBounds(d, lo, hi)
		if bounded {
			f.onlyValue(u, at, lo, hi)
			defer f.close()
		}
	} else {
		f.body.line("%s, %s := %s, %s", lo, hi, limit(low), limit(high))
		for _, t := range d.Terms {
			if t.Bounds != nil {
				f.instances(t, func() { f.bounds(u, t, lo, hi) })
			}
		}
		if d.Fixed() {
			f.body.line("if !(%s < %s) {\n%s\n}", lo, hi, f.faultBy(u, "Contradiction", culprit(d)))
		}
		f.oneSide(d, lo, hi, limit(low), limit(high))
	}
	var summed map[*conditional.Term]string
	if d.Method != conditional.AdaptiveRejection {
		summed = f.shapeSums(d)
	}
	f.body.line("%s, %s, %s := %s, false, true", from, began, more, at)
	given := f.g.program.Message.Sampling.StartsAt(d.Variable())
	tries := ""
	if !given {
		tries = f.fresh("tries")
		f.body.line("%s := 0", tries)
	}
	f.open("for %s {", more)
	f.body.line("%s := 0.0", log)
	f.density(d, log, summed)
	f.open("if %s {", began)
	f.body.line("%s, %s = c.%s.Next(%s)", at, more, slice, log)
	if !given {
		f.elseIf(fmt.Sprintf("c.beginning && %s < mcmc.FirstDraws && !(%s <= %s && %s <= %s && %s >= -math.MaxFloat64)", tries, lo, from, from, hi, log))
		f.body.comment("No chain can stand there: another draw from the prior.")
		f.drawVariable(u, 0, d.Variable(), true)
		if bounded {
			f.body.line("%s = min(max(%s, %s), %s)", at, at, lo, hi)
		}
		if !whole {
			f.body.line("%s = mcmc.Inside(stream, %s, %s, %s)", at, at, lo, hi)
		}
		f.body.line("%s = %s\n%s++", from, at, tries)
	}
	f.orElse()
	first := width + ".Width"
	if d.Gaps() {
		first = "mcmc.WideWidth(stream, " + first + ")"
	}
	f.body.line("%s, %s = c.%s.Begin(stream, %s, %s, %s, %s, %s)", at, more, slice, first, from, log, lo, hi)
	f.body.line("%s = true", began)
	f.close()
	f.close()
	f.body.line("%s = c.%s.Value()", at, slice)
	f.body.line("fault := c.%s.Fault()\nswitch {", slice)
	if !given {
		f.g.settles = true
		f.body.line("case fault == mcmc.SliceStart && c.beginning:\nc.skipped = true")
	}
	f.body.line("case fault != mcmc.SliceFine:\n%s\ncase c.course.Burning > 0:", f.sliceFaultBy(u, culprit(d)))
	if whole {
		f.body.line("%s.Tune(float64(%s), float64(%s))\n}", width, from, at)
	} else {
		f.body.line("%s.Tune(%s, %s)\n}", width, from, at)
	}
}

// wholeBounds prints where conditions leave a count; it is false where there are none.
func (f *function) wholeBounds(d *conditional.Draw, lo, hi string) (bounded bool) {
	for _, t := range d.Terms {
		if t.Bounds == nil {
			continue
		}
		bounded = true
		f.instances(t, func() {
			for _, b := range t.Bounds {
				f.body.line("%s, %s = mcmc.WholeBounds(%s, %s, %s, %s, %v)", lo, hi, lo, hi, f.at0().real(b.Slope), f.at0().real(b.Rest), b.Closed)
			}
		})
	}
	return bounded
}

// onlyValue prints what is done where conditions leave a count one value, or none, and
// opens the block of what is done elsewhere. In the first scan the value must be possible.
func (f *function) onlyValue(u *message.Update, at, lo, hi string) {
	d := u.Sampled
	f.g.settles = true
	fails := func() {
		f.body.line("if !c.beginning {\n%s\n}\nc.skipped = true", f.faultBy(u, "Contradiction", culprit(d)))
	}
	log := f.fresh("log")
	f.open("if %s > %s {", lo, hi)
	fails()
	f.elseIf(fmt.Sprintf("%s == %s", lo, hi))
	f.body.line("%s = %s", at, lo)
	f.open("if c.course.Scans == 0 {")
	f.body.line("%s := 0.0", log)
	f.density(d, log, nil)
	f.open("if !(%s >= -math.MaxFloat64) {", log)
	fails()
	f.close()
	f.close()
	f.orElse()
}

// limit prints a bound.
func limit(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "math.Inf(1)"
	case math.IsInf(x, -1):
		return "math.Inf(-1)"
	}
	return number(x)
}

// widths is the field with the widths of slices of a variable.
func (g *generator) widths(v *model.Variable) string {
	g.sliced[v] = true
	return local(v.Name) + "Width"
}

// width prints the width of the slices of the element that is drawn.
func (f *function) width(d *conditional.Draw) string {
	v := d.Variable()
	widths := f.g.widths(v)
	return f.field(widths, "width."+widths) + "[" + f.flat(f.g.shape(v.Dims), d.At, f.at0()) + "]"
}
