package bugs

import (
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
}

// matrices compares the sizes of vectors that are drawn with those of their parameters.
func (t *translator) matrices(s *site, fun string) {
	if fun != "dmnorm" && fun != "dmnorm.vcov" || len(s.Dist.Args) != 2 {
		return
	}
	n := t.rows(s.Target)
	for _, e := range s.Dist.Args {
		if r, ok := e.(*Ref); ok && n > 0 {
			if k := t.rows(r); k > 0 && k != n {
				t.Errorf(r.At, lang.CodeIndex, "%s has %d rows here, and %s has %s", r, k, s.Target, elementsOf(n))
			}
		}
	}
}
