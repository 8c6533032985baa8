package sequence

import (
	"strings"

	"mpc/bugs"
)

// schedule runs a component: items that depend on each other, or one that depends on itself.
func (q *sequencer) schedule(items []*item, pairs []pair) ([]Node, int) {
	var best []Node
	bestLeft := stuck
	open := false
	for _, it := range items {
		open = open || it.first() != nil
	}
	list := q.timings(items)
	for _, t := range list {
		offset, ok := q.offsets(t, items, pairs, nil)
		if !ok {
			continue
		}
		nodes, left, ok := q.along(t, items, pairs, offset, nil)
		if ok && left < bestLeft {
			best, bestLeft = nodes, left
		}
		if bestLeft == 0 {
			return best, 0
		}
	}
	if !open {
		return []Node{q.levels(items, pairs)}, stuck
	}
	if v := q.versions(list, items, pairs); v != nil && bestLeft >= len(items) {
		return []Node{v}, len(items)
	}
	if best != nil && bestLeft <= len(items) {
		return best, bestLeft
	}
	return []Node{q.levels(items, pairs)}, len(items)
}

// levels runs items in an order of elements.
func (q *sequencer) levels(items []*item, pairs []pair) Node {
	n := &Levels{}
	var data []string
	for _, p := range pairs {
		if p.edge.Class == byData && !contains(data, p.edge.Read.String()) {
			data = append(data, p.edge.Read.String())
		}
	}
	for _, it := range items {
		n.Body = append(n.Body, it.leaf())
	}
	if data != nil {
		n.ByData = true
		n.Notes = []Note{{Leveled, "data decide which elements these are: " + strings.Join(data, ", ")}}
	} else {
		n.Notes = []Note{{ByElements, "no loops that are tried run these in order"}}
	}
	return n
}

// maxVersions is how many loops are tried before levels.
const maxVersions = 2

// versions runs items in loops whose order tests of sizes and data prove, and by levels where these
// do not hold. It is nil where there is no such loop.
func (q *sequencer) versions(list []timing, items []*item, pairs []pair) Node {
	var chain []*If
	for _, t := range list {
		if len(chain) == maxVersions {
			break
		}
		assumed := map[*Edge]bool{}
		for _, p := range pairs {
			if _, known := p.pairs.least(q.gap(t, p.edge)); !known {
				assumed[p.edge] = true
			}
		}
		if len(assumed) == 0 {
			continue
		}
		offset, ok := q.offsets(t, items, pairs, assumed)
		if !ok {
			continue
		}
		var tests []Test
		for _, p := range pairs {
			if assumed[p.edge] && ok {
				var x Test
				if x, ok = q.test(t, items, p, offset); ok {
					tests = add(tests, x)
				}
			}
		}
		if !ok {
			continue
		}
		nodes, left, ok := q.along(t, items, pairs, offset, assumed)
		if !ok || left > 0 {
			continue
		}
		n := &If{Tests: tests, Then: nodes}
		n.Notes = []Note{{Versioned, q.decides(pairs, assumed)}}
		if len(chain) > 0 {
			n.Notes = nil
			chain[len(chain)-1].Else = []Node{n}
		}
		chain = append(chain, n)
	}
	if chain == nil {
		return nil
	}
	chain[len(chain)-1].Else = []Node{q.levels(items, pairs)}
	return chain[0]
}

func add(list []Test, t Test) []Test {
	for _, x := range list {
		if x.String() == t.String() {
			return list
		}
	}
	return append(list, t)
}

func (q *sequencer) decides(pairs []pair, assumed map[*Edge]bool) string {
	var list []string
	for _, p := range pairs {
		if t := p.edge.Read.String(); assumed[p.edge] && !contains(list, t) {
			list = append(list, t)
		}
	}
	return "sizes or data decide where " + strings.Join(list, ", ") + " is"
}

// test is a condition under which each element that an edge speaks of is defined at an earlier time
// than it is read.
func (q *sequencer) test(t timing, items []*item, p pair, offset map[int]int) (Test, bool) {
	if p.edge.Class == affine {
		return q.sizes(t, p, offset)
	}
	var reader *item
	for _, it := range items {
		if it.ID == p.edge.To.ID {
			reader = it
		}
	}
	for k, sub := range p.edge.From.Target.Subs {
		read := p.edge.Read.Subs
		if sub.Empty || sub.Hi != nil || k >= len(read) || read[k].Empty || read[k].Hi != nil {
			continue
		}
		f, c := q.subscript(sub.Lo, p.edge.From)
		if c != affine || !f.equal(t.time[p.edge.From.ID]) {
			continue
		}
		r, c := q.subscript(read[k].Lo, p.edge.To)
		if c == byDraws {
			return Test{}, false
		}
		x := Test{}
		for _, l := range reader.Loops {
			if !reader.set[l.Index] {
				x.Loops = append(x.Loops, &bugs.For{Index: l.Index, Range: reader.span(l)})
			} else if reader.where[l.Index] != nil {
				return x, false
			}
		}
		d := offset[p.edge.To.ID] - offset[p.edge.From.ID]
		op := "<"
		if t.down {
			op, d = ">", -d
		}
		x.Cond = reader.renamed(&bugs.Binary{Op: op, X: r.expr(), Y: t.time[p.edge.To.ID].add(d).expr()})
		return x, true
	}
	return Test{}, false
}

// sizes is a condition on sizes under which no pair of a dependence is in the wrong order.
func (q *sequencer) sizes(t timing, p pair, offset map[int]int) (Test, bool) {
	gap := q.gap(t, p.edge).add(offset[p.edge.To.ID] - offset[p.edge.From.ID])
	names, list, some, known := p.pairs.with(nil, []Form{gap.times(-1)}).project(isGlobal)
	if !known || !some || len(list) == 0 || len(list) > 4 {
		return Test{}, false
	}
	var x bugs.Expr
	for _, r := range list {
		// r >= 0 must not hold: the part above 0 is less than the part below.
		above, below := Form{T: map[string]int{}}, Form{T: map[string]int{}}
		for i, k := range r[:len(r)-1] {
			if k > 0 {
				above.T[names[i]] = k
			} else if k < 0 {
				below.T[names[i]] = -k
			}
		}
		if c := r[len(r)-1]; c > 0 {
			above.C = c
		} else {
			below.C = -c
		}
		if len(above.T)+len(below.T) == 0 {
			return Test{}, false
		}
		y := bugs.Expr(&bugs.Binary{Op: "<", X: above.expr(), Y: below.expr()})
		if x == nil {
			x = y
		} else {
			x = &bugs.Binary{Op: "||", X: x, Y: y}
		}
	}
	return Test{Cond: x}, true
}
