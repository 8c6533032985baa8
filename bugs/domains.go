package bugs

import (
	"fmt"
	"strconv"

	"mpc/lang"
)

// positive are the parameters that must be above 0, by their places.
var positive = map[string][]int{"dnorm": {1}, "dlnorm": {1}, "dgamma": {0, 1}, "dbeta": {0, 1}, "dexp": {0}, "dt": {1, 2}, "ddexp": {1}, "dweib": {0, 1}, "dlogis": {1},
	"dchisqr": {0}, "dpar": {0, 1}}

// parametersOf looks at parameters that the data give: where they must be above 0, in order, or as
// large as what is drawn.
func (t *translator) parametersOf() {
	v := t.quiet()
	looked := 0
	for _, s := range t.all {
		if s.Dist == nil || t.HasErrors() {
			continue
		}
		t.site = s
		fun := alias(s.Dist.Fun)
		t.matrices(s, fun)
		list := positive[fun]
		if fun == "dunif" && len(s.Dist.Args) == 2 {
			list = []int{0, 1}
		}
		for _, k := range list {
			if k >= len(s.Dist.Args) || !t.isKnown(s.Dist.Args[k], s) {
				list = nil
			}
		}
		if list == nil {
			continue
		}
		v.loops(s, func() *unknown {
			if looked++; looked > maxLooked || t.HasErrors() {
				return nil
			}
			x := make([]float64, len(list))
			for i, k := range list {
				var left *unknown
				if x[i], left = v.number(s.Dist.Args[k]); left != nil {
					v.report = &lang.Collector{}
					return nil
				}
			}
			if fun == "dunif" {
				if !(x[0] < x[1]) {
					t.Errorf(s.Dist.At, lang.CodeArguments, "dunif(%v, %v) has no values between its bounds: the lower one comes first", x[0], x[1])
				}
				return nil
			}
			for i, k := range list {
				if !(x[i] > 0) {
					d := t.Errorf(s.Dist.Args[k].Pos(), lang.CodeArguments, "%s of %s is %v here, and must be above 0", s.Dist.Args[k], s.Dist.Fun, x[i])
					if k == 1 && (fun == "dnorm" || fun == "dlnorm" || fun == "dt") {
						d.WithHint("the second parameter is the precision, 1 / variance: a small number where little is known, as 0.0001")
					}
				}
			}
			return nil
		})
	}
	t.site = nil
	t.swapped()
	t.knownShares()
	t.notANumber()
}

// knownShares looks at probabilities that data give: none is negative, and not all are 0.
func (t *translator) knownShares() {
	v := t.quiet()
	for _, s := range t.all {
		if s.Dist == nil || len(s.Dist.Args) == 0 || alias(s.Dist.Fun) != "dcat" && alias(s.Dist.Fun) != "dmulti" {
			continue
		}
		r, ok := s.Dist.Args[0].(*Ref)
		if !ok || !t.isKnown(r, s) {
			continue
		}
		looked := 0
		v.loops(s, func() *unknown {
			a := t.values.data[r.Name]
			if looked++; looked > maxLooked || t.HasErrors() || a == nil {
				return nil
			}
			places, _, left := v.places(r, a)
			if left != nil {
				v.report = &lang.Collector{}
				return nil
			}
			sum := 0.0
			for _, p := range places {
				if sum += a.Values[p]; a.Values[p] < 0 {
					t.Errorf(r.At, lang.CodeParameter, "%s is %v, and no probability is negative", t.elementAt(r.Name, a, p), a.Values[p])
					return nil
				}
			}
			if sum == 0 && len(places) > 0 {
				t.Errorf(r.At, lang.CodeParameter, "all of %s are 0, and one value at least is possible", r)
			}
			return nil
		})
	}
}

// notANumber reports functions of data that have no value: the log of a negative number.
func (t *translator) notANumber() {
	v := t.quiet()
	for _, s := range t.all {
		if t.skipped(s) {
			continue
		}
		chooses := false // another value in its place
		s.each(func(e Expr) {
			c, ok := e.(*Call)
			chooses = chooses || ok && c.Fun == "ifelse"
		})
		s.each(func(e Expr) {
			c, ok := e.(*Call)
			if !ok || chooses || len(c.Args) != 1 || c == s.Dist || ofNumber(c.Fun) == nil || !t.isKnown(c, s) {
				return
			}
			looked := 0
			v.loops(s, func() *unknown {
				if looked++; looked > maxLooked || t.HasErrors() {
					return nil
				}
				x, left := v.number(c.Args[0])
				y, open := v.number(c)
				v.report = &lang.Collector{}
				if left == nil && open == nil && x == x && y != y {
					where := ""
					for _, l := range s.loops {
						where += ", at " + l.Index + " = " + strconv.Itoa(v.index[l.Index])
					}
					t.Errorf(c.At, lang.CodeNotFinite, "%s is no number%s: %s is %v", c, where, c.Args[0], x)
				}
				return nil
			})
		})
	}
}

// matrices compares the sizes of vectors that are drawn with those of their parameters.
func (t *translator) matrices(s *site, fun string) {
	if fun == "dwish" && len(s.Dist.Args) == 2 && !t.isKnown(s.Dist.Args[1], s) {
		t.Errorf(s.Dist.Args[1].Pos(), lang.CodeUnsupported, "the degrees of freedom of dwish follow from data in this version, and %s is drawn or computed from draws", s.Dist.Args[1])
	}
	if fun != "dmnorm" && fun != "dmnorm.vcov" || len(s.Dist.Args) != 2 {
		return
	}
	n := t.rows(s.Target)
	for i, e := range s.Dist.Args {
		if r, ok := e.(*Ref); ok && n > 0 {
			if k := t.rows(r); k > 0 && k != n {
				t.Errorf(r.At, lang.CodeIndex, "%s has %s here, and %s has %s", r, map[bool]string{true: elementsOf(k), false: fmt.Sprintf("%d rows", k)}[i == 0], s.Target, elementsOf(n))
			}
		}
	}
}
