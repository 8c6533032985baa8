package bugs

import (
	"strings"

	"mpc/lang"
	"mpc/lang/functions"
)

// A kind is what values a name has.
type kind byte

const (
	realKind  kind = iota
	intKind        // whole numbers
	truthKind      // 0 and 1, that are truths in our language
)

// classify says which names are inputs, and what kinds their values are.
func (t *translator) classify() {
	for n := range t.given {
		t.inputs[n] = true
	}
	t.computedInputs()
	t.subscriptNames()
	for n := range t.index {
		if t.known[n] {
			t.inputs[n] = true
		}
	}
	t.drawnKinds()
	t.definedKinds()
	t.dataKinds()
}

// computedInputs makes inputs of what data say that is not written as definitions of our language.
func (t *translator) computedInputs() {
	defs := map[string]int{}
	for _, s := range t.all {
		name := s.Target.Name
		if !t.known[name] {
			continue
		}
		if s.Dist == nil {
			defs[name]++
		}
		if t.isHard(s, defs[name]) {
			t.inputs[name] = true
		}
	}
}

// isHard tells whether a definition of data is not written as one of our language: it is the one of so many of its name.
func (t *translator) isHard(s *site, defs int) bool {
	name := s.Target.Name
	hard := s.data || s.Dist != nil || defs > 1 || s.Link != "" || s.Value != nil && isLogical(s.Value)
	if a := t.values.data[name]; a != nil && s.Target.Subs == nil && len(a.Dim) > 0 {
		hard = true // a matrix that is computed whole
	}
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
	return hard
}

// subscriptNames finds the names that stand in subscripts and bounds of loops, and what these are computed from: whole numbers all. Data
// of which rows are taken are inputs.
func (t *translator) subscriptNames() {
	subscript := func(e Expr) {
		walk(e, func(e Expr) {
			if r, ok := e.(*Ref); ok {
				t.index[r.Name] = true
			}
		})
	}
	all := func(list []Sub) {
		for _, sub := range list {
			if !sub.Empty {
				subscript(sub.Lo)
			}
			if sub.Hi != nil {
				subscript(sub.Hi)
			}
		}
	}
	for _, s := range t.all {
		s.each(func(e Expr) {
			r, ok := e.(*Ref)
			if !ok {
				return
			}
			all(r.Subs)
			for _, sub := range r.Subs {
				if t.known[r.Name] && (sub.Empty || sub.Hi != nil) {
					t.inputs[r.Name] = true
				}
			}
		})
		all(s.Target.Subs)
		for _, l := range s.loops {
			subscript(l.Range.Lo)
			subscript(l.Range.Hi)
		}
	}
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
}

// drawnKinds says what draws have as values, and sums of draws.
func (t *translator) drawnKinds() {
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
}

// definedKinds says what definitions have as values.
func (t *translator) definedKinds() {
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
}

// dataKinds says what inputs have as values.
func (t *translator) dataKinds() {
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
var vectors = map[string]int{"dmnorm": 1, "dmnorm.vcov": 1, "dmt": 1, "ddirch": 1, "dmulti": 1, "dwish": 2}

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
		r := functions.ReducesBUGS(e.Fun)
		switch {
		case isLogical(e):
			return truthKind
		case r != nil && r.Result == functions.Alike && len(e.Args) > 0:
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
