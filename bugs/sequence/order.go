package sequence

import (
	"fmt"
	"strings"

	"mpc/bugs"
	"mpc/lang"
)

// Options say which of several orders is taken.
type Options struct {
	Fission bool // each statement has loops of its own where it may have
}

type sequencer struct {
	*Graph
	report  *lang.Collector
	fission bool
	scope   []string // variables of the loops around
}

// stuck is more than any number of statements that run by elements.
const stuck = 1 << 30

// Sequence finds an order. The errors are statements that depend on themselves, whatever the data;
// warnings name statements that run element by element.
func Sequence(g *Graph, opt Options) (*Program, lang.Diagnostics) {
	q := &sequencer{Graph: g, report: &lang.Collector{File: g.program.Name}, fission: opt.Fission}
	var items []*item
	for _, s := range g.Statements {
		items = append(items, &item{Statement: s})
	}
	var pairs []pair
	for _, e := range g.Edges {
		pairs = append(pairs, pair{e, e.pairs})
	}
	if q.cycles(items, pairs); q.report.HasErrors() {
		return nil, q.report.List()
	}
	body, _ := q.order(items, pairs)
	q.elements(body)
	return &Program{body}, q.report.List()
}

// order finds an order of items, given the loops around them. left counts statements that run by
// levels or elements.
func (q *sequencer) order(items []*item, pairs []pair) (list []Node, left int) {
	var groups []*group
	for _, c := range components(items, pairs) {
		groups = append(groups, &group{items: c, cyclic: len(c) > 1 || len(within(c, pairs)) > 0})
	}
	if !q.fission {
		groups = q.join(groups, pairs)
	}
	for _, g := range ordered(groups, pairs) {
		nodes, n := q.group(g, within(g.items, pairs))
		left += n
		if len(nodes) > 0 {
			if g.note != (Note{}) {
				note(nodes[0], g.note)
			}
			if needs := q.needs(g, pairs); needs != "" {
				note(nodes[0], Note{Reordered, "it needs " + needs})
			}
		}
		list = append(list, nodes...)
	}
	return list, left
}

// needs names what a group needs that stands behind it in the text.
func (q *sequencer) needs(g *group, pairs []pair) string {
	var list []string
	for _, p := range pairs {
		if g.has(p.edge.To.ID) && !g.has(p.edge.From.ID) && p.edge.From.ID > p.edge.To.ID && !contains(list, p.edge.Read.Name) {
			list = append(list, p.edge.Read.Name)
		}
	}
	return strings.Join(list, ", ")
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// join puts groups of one loop of the text into one where that is legal.
func (q *sequencer) join(groups []*group, pairs []pair) []*group {
	var loops []*bugs.For
	seen := map[*bugs.For]bool{}
	for _, g := range groups {
		for _, it := range g.items {
			if l := it.first(); l != nil && !seen[l] {
				seen[l] = true
				loops = append(loops, l)
			}
		}
	}
	for _, l := range loops {
		groups = q.joinLoop(groups, pairs, l)
	}
	return groups
}

func (q *sequencer) joinLoop(groups []*group, pairs []pair, l *bugs.For) []*group {
	var list []*group
	for _, g := range ordered(groups, pairs) {
		all := true
		for _, it := range g.items {
			all = all && it.first() == l
		}
		if all && (!g.cyclic || q.runsIn(g, pairs, l)) {
			list = append(list, g)
		}
	}
	for len(list) > 1 {
		base := list[0]
		var rest []*group
		for _, g := range list[1:] {
			items := append(append([]*item{}, base.items...), g.items...)
			both := &group{items: items, cyclic: base.cyclic || g.cyclic, note: base.note}
			byID(both.items)
			if bad := q.later(within(both.items, pairs), l); bad != nil {
				if g.note == (Note{}) {
					g.note = Note{Split, fmt.Sprintf("%s reads %s, of any iteration", bad.To.Target, bad.Read)}
				}
				rest = append(rest, g)
				continue
			}
			joined := []*group{both}
			for _, x := range groups {
				if x != base && x != g {
					joined = append(joined, x)
				}
			}
			if ordered(joined, pairs) == nil {
				if g.note == (Note{}) {
					g.note = Note{Split, "what it needs is computed from all of the loop above"}
				}
				rest = append(rest, g)
				continue
			}
			groups, base = joined, both
		}
		list = rest
	}
	return groups
}

// runsIn tells whether a component has an order within a loop of the text, upward.
func (q *sequencer) runsIn(g *group, pairs []pair, l *bugs.For) bool {
	in := within(g.items, pairs)
	if q.later(in, l) != nil {
		return false
	}
	_, left := q.loop(g.items, in, l)
	return left == 0
}

// later is an edge to an iteration that comes before the one that it reads, nil if there is none.
func (q *sequencer) later(pairs []pair, l *bugs.For) *Edge {
	for _, p := range pairs {
		d := symbol(from + l.Index).minus(symbol(to + l.Index))
		if !p.pairs.with(nil, []Form{d.add(-1)}).empty() {
			return p.edge
		}
	}
	return nil
}

// loop runs items in a loop of the text, upward.
func (q *sequencer) loop(items []*item, pairs []pair, l *bugs.For) (Node, int) {
	var inner []*item
	for _, it := range items {
		x := it.settled(l.Index)
		x.value[l.Index] = symbol(l.Index)
		inner = append(inner, x)
	}
	var rest []pair
	for _, p := range pairs {
		same := p.pairs.with([]Form{symbol(from + l.Index).minus(symbol(to + l.Index))}, nil)
		if !same.empty() {
			rest = append(rest, pair{p.edge, same})
		}
	}
	q.scope = append(q.scope, l.Index)
	body, left := q.order(inner, rest)
	q.scope = q.scope[:len(q.scope)-1]
	return &Loop{Index: l.Index, Range: items[0].span(l), Body: body}, left
}

// group runs the items of a group.
func (q *sequencer) group(g *group, pairs []pair) ([]Node, int) {
	if len(g.items) == 1 && !g.cyclic {
		return []Node{g.items[0].leaf()}, 0
	}
	if len(components(g.items, pairs)) > 1 { // joined
		n, left := q.loop(g.items, pairs, g.items[0].first())
		return []Node{n}, left
	}
	return q.schedule(g.items, pairs)
}

// note adds a note to a node.
func note(n Node, why Note) {
	switch n := n.(type) {
	case *Loop:
		n.Notes = append(n.Notes, why)
	case *If:
		n.Notes = append(n.Notes, why)
	case *Levels:
		n.Notes = append(n.Notes, why)
	case *Do:
		n.Notes = append(n.Notes, why)
	}
}

// elements warns of statements that run element by element though no data subscript asks for it.
func (q *sequencer) elements(body []Node) {
	walk(body, func(n Node) {
		l, ok := n.(*Levels)
		if !ok || l.ByData {
			return
		}
		var at lang.Pos
		var list []string
		walk(l.Body, func(n Node) {
			if d, ok := n.(*Do); ok {
				if list == nil {
					at = d.Stmt.At
				}
				list = append(list, d.Stmt.Target.String())
			}
		})
		q.report.Warnf(at, lang.CodeSequential, "no loop runs %s in order: it runs element by element", strings.Join(list, ", "))
	})
}
