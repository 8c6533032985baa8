package bugs

import (
	"fmt"
	"slices"
	"strings"

	"mpc/lang"
)

// Options say what to translate to.
type Options struct {
	Model   string   // name of the model; "" for program
	Inits   []Data   // where chains start, by the names of the program: one of all chains, or one of each
	Monitor []string // names of the program; nil for all that are drawn, and what nothing reads
	// Simulate writes T(,) of known bounds as a distribution too, which can be drawn from, and not as a condition on a
	// draw, which keeps its closed form.
	Simulate bool
	// Densities gives all elements of drawn arrays a value, those too that nothing defines: log densities are computed from whole arrays.
	Densities bool
}

// A Translation is a program in our language with the data that it reads.
type Translation struct {
	File *lang.File
	// Data are the inputs of the file: values of the caller, and what follows from them alone.
	Data Data
	// Names are the names of the program by those of the file.
	Names map[string]string
	// Shifted are the names of the file whose values count from 0, and from 1 in the program.
	Shifted map[string]bool
	// Holes are elements, by the names of the program, that nothing defines.
	Holes  map[string]bool
	asked  map[string][]monitor // elements of arrays that the caller asks for
	orders map[string]order     // of the names of the file that are stored in another order than the program has
	// Flat are the statements, as the program has them, that draw from dflat().
	Flat []*Relation
	// Computed are the names of the program whose values were computed from data.
	Computed []string
}

type translator struct {
	*lang.Collector
	prog    *Program
	all     []*site
	values  *evaluation
	given   Data // of the caller
	ours    map[string]string
	taken   map[string]bool
	own     []*lang.Input
	before  []lang.Stmt         // what a statement needs before it
	lead    []lang.Stmt         // what the outermost loop around a statement needs before it
	dropped map[*Relation]bool  // replaced by other statements
	filled  map[string][]int    // elements of data that definitions have completed, by their places
	forms   map[string]form     // subscripts that are written already
	byKind  map[string][]string // variables that are drawn in parts, with the arrays of these
	nearest map[string]string   // numbers that are only rounded, with the whole numbers
	options Options             // Monitor has names without subscripts
	started *lang.Collector     // what is wrong with starts, and with nothing else
	out     *Translation
	site    *site
	naming
}

// A naming is what is found of the names of a program.
type naming struct {
	known    map[string]bool
	inputs   map[string]bool // names of the program that are inputs, known ones among them
	ranges   map[string]bool // scalars of the data that are sizes
	index    map[string]bool // names whose values are subscripts
	core     map[string]int  // how many dimensions of a name are those of a vector or matrix
	kinds    map[string]kind
	shift    map[string]bool  // drawn by dcat: our values count from 0
	dims     map[string][]int // sizes, as far as data say them
	types    map[string]lang.TypeExpr
	internal map[string]bool     // variables that the program does not have
	orders   map[string]order    // names that are stored in another order of their dimensions
	parts    map[lang.Pos]string // expressions as the program has them, by where they stand
}

// Translate says a program in our language. The data decide what is known, which values are
// whole numbers, and which sizes are equal; the sizes themselves are no part of the result. Where starts alone are wrong there are a
// translation without these and errors.
func Translate(prog *Program, data Data, opt Options) (*Translation, lang.Diagnostics) {
	t := &translator{Collector: &lang.Collector{File: prog.Name}, prog: prog, given: data,
		naming: naming{
			inputs: map[string]bool{}, ranges: map[string]bool{}, index: map[string]bool{}, core: map[string]int{},
			kinds: map[string]kind{}, shift: map[string]bool{}, types: map[string]lang.TypeExpr{}, internal: map[string]bool{},
		},
		ours: map[string]string{}, taken: map[string]bool{}, dropped: map[*Relation]bool{}, filled: map[string][]int{},
		options: opt, started: &lang.Collector{File: prog.Name}}
	t.all = append(sites(prog.Data, nil, true), sites(prog.Model, nil, false)...)
	asked, unasked := t.monitors(opt.Monitor)
	if opt.Monitor != nil {
		opt.Monitor = monitored(asked)
		t.options.Monitor = opt.Monitor
	}
	origin := &lang.Origin{Texts: originals(t.all), Parts: parts(t.all)}
	t.parts = origin.Parts
	t.out = &Translation{Data: Data{}, Names: map[string]string{}, Shifted: map[string]bool{}, Holes: map[string]bool{}, asked: map[string][]monitor{}}
	for _, r := range prog.Drawn("dflat") {
		t.out.Flat = append(t.out.Flat, r.Copied(func(Expr, bool) Expr { return nil }))
	}
	for _, m := range asked {
		t.out.asked[m.name] = append(t.out.asked[m.name], m)
	}
	steps := []func(){t.singles, t.compose, func() { opt.Inits = t.transpose(opt.Inits) }, t.check, t.withoutData, t.fixed, t.evaluate, t.notLarge, t.bare, t.totals, t.settle, t.classify, t.shapes, t.subscripts, t.parametersOf, t.observed, t.knownMatrices, t.cycles, t.chains, func() { t.withinSizes(asked) }, func() { t.write(opt) }, t.somethingRandom}
	for _, step := range steps {
		if step(); t.HasErrors() {
			return nil, slices.Concat(t.List(), t.started.List(), unasked)
		}
	}
	origin.Names, origin.Called = t.out.Names, map[string]string{}
	called(t.out.File.Program, origin)
	t.out.orders, origin.Orders = map[string]order{}, map[string][]int{}
	for n, o := range t.orders {
		t.out.orders[t.name(n)], origin.Orders[t.name(n)] = o, o
	}
	t.out.File.Origin = origin
	if unasked != nil {
		return nil, slices.Concat(t.List(), t.started.List(), unasked)
	}
	return t.out, append(t.List(), t.started.List()...)
}

// originals are the statements of a program by where they and their parts stand.
func originals(list []*site) map[lang.Pos]string {
	found := map[lang.Pos]string{}
	for _, s := range list {
		text := s.Relation.String()
		found[s.At], found[s.Target.At] = text, text
		if s.Dist != nil {
			found[s.Dist.At] = text
		}
		if s.Bounds != nil {
			found[s.Bounds.At] = text
		}
	}
	return found
}

// called notes what the program calls the distributions of statements.
func called(list []lang.Stmt, origin *lang.Origin) {
	note := func(e lang.Expr) {
		if c, ok := e.(*lang.Call); ok {
			if name := origin.Distribution(c.At, c.Fun); name != c.Fun && origin.Called[c.Fun] == "" {
				origin.Called[c.Fun] = name
			}
		}
	}
	for _, s := range list {
		switch s := s.(type) {
		case *lang.Sample:
			note(s.Dist)
		case *lang.Observe:
			note(s.Dist)
		case *lang.If:
			called(s.Then, origin)
			called(s.Else, origin)
		case *lang.For:
			called(s.Body, origin)
		}
	}
}

// parts are the expressions of a program by where they stand.
func parts(list []*site) map[lang.Pos]string {
	found := map[lang.Pos]string{}
	for _, s := range list {
		s.each(func(e Expr) {
			if found[e.Pos()] == "" {
				found[e.Pos()] = e.String()
			}
		})
		found[s.Target.At] = s.Target.String()
		if s.Dist != nil {
			found[s.Dist.At] = s.Dist.String()
		}
	}
	return found
}

// check looks for what no data can mend: names that are nowhere, subscripts that do not agree.
func (t *translator) check() {
	defined := map[string]*site{}
	for _, s := range t.all {
		if s.data && s.Dist != nil {
			t.Errorf(s.At, lang.CodeUnsupported, "%s is drawn in data { }: values that are made up at each run are no data", s.Target).
				WithHint("draw it in model { }")
		}
		if s.loop(s.Target.Name) != nil {
			t.Errorf(s.Target.At, lang.CodeBadName, "%s is the index of a loop, and cannot be defined", s.Target.Name)
		}
		if first := defined[s.Target.Name]; first != nil && len(first.Target.Subs) != len(s.Target.Subs) {
			t.Errorf(s.Target.At, lang.CodeIndex, "%s has %d subscripts here, and %d elsewhere", s.Target.Name, len(s.Target.Subs), len(first.Target.Subs)).
				WithRelated(first.Target.At, "the other one")
		}
		if a := t.given[s.Target.Name]; s.Dist == nil && a != nil && !a.HasMissing() {
			d := t.Errorf(s.Target.At, lang.CodeDouble, "%s is given by the data, and defined here", s.Target)
			if c, ok := s.Value.(*Call); ok && t.takes(c.Fun) == len(c.Args) {
				d.WithHint("a draw is written with ~: %s ~ %s", s.Target, c)
			} else {
				d.WithHint("take it out of the data, or call what is computed here something else")
			}
		}
		t.parameterCount(s)
		if defined[s.Target.Name] == nil {
			defined[s.Target.Name] = s
		}
		if a := t.given[s.Target.Name]; a != nil && len(a.Dim) != len(s.Target.Subs) && !(len(s.Target.Subs) == 1 && s.Target.Subs[0].Empty) && len(s.Target.Subs) > 0 {
			t.Errorf(s.Target.At, lang.CodeDataShape, "%s has %d subscripts, and the data have %s of %s", s.Target, len(s.Target.Subs), s.Target.Name, dimensions(len(a.Dim)))
		}
	}
	for _, s := range t.all {
		s.each(func(e Expr) {
			r, ok := e.(*Ref)
			if !ok || s.loop(r.Name) != nil {
				return
			}
			if d := defined[r.Name]; d != nil {
				t.asDefined(r, d)
				return
			}
			a := t.given[r.Name]
			if a == nil {
				t.unknownName(r, s, defined)
				return
			}
			if n := len(r.Subs); n > 0 && n != len(a.Dim) && !(n == 1 && r.Subs[0].Empty) {
				t.Errorf(r.At, lang.CodeDataShape, "%s has %d subscripts, and the data have %s of %s", r, n, r.Name, dimensions(len(a.Dim)))
			}
		})
	}
	t.randomBounds()
	t.twice()
	t.ofItself()
}

// takes is how many parameters a distribution has, -1 where that is not known.
func (t *translator) takes(fun string) int {
	if n, ok := parameters[alias(fun)]; ok {
		return n
	}
	if r := t.rowOf(alias(fun)); r != nil {
		return len(r.parameters)
	}
	return -1
}

// parameterCount reports a distribution with more or fewer parameters than it has.
func (t *translator) parameterCount(s *site) {
	if s.Dist == nil || s.Dist.Fun == "dsum" {
		return
	}
	n, args := t.takes(s.Dist.Fun), s.Dist.Args
	if n < 0 || len(args) == n {
		return
	}
	d := t.Errorf(s.Dist.At, lang.CodeArguments, "%s takes %d parameters, here it has %d", s.Dist.Fun, n, len(args))
	for k := 1; k < len(args) && len(args) == n+1; k++ {
		if isNumber(args[k-1]) && isNumber(args[k]) && !strings.Contains(args[k-1].String()+args[k].String(), ".") {
			d.WithHint("a number is written with a point, %s.%s", args[k-1], args[k])
		}
	}
}

// randomBounds reports loops that run to what is drawn.
func (t *translator) randomBounds() {
	seen := map[*For]bool{}
	for _, s := range t.all {
		for _, l := range s.loops {
			for _, e := range []Expr{l.Range.Lo, l.Range.Hi} {
				walkValues(e, func(e Expr) {
					r, ok := e.(*Ref)
					if !ok || seen[l] || s.loop(r.Name) != nil || t.given[r.Name] != nil || !drawn(t.all, r.Name) {
						return
					}
					seen[l] = true
					t.Errorf(r.At, lang.CodeType, "%s is drawn, and a loop runs to it: bounds of loops follow from data", r).
						WithHint("run to the largest value that it may have, and let ifelse(%s <= %s, a, b) choose", l.Index, r)
				})
			}
		}
	}
}

// asDefined reports a variable that is read by another number of subscripts than it is defined by.
func (t *translator) asDefined(r *Ref, d *site) {
	all := func(x *Ref) bool { return len(x.Subs) == 0 || len(x.Subs) == 1 && x.Subs[0].Empty }
	if !all(r) && !all(d.Target) && len(r.Subs) != len(d.Target.Subs) {
		t.Errorf(r.At, lang.CodeIndex, "%s has %d subscripts here, and %d where it is defined", r, len(r.Subs), len(d.Target.Subs)).
			WithRelated(d.Target.At, "defined here")
	}
}

func dimensions(n int) string {
	switch n {
	case 0:
		return "one number"
	case 1:
		return "1 dimension"
	}
	return fmt.Sprintf("%d dimensions", n)
}

func (t *translator) unknownName(r *Ref, s *site, defined map[string]*site) {
	d := t.Errorf(r.At, lang.CodeUnknownName, "%s is neither given by the data nor defined", r.Name)
	var names []string
	for n := range t.given {
		names = append(names, n)
	}
	for n := range defined {
		names = append(names, n)
	}
	for _, l := range s.loops {
		names = append(names, l.Index)
	}
	for _, o := range t.all {
		if l := o.loop(r.Name); l != nil {
			d.WithHint("%s is the index of the loop of line %d, and has a value within its brackets alone", r.Name, l.At.Line)
			return
		}
	}
	if near := lang.Nearest(r.Name, names); near != "" {
		d.WithHint("did you mean %s?", near)
	} else {
		d.WithHint("give it a value in the data, or a statement %s ~ or %s <-", r.Name, r.Name)
	}
}

// twice reports statements that plainly define one element twice.
func (t *translator) twice() {
	type key struct {
		text  string
		draws bool
	}
	seen := map[key]*site{}
	for _, s := range t.all {
		k := key{strings.Join(loopTexts(s), ";") + s.Target.String(), s.Dist != nil}
		if first := seen[k]; first != nil && !s.data {
			t.Errorf(s.At, lang.CodeDouble, "%s is defined twice", s.Target).WithRelated(first.At, "the first one")
		}
		seen[k] = s
	}
}

func loopTexts(s *site) (list []string) {
	for _, l := range s.loops {
		list = append(list, l.Index+" in "+l.Range.String())
	}
	return list
}

// evaluate computes what follows from data alone.
func (t *translator) evaluate() {
	t.known = computable(t.all, t.given)
	t.apart()
	t.hoist()
	data := Data{}
	for n, a := range t.given {
		data[n] = a
	}
	t.values = &evaluation{report: t.Collector, data: data, all: t.all, known: t.known, index: map[string]int{}, steps: new(int)}
	t.values.run()
}

// isKnown tells whether an expression follows from data and loop indices alone.
func (t *translator) isKnown(e Expr, s *site) bool {
	known := true
	walkValues(e, func(e Expr) {
		if r, ok := e.(*Ref); ok && s.loop(r.Name) == nil && !t.known[r.Name] && (t.given[r.Name] == nil || t.given[r.Name].HasMissing()) {
			known = false
		}
	})
	return known
}

// rewrite changes all expressions on the right of a relation.
func (s *Relation) rewrite(change func(Expr) Expr) {
	if s.Dist == nil {
		s.Value = rewrite(s.Value, change)
		return
	}
	for i, a := range s.Dist.Args {
		s.Dist.Args[i] = rewrite(a, change)
	}
	if b := s.Bounds; b != nil {
		for _, e := range []*Expr{&b.Lo, &b.Hi} {
			if *e != nil {
				*e = rewrite(*e, change)
			}
		}
	}
}

// rewrite replaces what change has something for, outermost first.
func rewrite(e Expr, change func(Expr) Expr) Expr {
	if y := change(e); y != nil {
		return y
	}
	switch e := e.(type) {
	case *Call:
		for i, a := range e.Args {
			e.Args[i] = rewrite(a, change)
		}
	case *Unary:
		e.X = rewrite(e.X, change)
	case *Binary:
		e.X, e.Y = rewrite(e.X, change), rewrite(e.Y, change)
	}
	return e
}

// isLogical tells whether an expression is a truth: a comparison, step or equals.
func isLogical(e Expr) bool {
	switch e := e.(type) {
	case *Call:
		return e.Fun == "step" || e.Fun == "equals"
	case *Binary:
		b := binding(e.Op)
		return 0 < b && b <= 4
	case *Unary:
		return e.Op == "!"
	}
	return false
}

// skipped tells whether a statement is not written: its values are computed from data.
func (t *translator) skipped(s *site) bool {
	return s.data || t.dropped[s.Relation] || s.Dist == nil && (t.inputs[s.Target.Name] && t.known[s.Target.Name])
}
