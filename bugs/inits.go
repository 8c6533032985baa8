package bugs

import (
	"math"
	"sort"

	"mpc/lang"
)

// inits writes where chains start. Starts of names that nothing draws, or that the data give,
// are left out.
func (t *translator) inits(f *lang.File, inits Data) {
	var names []string
	for n := range inits {
		names = append(names, n)
	}
	sort.Strings(names)
	at := lang.Pos{Line: 1, Col: 1}
	for _, n := range names {
		a := inits[n]
		var s *site
		for _, o := range t.all {
			if o.Dist != nil && o.Target.Name == n {
				s = o
			}
		}
		switch {
		case s == nil:
			if n != ".RNG.name" && n != ".RNG.seed" {
				t.Warnf(at, lang.CodeUnused, "the start of %s is left out: the program draws no %s", n, n)
			}
			continue
		case t.inputs[n] || t.known[n]:
			continue // of missing entries
		case t.ours["helper log "+t.name(n)] != "":
			continue
		case len(a.Dim) != len(t.dims[n]):
			t.Errorf(s.Target.At, lang.CodeDataShape, "the start of %s has %s, and the program has %s of it", n, dimensions(len(a.Dim)), dimensions(len(t.dims[n])))
			continue
		}
		if a.HasMissing() && t.core[n] > 0 {
			continue
		}
		fill := 0.0
		for i, v := range a.Values {
			if a.Missing == nil || !a.Missing[i] {
				fill = v
			}
		}
		k := 0
		var value func(d int) lang.Expr
		value = func(d int) lang.Expr {
			if d == len(a.Dim) {
				x := a.Values[k]
				if a.Missing != nil && a.Missing[k] {
					x = fill
				}
				k++
				if t.shift[n] {
					x--
				}
				if t.kinds[n] == truthKind {
					return &lang.Bool{At: s.Target.At, Value: x != 0}
				}
				y := lang.Expr(&lang.Number{At: s.Target.At, Value: math.Abs(x), Int: x == math.Trunc(x) && math.Abs(x) < 1e15})
				if x < 0 {
					y = &lang.Unary{At: s.Target.At, Op: "-", X: y}
				}
				return y
			}
			list := &lang.List{At: s.Target.At}
			for range a.Dim[d] {
				list.Elems = append(list.Elems, value(d+1))
			}
			return list
		}
		f.Init = append(f.Init, &lang.Init{Name: lang.Name{At: s.Target.At, Name: t.name(n)}, Value: value(0)})
	}
}
