package bugs

import (
	"strings"

	"mpc/lang"
)

// Constants computes what follows from data alone, name by name: the data of the caller, and the
// names of which all statements are definitions that read such, and draws of what these define.
// Sizes are those of names that stand alone on the left of an array, V <- inverse(P).
// The errors are those of the program and the data together.
func Constants(prog *Program, data Data) (values Data, sizes map[string][]int, d lang.Diagnostics) {
	t := &translator{Collector: &lang.Collector{File: prog.Name}, prog: prog, given: data}
	t.all = append(sites(prog.Data, nil, true), sites(prog.Model, nil, false)...)
	t.singles()
	data = t.given
	if t.check(); t.HasErrors() {
		return nil, nil, t.List()
	}
	t.known = map[string]bool{}
	defined := map[string]bool{}
	place := func(s *site) string { return strings.Join(loopTexts(s), ";") + s.Target.String() }
	for _, s := range t.all {
		if s.Dist == nil {
			defined[place(s)] = true
			t.known[s.Target.Name] = data[s.Target.Name] == nil
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range t.all {
			ok := s.Dist == nil || defined[place(s)]
			if s.Dist == nil {
				s.eachValue(func(e Expr) {
					if r, is := e.(*Ref); is && s.loop(r.Name) == nil && !t.known[r.Name] && (data[r.Name] == nil || data[r.Name].HasMissing()) {
						ok = false
					}
				})
			}
			if t.known[s.Target.Name] && !ok {
				t.known[s.Target.Name], changed = false, true
			}
		}
	}
	values = Data{}
	for n, a := range data {
		values[n] = a
	}
	for n, ok := range t.known {
		if !ok {
			delete(t.known, n)
		}
	}
	t.values = &evaluation{report: t.Collector, data: values, all: t.all, known: t.known, index: map[string]int{}, steps: new(int)}
	if t.values.run(); t.HasErrors() {
		return nil, nil, t.List()
	}
	if t.notLarge(); t.HasErrors() {
		return nil, nil, t.List()
	}
	return values, t.bareSizes(), t.List()
}

// bareSizes are the sizes of names that stand alone on the left of an array. The program stays as it is.
func (t *translator) bareSizes() map[string][]int {
	own := make([]*site, len(t.all))
	for i, s := range t.all {
		r, target := *s.Relation, *s.Target
		r.Target = &target
		own[i] = &site{&r, s.loops, s.data}
	}
	u := *t
	u.all = own
	u.bare()
	sizes := map[string][]int{}
	for i, s := range own {
		if t.all[i].Target.Subs != nil {
			continue
		}
		for _, sub := range s.Target.Subs {
			sizes[s.Target.Name] = append(sizes[s.Target.Name], int(sub.Hi.(*Number).Value))
		}
	}
	for n := range t.known {
		if a := t.values.data[n]; a != nil && len(a.Dim) > 0 {
			if s := t.onlyDefinition(n); s != nil && s.Target.Subs == nil {
				sizes[n] = a.Dim
			}
		}
	}
	return sizes
}

// Apply computes a function of numbers, each argument a list of them.
func Apply(function string, args [][]float64) ([]float64, error) {
	return apply(function, args, nil)
}

// Operator is an infix operator of numbers, nil for one that is none.
func Operator(op string) func(x, y float64) float64 { return operators[op] }

// Alias is the one name of a function or distribution that has several.
func Alias(name string) string { return alias(name) }
