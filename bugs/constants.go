package bugs

import (
	"strings"

	"mpc/lang"
)

// Constants computes what follows from data alone, name by name: the data of the caller, and the
// names of which all statements are definitions that read such, and draws of what these define.
// The errors are those of the program and the data together.
func Constants(prog *Program, data Data) (Data, lang.Diagnostics) {
	t := &translator{Collector: &lang.Collector{File: prog.Name}, prog: prog, given: data}
	t.all = append(sites(prog.Data, nil, true), sites(prog.Model, nil, false)...)
	t.singles()
	data = t.given
	if t.check(); t.HasErrors() {
		return nil, t.List()
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
				s.each(func(e Expr) {
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
	values := Data{}
	for n, a := range data {
		values[n] = a
	}
	for n, ok := range t.known {
		if !ok {
			delete(t.known, n)
		}
	}
	t.values = &evaluation{report: t.Collector, data: values, all: t.all, known: t.known, index: map[string]int{}, steps: new(int)}
	t.values.run()
	return values, t.List()
}

// Apply computes a function of numbers, each argument a list of them.
func Apply(function string, args [][]float64) ([]float64, error) {
	return apply(function, args, nil)
}

// Operator is an infix operator of numbers, nil for one that is none.
func Operator(op string) func(x, y float64) float64 { return operators[op] }

// Alias is the one name of a function or distribution that has several.
func Alias(name string) string { return alias(name) }
