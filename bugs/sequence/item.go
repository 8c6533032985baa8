package sequence

import (
	"maps"
	"sort"

	"mpc/bugs"
)

// An item is a statement while an order is looked for: which of its loops nodes around it run.
type item struct {
	*Statement
	set    map[string]bool         // indices whose values nodes around it give
	rename map[string]string       // the loop around it that stands for a loop of its own
	where  map[string]*bugs.Binary // the equation that gives an index
	value  map[string]Form         // what an index is in terms of indices around it
}

// A pair is a dependence between items: of which iterations at the times of the nodes around.
type pair struct {
	edge  *Edge
	pairs System
}

// settled is the item with an index given by nodes around it.
func (it *item) settled(index string) *item {
	out := &item{it.Statement, maps.Clone(it.set), maps.Clone(it.rename), maps.Clone(it.where), maps.Clone(it.value)}
	if out.set == nil {
		out.set, out.rename, out.where, out.value = map[string]bool{}, map[string]string{}, map[string]*bugs.Binary{}, map[string]Form{}
	}
	out.set[index] = true
	return out
}

// first is the outermost loop that no node runs yet, nil if there is none.
func (it *item) first() *bugs.For {
	for _, l := range it.Loops {
		if !it.set[l.Index] {
			return l
		}
	}
	return nil
}

// renamed is an expression with the names that indices have in the program that is written.
func (it *item) renamed(e bugs.Expr) bugs.Expr {
	if len(it.rename) == 0 {
		return e
	}
	return bugs.Copied(e, it.otherName)
}

// otherName is an index by the name that it has in the program that is written; nil of what is none.
func (it *item) otherName(e bugs.Expr, _ bool) bugs.Expr {
	r, ok := e.(*bugs.Ref)
	if !ok || r.Subs != nil || it.rename[r.Name] == "" {
		return nil
	}
	x := *r
	x.Name = it.rename[r.Name]
	return &x
}

// relation is the statement with the names that indices have.
func (it *item) relation() *bugs.Relation {
	if len(it.rename) == 0 {
		return it.Relation
	}
	return it.Relation.Copied(it.otherName)
}

// leaf is the statement in those of its loops that no node around it runs.
func (it *item) leaf() Node {
	var n Node = &Do{Stmt: it.relation(), Role: it.Role}
	for k := len(it.Loops) - 1; k >= 0; k-- {
		l := it.Loops[k]
		w := it.where[l.Index]
		if it.set[l.Index] && w == nil {
			continue
		}
		n = &Loop{Index: l.Index, Range: it.span(l), Where: w, Body: []Node{n}}
	}
	return n
}

// span is the range of a loop with the names that indices have.
func (it *item) span(l *bugs.For) bugs.Range {
	return bugs.Range{At: l.Range.At, Lo: it.renamed(l.Range.Lo), Hi: it.renamed(l.Range.Hi)}
}

// closed writes a form over indices of the item as one over indices of nodes around it. Indices of
// loops that no node runs yet take the end of their range that makes the form least, or greatest.
func (g *Graph) closed(f Form, it *item, greatest bool) (Form, bool) {
	for range len(it.Loops) + 1 {
		again := false
		for _, n := range f.symbols() {
			k := f.T[n]
			l := it.loop(n)
			switch {
			case n[0] == '@':
				if !it.plain(parsed(n[1:])) {
					return f, false
				}
			case l == nil:
			case it.set[n]:
				v, ok := it.value[n]
				if !ok {
					return f, false
				}
				if !v.equal(symbol(n)) {
					f, again = f.in(map[string]Form{n: v}), true
				}
			default:
				end := l.Range.Lo
				if (k > 0) == greatest {
					end = l.Range.Hi
				}
				e, c := g.subscript(end, it.Statement)
				if c == byDraws {
					return f, false
				}
				f, again = f.in(map[string]Form{n: e}), true
			}
			if again {
				break
			}
		}
		if !again {
			break
		}
	}
	// What varies has the names of the loops around it.
	return f.renamed(func(n string) string {
		if n[0] == '@' {
			return "@" + it.renamed(parsed(n[1:])).String()
		}
		return n
	}), true
}

// plain tells whether all indices in an expression are those of nodes around the item.
func (it *item) plain(e bugs.Expr) bool {
	ok := true
	bugs.Each(e, func(e bugs.Expr) {
		if r, is := e.(*bugs.Ref); is && r.Subs == nil && it.loop(r.Name) != nil && (!it.set[r.Name] || it.where[r.Name] != nil) {
			ok = false
		}
	})
	return ok
}

// byID sorts items as their statements stand in the text.
func byID(list []*item) {
	sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
}
