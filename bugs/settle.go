package bugs

import (
	"sort"
	"strconv"

	"mpc/lang"
)

// settle completes data that have missing elements which statements define, as z[i, f[i]] <- 1
// beside draws of what follows: these elements become data. What is missing then, and neither
// drawn nor read, is filled, as where rows begin late.
func (t *translator) settle() {
	t.settleUneven()
	var names []string
	for n, a := range t.given {
		if a.HasMissing() && len(a.Dim) > 0 && drawn(t.all, n) {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	for _, n := range names {
		a := t.given[n]
		if t.defineGiven(n, a) {
			continue
		}
		c := &Array{Dim: a.Dim, Values: append([]float64{}, a.Values...), Missing: append([]bool{}, a.Missing...)}
		if t.fillDefined(n, c) && !t.HasErrors() {
			t.fillUnread(n, c)
		}
		for p, m := range a.Missing {
			if m && !c.Missing[p] {
				t.filled[n] = append(t.filled[n], p)
			}
		}
		c.tidy()
		t.values.data[n] = c
	}
}

// settleUneven makes data of arrays of uneven rows that are drawn, with elements that are defined,
// z[i, f[i]] <- 1 and draws of z[i, t] from f[i] + 1 on: at first all of their elements are missing.
func (t *translator) settleUneven() {
	done := map[string]bool{}
	for _, d := range t.all {
		n := d.Target.Name
		if d.Dist != nil || done[n] || t.given[n] != nil || t.known[n] || !drawn(t.all, n) || !t.uneven(n) {
			continue
		}
		done[n] = true
		var dim []int
		good := true
		v := t.quiet()
		for _, s := range t.all {
			if s.Target.Name != n {
				continue
			}
			good = good && (s.Dist != nil || t.isKnown(s.Value, s)) && !t.keeps(s.Target)
			if dim == nil {
				dim = make([]int, len(s.Target.Subs))
			}
			left := v.loops(s, func() *unknown {
				for k, u := range s.Target.Subs {
					if u.Lo == nil || k >= len(dim) {
						return &unknown{at: s.At, what: n}
					}
					x, left := v.whole(u.Lo)
					if left != nil {
						return left
					}
					dim[k] = max(dim[k], x)
				}
				return nil
			})
			good = good && left == nil && !v.report.HasErrors()
		}
		size := 1
		for _, k := range dim {
			size *= k
		}
		if !good || size == 0 || size > maxElements {
			continue
		}
		data := Data{n: newArray(dim)}
		for m, a := range t.given {
			data[m] = a
		}
		t.given = data
	}
}

// quiet is the evaluation, whose errors are nobody's.
func (t *translator) quiet() evaluation {
	v := *t.values
	v.report = &lang.Collector{}
	return v
}

// fillDefined gives an array the elements that definitions compute from data, and drops these
// definitions. It tells whether all definitions are such.
func (t *translator) fillDefined(name string, c *Array) bool {
	var defs []*site
	for _, s := range t.all {
		if s.Dist != nil || s.Target.Name != name || t.dropped[s.Relation] {
			continue
		}
		if !t.isKnown(s.Value, s) {
			return false
		}
		defs = append(defs, s)
	}
	v := t.quiet()
	for _, s := range defs {
		left := v.loops(s, func() *unknown {
			places, _, left := v.places(s.Target, c)
			if left != nil {
				return left
			}
			x, left := v.vector(s.Value)
			if left != nil || len(x) != 1 && len(x) != len(places) {
				return &unknown{at: s.At, what: name}
			}
			for i, p := range places {
				if !t.given[name].Missing[p] {
					t.Errorf(s.At, lang.CodeDouble, "%s is given by the data, and defined here", t.elementAt(name, c, p)).
						WithHint("make it NA in the data, or leave it out of the loop")
					return nil
				}
				c.Values[p], c.Missing[p] = Linked(s.Link, x[min(i, len(x)-1)]), false
			}
			return nil
		})
		if left != nil || v.report.HasErrors() {
			return false
		}
	}
	for _, s := range defs {
		t.dropped[s.Relation] = true
	}
	return true
}

// completed writes draws of the elements of arrays that select which settle has completed, as z[i, f[i]] <-
// y[i, f[i]]: from a uniform distribution, which says nothing. Our language wants each element of such an array drawn.
func (t *translator) completed() (out []lang.Stmt) {
	var names []string
	for n := range t.filled {
		if t.shift[n] && t.index[n] && len(t.filled[n]) > 0 {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	for _, n := range names {
		count := 0
		var at lang.Pos
		for _, o := range t.all {
			if o.Target.Name != n || o.Dist == nil || alias(o.Dist.Fun) != "dcat" {
				continue
			}
			at = o.At
			if p, ok := o.Dist.Args[0].(*Ref); ok && len(t.dims[p.Name]) > 0 {
				count = t.dims[p.Name][len(t.dims[p.Name])-1]
			}
		}
		if count == 0 {
			continue
		}
		size := t.fresh("given_" + t.name(n))
		t.own = append(t.own, &lang.Input{Name: lang.Name{At: at, Name: size}, Type: lang.TypeExpr{Base: "range"}})
		t.out.Data[size] = &Array{Values: []float64{float64(len(t.filled[n]))}, Whole: true}
		index := t.fresh("k")
		x := &lang.Index{At: at, X: &lang.Name{At: at, Name: t.name(n)}}
		dim := t.dims[n]
		step := 1
		for d := len(dim) - 1; d >= 0; d-- {
			place := t.fresh(size + "_at" + strconv.Itoa(d+1))
			list := &Array{Dim: []int{len(t.filled[n])}, Whole: true}
			for _, p := range t.filled[n] {
				list.Values = append(list.Values, float64(p/step%dim[d]))
			}
			step *= dim[d]
			t.own = append(t.own, &lang.Input{Name: lang.Name{At: at, Name: place}, Type: lang.TypeExpr{Base: "int", Dims: []lang.Expr{&lang.Name{At: at, Name: size}}}})
			t.out.Data[place] = list
			x.Args = append([]lang.Expr{&lang.Index{At: at, X: &lang.Name{At: at, Name: place}, Args: []lang.Expr{&lang.Name{At: at, Name: index}}}}, x.Args...)
		}
		draw := &lang.Sample{At: at, Target: x, Dist: call(at, "discreteuniform", whole(at, count))}
		out = append(out, &lang.For{At: at, Index: lang.Name{At: at, Name: index}, Domain: lang.Domain{At: at, Lo: &lang.Name{At: at, Name: size}}, Body: []lang.Stmt{draw}})
	}
	return out
}

// fillUnread gives a value to what is missing, and neither drawn nor read.
func (t *translator) fillUnread(name string, c *Array) {
	v := t.quiet()
	open := append([]bool{}, c.Missing...)
	good := true
	for _, s := range t.all {
		if s.Dist == nil || s.Target.Name != name {
			continue
		}
		left := v.loops(s, func() *unknown {
			places, _, left := v.places(s.Target, c)
			for _, p := range places {
				open[p] = false
			}
			return left
		})
		good = good && left == nil && !v.report.HasErrors()
	}
	if !good {
		return
	}
	rest := &Array{Dim: c.Dim, Missing: open, Values: c.Values}
	if !rest.HasMissing() {
		return
	}
	t.holes(name, rest)
	if t.HasErrors() {
		return
	}
	fill := 1.0
	for p, m := range t.given[name].Missing {
		if !m {
			fill = c.Values[p]
			break
		}
	}
	for p, m := range open {
		if m {
			c.Values[p], c.Missing[p] = fill, false
			t.out.Holes[t.elementAt(name, c, p)] = true
		}
	}
}

// defineGiven makes definitions of the elements that the data give of an array some of whose rows
// are drawn in part, e[2, 1:2] ~ ddirch(a[1:2]) where the data have e[2, 3]: such an array is
// no input. It changes nothing where data give an element that is drawn.
func (t *translator) defineGiven(name string, a *Array) bool {
	if len(a.Values) > maxChain {
		return false
	}
	v := t.quiet()
	open := append([]bool{}, a.Missing...)
	part := false
	for _, s := range t.all {
		if s.Target.Name != name {
			continue
		}
		if s.Dist == nil {
			return false
		}
		for d, u := range s.Target.Subs {
			if u.Hi != nil {
				n := 0
				v.loops(s, func() *unknown {
					lo, left := v.whole(u.Lo)
					if left == nil {
						var hi int
						if hi, left = v.whole(u.Hi); left == nil && d < len(a.Dim) && hi-lo+1 < a.Dim[d] {
							n++
						}
					}
					return left
				})
				part = part || n > 0
			}
		}
		left := v.loops(s, func() *unknown {
			places, _, left := v.places(s.Target, a)
			for _, p := range places {
				if !a.Missing[p] {
					return &unknown{at: s.At, what: name}
				}
				open[p] = false
			}
			return left
		})
		if left != nil || v.report.HasErrors() {
			return false
		}
	}
	if rest := (&Array{Dim: a.Dim, Missing: open}); !part || rest.HasMissing() {
		return false
	}
	data := Data{}
	for n, x := range t.given {
		if n != name {
			data[n] = x
		}
	}
	t.given = data
	delete(t.values.data, name)
	at := t.values.first(name)
	for p, x := range a.Values {
		if a.Missing[p] {
			continue
		}
		target := &Ref{At: at, Name: name, Subs: make([]Sub, len(a.Dim)), Order: t.orders[name]}
		q := p
		for d := len(a.Dim) - 1; d >= 0; d-- {
			k := q%a.Dim[d] + 1
			target.Subs[d] = Sub{At: at, Lo: &Number{At: at, Value: float64(k), Text: strconv.Itoa(k)}}
			q /= a.Dim[d]
		}
		r := &Relation{At: at, Target: target, Value: &Number{At: at, Value: x, Text: strconv.FormatFloat(x, 'g', -1, 64)}}
		t.all = append(t.all, &site{Relation: r})
		t.prog.Model = append(t.prog.Model, r)
	}
	return true
}
