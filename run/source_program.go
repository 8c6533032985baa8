package run

import (
	"strconv"
	"strings"

	"mpc/bugs"
	"mpc/lang"
	"mpc/run/posterior"
)

// drawn gives the elements that a statement of a program draws the values of a simulation, and is false where they are drawn anew.
func (r *source) drawn(draw int, names []string, by *bugs.Relation, to []float64) bool {
	name := by.Target.Name
	if !r.variables[name] || r.anew[name] {
		return false
	}
	if !r.fromFile(draw, names, by, to) {
		for _, e := range names {
			r.lacking(e)
		}
		return false
	}
	r.met[name] += len(to)
	return true
}

func (r *source) fromFile(draw int, names []string, by *bugs.Relation, to []float64) bool {
	if r.draws == nil {
		p, ok := r.marginalOf(names)
		if !ok || !p.Sample(r.stream, to) {
			return false
		}
		if bugs.Alias(by.Dist.Fun) == "dcat" { // whole numbers of a result file count from 0
			to[0]++
		}
		return true
	}
	row := r.row(draw)
	for k, name := range names {
		column, ok := r.place[name]
		if !ok || row[column] != row[column] {
			return false
		}
		to[k] = row[column]
	}
	return true
}

// hasAll tells whether a posterior has all elements that a statement draws.
func (r *source) hasAll(names []string) bool {
	if r.draws == nil {
		_, ok := r.marginalOf(names)
		return ok
	}
	for _, name := range names {
		if _, ok := r.place[name]; !ok {
			return false
		}
	}
	return true
}

// marginalOf is the posterior in a result file of elements that are drawn together: its subscripts are those that all share.
func (r *source) marginalOf(names []string) (posterior.Posterior, bool) {
	at := shared(names)
	name, _, _ := strings.Cut(names[0], "[")
	p, ok := r.marginals[elementName(name, at)]
	return p, ok && len(at) <= 1
}

// manyIndexed is the error of a result file that has an array of several subscripts, whose order there may be another than that of
// the program.
func (r *source) manyIndexed(file string, at lang.Pos, names []string) error {
	if r.draws != nil || len(shared(names)) <= 1 {
		return nil
	}
	d := lang.Diagnostic{Severity: lang.Error, File: file, Pos: at, Code: lang.CodeUnsupported,
		Message: names[0] + " has several subscripts, and its posterior comes from a result file: that is not supported here by this version"}
	return lang.Diagnostics{*d.WithHint("give draws, as mpc run --draws draws.csv writes them")}
}

// shared are the subscripts, from 0, that are the same in all names of elements.
func shared(names []string) (at []int) {
	subs := func(name string) []string {
		_, rest, some := strings.Cut(strings.TrimSuffix(name, "]"), "[")
		if !some {
			return nil
		}
		return strings.Split(rest, ",")
	}
	first := subs(names[0])
	same := make([]bool, len(first))
	for k := range first {
		same[k] = true
		for _, name := range names {
			same[k] = same[k] && subs(name)[k] == first[k]
		}
	}
	for k, s := range first {
		if i, err := strconv.Atoi(s); err == nil && same[k] {
			at = append(at, i-1)
		}
	}
	return at
}
