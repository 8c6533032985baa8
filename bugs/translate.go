package bugs

import (
	"fmt"
	"strings"

	"mpc/lang"
)

// Options say what to translate to.
type Options struct {
	Model   string   // name of the model; "" for program
	Inits   Data     // where chains start, by the names of the program
	Monitor []string // names of the program; nil for all that are drawn, and what nothing reads
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
	Holes map[string]bool
	// Computed are the names of the program whose values were computed from data.
	Computed []string
}

// A kind is what values a name has.
type kind byte

const (
	realKind  kind = iota
	intKind        // whole numbers
	truthKind      // 0 and 1, that are truths in our language
)

type translator struct {
	*lang.Collector
	prog     *Program
	all      []*site
	values   *evaluation
	given    Data // of the caller
	known    map[string]bool
	inputs   map[string]bool // names of the program that are inputs, known ones among them
	ranges   map[string]bool // scalars of the data that are sizes
	index    map[string]bool // names whose values are subscripts
	core     map[string]int  // how many dimensions of a name are those of a vector or matrix
	kinds    map[string]kind
	shift    map[string]bool  // drawn by dcat: our values count from 0
	dims     map[string][]int // sizes, as far as data say them
	ours     map[string]string
	taken    map[string]bool
	types    map[string]lang.TypeExpr
	own      []*lang.Input
	before   []lang.Stmt        // what a statement needs before it
	lead     []lang.Stmt        // what the outermost loop around a statement needs before it
	dropped  map[*Relation]bool // replaced by other statements
	filled   map[string][]int   // elements of data that definitions have completed, by their places
	internal map[string]bool    // variables that the program does not have
	forms    map[string]form    // subscripts that are written already
	out      *Translation
	site     *site
}

// Translate says a program in our language. The data decide what is known, which values are
// whole numbers, and which sizes are equal; the sizes themselves are no part of the result.
func Translate(prog *Program, data Data, opt Options) (*Translation, lang.Diagnostics) {
	t := &translator{Collector: &lang.Collector{File: prog.Name}, prog: prog, given: data,
		inputs: map[string]bool{}, ranges: map[string]bool{}, index: map[string]bool{}, core: map[string]int{}, kinds: map[string]kind{},
		shift: map[string]bool{}, ours: map[string]string{}, taken: map[string]bool{}, types: map[string]lang.TypeExpr{},
		dropped: map[*Relation]bool{}, filled: map[string][]int{}, internal: map[string]bool{}}
	t.all = append(sites(prog.Data, nil, true), sites(prog.Model, nil, false)...)
	for _, s := range t.all {
		s.rewrite(func(e Expr) Expr {
			if c, ok := e.(*Call); ok {
				return writtenOut(c)
			}
			return nil
		})
	}
	t.out = &Translation{Data: Data{}, Names: map[string]string{}, Shifted: map[string]bool{}, Holes: map[string]bool{}}
	steps := []func(){t.check, t.evaluate, t.bare, t.totals, t.settle, t.classify, t.shapes, t.subscripts, t.parametersOf, t.observed, t.cycles, t.chains, func() { t.write(opt) }}
	for _, step := range steps {
		if step(); t.HasErrors() {
			return nil, t.List()
		}
	}
	return t.out, t.List()
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
			t.Errorf(s.Target.At, lang.CodeDouble, "%s is given by the data, and defined here", s.Target).
				WithHint("take it out of the data, or call what is computed here something else")
		}
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
			if !ok || s.loop(r.Name) != nil || defined[r.Name] != nil {
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
	t.twice()
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
	walk(e, func(e Expr) {
		if r, ok := e.(*Ref); ok && s.loop(r.Name) == nil && !t.known[r.Name] && (t.given[r.Name] == nil || t.given[r.Name].HasMissing()) {
			known = false
		}
	})
	return known
}

// foreign are the functions of data that our language has not.
var foreign = map[string]bool{"sd": true, "var": true, "trunc": true, "round": true, "loggam": true, "logfact": true, "phi": true, "probit": true,
	"prod": true, "logdet": true, "sort": true, "sin": true, "cos": true, "tan": true, "arcsin": true, "arccos": true, "arctan": true, "length": true}

// hoist makes definitions of calls that are computed from data, where our language has no such
// function.
func (t *translator) hoist() {
	n := 0
	for _, s := range append([]*site{}, t.all...) {
		if s.Dist == nil && t.known[s.Target.Name] {
			continue
		}
		change := func(e Expr) Expr {
			c, ok := e.(*Call)
			if !ok || !foreign[alias(c.Fun)] || !t.isKnown(e, s) {
				return nil
			}
			used := map[string]bool{}
			walk(c, func(e Expr) {
				if r, ok := e.(*Ref); ok {
					used[r.Name] = true
				}
			})
			name := c.Fun
			if len(c.Args) == 1 {
				if r, ok := c.Args[0].(*Ref); ok {
					name += "." + r.Name
				}
			}
			for t.given[name] != nil || t.known[name] || drawn(t.all, name) {
				n++
				name = fmt.Sprintf("%s.%d", c.Fun, n)
			}
			x := &Ref{At: c.At, Name: name}
			var loops []*For
			for _, l := range s.loops {
				if used[l.Index] {
					loops = append(loops, l)
					x.Subs = append(x.Subs, Sub{At: c.At, Lo: &Ref{At: c.At, Name: l.Index}})
				}
			}
			for _, l := range loops {
				walk(l.Range.Lo, func(e Expr) { usedLoops(e, s, used) })
				walk(l.Range.Hi, func(e Expr) { usedLoops(e, s, used) })
			}
			t.all = append(t.all, &site{&Relation{At: c.At, Target: x, Value: c}, loops, true})
			t.known[name] = true
			return x
		}
		if s.Dist == nil {
			s.Value = rewrite(s.Value, change)
		} else {
			for i, a := range s.Dist.Args {
				s.Dist.Args[i] = rewrite(a, change)
			}
		}
	}
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

func usedLoops(e Expr, s *site, used map[string]bool) {
	if r, ok := e.(*Ref); ok && s.loop(r.Name) != nil {
		used[r.Name] = true
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

// classify says which names are inputs, and what kinds their values are.
func (t *translator) classify() {
	for n := range t.given {
		t.inputs[n] = true
	}
	defs := map[string]int{}
	for _, s := range t.all {
		name := s.Target.Name
		if !t.known[name] {
			continue
		}
		if s.Dist == nil {
			defs[name]++
		}
		hard := s.data || s.Dist != nil || defs[name] > 1 || s.Link != "" || s.Value != nil && isLogical(s.Value)
		for _, sub := range s.Target.Subs {
			_, isVar := sub.Lo.(*Ref)
			hard = hard || sub.Empty || sub.Hi != nil || !isVar
		}
		for _, l := range s.loops {
			_, isName := l.Range.Hi.(*Ref)
			hard = hard || !isName && !isNumber(l.Range.Hi) || !isNumber(l.Range.Lo)
		}
		if s.Value != nil {
			walk(s.Value, func(e Expr) {
				c, ok := e.(*Call)
				hard = hard || ok && (foreign[alias(c.Fun)] || isLogical(c))
				if r, ok := e.(*Ref); ok && r.Name == name {
					hard = true
				}
			})
		}
		if hard {
			t.inputs[name] = true
		}
	}
	subscript := func(e Expr) {
		walk(e, func(e Expr) {
			if r, ok := e.(*Ref); ok {
				t.index[r.Name] = true
			}
		})
	}
	for _, s := range t.all {
		s.each(func(e Expr) {
			if r, ok := e.(*Ref); ok {
				for _, sub := range r.Subs {
					if !sub.Empty {
						subscript(sub.Lo)
					}
					if sub.Hi != nil {
						subscript(sub.Hi)
					}
					if t.known[r.Name] && (sub.Empty || sub.Hi != nil) {
						t.inputs[r.Name] = true
					}
				}
			}
		})
		for _, sub := range s.Target.Subs {
			if !sub.Empty {
				subscript(sub.Lo)
			}
			if sub.Hi != nil {
				subscript(sub.Hi)
			}
		}
		for _, l := range s.loops {
			subscript(l.Range.Lo)
			subscript(l.Range.Hi)
		}
	}
	// What a subscript is computed from is a whole number too.
	for changed := true; changed; {
		changed = false
		for _, s := range t.all {
			if s.Dist == nil && t.index[s.Target.Name] && !t.known[s.Target.Name] {
				walk(s.Value, func(e Expr) {
					if r, ok := e.(*Ref); ok && s.loop(r.Name) == nil && !t.index[r.Name] {
						t.index[r.Name], changed = true, true
					}
				})
			}
		}
	}
	for n := range t.index {
		if t.known[n] {
			t.inputs[n] = true
		}
	}
	for _, s := range t.all {
		if s.Dist != nil {
			t.drawnKind(s)
		}
	}
	for _, s := range t.all {
		if s.Dist == nil || s.Dist.Fun != "dsum" {
			continue
		}
		t.kinds[s.Target.Name] = intKind
		for _, a := range s.Dist.Args {
			if r, ok := a.(*Ref); !ok || t.kinds[r.Name] != intKind {
				t.kinds[s.Target.Name] = realKind
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range t.all {
			n := s.Target.Name
			if s.Dist != nil || t.inputs[n] || t.kinds[n] != realKind || s.Link != "" {
				continue
			}
			// A whole number is one where it is a subscript; elsewhere it may be negative, and is a real.
			if k := t.kindOf(s.Value, s); (k == truthKind || k == intKind && t.index[n]) && t.onlyDefinition(n) == s {
				t.kinds[n], changed = k, true
			}
		}
	}
	for n := range t.inputs {
		a := t.values.data[n]
		if a == nil {
			continue
		}
		if t.kinds[n] == realKind && a.Whole && t.index[n] {
			t.kinds[n] = intKind
		}
		if t.kinds[n] != realKind && !a.Whole && !a.HasMissing() {
			for _, s := range t.all {
				if s.Dist != nil && s.Target.Name == n {
					t.Errorf(s.At, lang.CodeDataType, "%s draws whole numbers, and the data have others for %s", s.Dist.Fun, n)
				}
			}
			t.kinds[n] = realKind
		}
	}
}

func isNumber(e Expr) bool { _, ok := e.(*Number); return ok }

// onlyDefinition is the one statement that defines a name, nil where there are others.
func (t *translator) onlyDefinition(name string) (found *site) {
	for _, s := range t.all {
		if s.Target.Name == name {
			if found != nil {
				return nil
			}
			found = s
		}
	}
	return found
}

// vectors are the distributions of vectors and matrices, with how many dimensions they draw.
var vectors = map[string]int{"dmnorm": 1, "dmt": 1, "ddirch": 1, "dmulti": 1, "dwish": 2}

// drawnKind says what a draw has as values.
func (t *translator) drawnKind(s *site) {
	n := s.Target.Name
	whole := func(e Expr) {
		if r, ok := e.(*Ref); ok && t.inputs[r.Name] && t.values.data[r.Name] != nil && t.values.data[r.Name].Whole {
			t.kinds[r.Name] = intKind
		}
	}
	switch alias(s.Dist.Fun) {
	case "dbern":
		t.kinds[n] = truthKind
		if t.index[n] {
			t.kinds[n] = intKind
		}
	case "dcat", "dgeom":
		t.kinds[n], t.shift[n] = intKind, true
	case "dbin", "dmulti":
		t.kinds[n] = intKind
		if len(s.Dist.Args) == 2 {
			whole(s.Dist.Args[1])
		}
	case "dpois", "dinterval":
		t.kinds[n] = intKind
	default:
		if r := t.rowOf(s.Dist.Fun); r != nil && r.of.Whole {
			t.kinds[n] = intKind
			for k, name := range r.parameters {
				for j, v := range r.values {
					if x, ok := v.(*Ref); ok && x.Name == name && r.of.Parameters[j].Whole && k < len(s.Dist.Args) {
						whole(s.Dist.Args[k])
					}
				}
			}
		}
	}
	if t.isOneTrial(s.Relation) {
		t.kinds[n] = truthKind
		return
	}
	core := vectors[alias(s.Dist.Fun)]
	if core > 0 && (t.keeps(s.Target) && !t.mixed(n) || len(s.Target.Subs) == 0 && t.given[n] != nil) {
		t.core[n] = core
	}
}

// mixed tells whether a name that is drawn in rows has elements that other statements define.
func (t *translator) mixed(name string) bool {
	several, one := false, false
	for _, s := range t.all {
		if s.Target.Name == name && !(s.Dist == nil && t.known[name]) {
			several = several || t.keeps(s.Target)
			one = one || !t.keeps(s.Target)
		}
	}
	return several && one && !t.inputs[name]
}

// kindOf is the kind of an expression.
func (t *translator) kindOf(e Expr, s *site) kind {
	switch e := e.(type) {
	case *Number:
		if !strings.ContainsAny(e.Text, ".eE") {
			return intKind
		}
	case *Ref:
		if s.loop(e.Name) != nil || t.ranges[e.Name] {
			return intKind
		}
		return t.kinds[e.Name]
	case *Unary:
		if e.Op == "!" {
			return truthKind
		}
		if t.kindOf(e.X, s) == intKind {
			return intKind
		}
	case *Binary:
		if isLogical(e) {
			return truthKind
		}
		x, y := t.kindOf(e.X, s), t.kindOf(e.Y, s)
		if (e.Op == "+" || e.Op == "-") && x != realKind && y != realKind || e.Op == "*" && x == intKind && y == intKind {
			return intKind
		}
	case *Call:
		switch {
		case isLogical(e):
			return truthKind
		case (e.Fun == "sum" || e.Fun == "max" || e.Fun == "min") && len(e.Args) > 0:
			for _, a := range e.Args {
				if t.kindOf(a, s) == realKind {
					return realKind
				}
			}
			return intKind
		}
	}
	return realKind
}
