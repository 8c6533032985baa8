package bugs

import "mpc/lang"

// unequalRows reports rows of different lengths that stand beside each other, and tells whether there are such. What a row is
// longer by would be left out without a word.
func (t *translator) unequalRows(list ...Expr) bool {
	var first *Ref
	for _, e := range list {
		for _, r := range t.rowsIn(e) {
			switch n := t.rows(r); {
			case first == nil:
				first = r
			case n != t.rows(first):
				t.Errorf(r.At, lang.CodeDataShape, "%s has %d elements, and %s beside it has %d", t.shown(r), n, t.shown(first), t.rows(first)).
					WithHint("say which of them are meant, as in %s[1:%d]", r.Name, min(n, t.rows(first)))
				return true
			}
		}
	}
	return false
}

// rowsIn lists the rows of known lengths that an expression takes element by element.
func (t *translator) rowsIn(e Expr) (list []*Ref) {
	switch e := e.(type) {
	case *Ref:
		if len(t.slices(e)) == 1 && t.rows(e) > 0 {
			return []*Ref{e}
		}
	case *Unary:
		return t.rowsIn(e.X)
	case *Binary:
		if e.Op != "%*%" {
			return append(t.rowsIn(e.X), t.rowsIn(e.Y)...)
		}
	case *Call:
		if reduces(e) {
			return nil
		}
		for _, a := range e.Args {
			list = append(list, t.rowsIn(a)...)
		}
	}
	return list
}

// shown is a reference as the program has it.
func (t *translator) shown(r *Ref) string {
	if text := t.parts[r.At]; text != "" {
		return text
	}
	return r.String()
}
