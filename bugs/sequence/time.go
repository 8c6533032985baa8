package sequence

import (
	"fmt"

	"mpc/bugs"
)

// A timing gives each item of a component a time, a form over the indices of its loops. A loop over
// times runs the items whose time it is.
type timing struct {
	time map[int]Form // by the IDs of statements
	down bool         // a later time comes first
	loop *bugs.For    // the loop of the text whose index is the time, nil if there is none
}

// maxTimings bounds how many timings of a component are tried.
const maxTimings = 48

// timings lists what may be the time of a component: the index of a loop around all of its items,
// then one subscript of each array, upward and downward.
func (q *sequencer) timings(items []*item) (list []timing) {
	l := items[0].first()
	for _, it := range items {
		if it.first() != l {
			l = nil
		}
	}
	both := func(t timing) {
		list = append(list, t)
		t.down = true
		list = append(list, t)
	}
	if l != nil {
		t := timing{time: map[int]Form{}, loop: l}
		for _, it := range items {
			t.time[it.ID] = symbol(l.Index)
		}
		both(t)
	}
	// The same number of subscript for all arrays first, then all choices.
	var arrays []string
	of := map[string][]*item{}
	for _, it := range items {
		if of[it.Target.Name] == nil {
			arrays = append(arrays, it.Target.Name)
		}
		of[it.Target.Name] = append(of[it.Target.Name], it)
	}
	seen := map[string]bool{}
	try := func(dim []int) {
		t := timing{time: map[int]Form{}}
		for i, a := range arrays {
			for _, it := range of[a] {
				if dim[i] >= len(it.Target.Subs) {
					return
				}
				sub := it.Target.Subs[dim[i]]
				if sub.Empty || sub.Hi != nil {
					return
				}
				f, c := q.subscript(sub.Lo, it.Statement)
				if c != affine {
					return
				}
				t.time[it.ID] = f
			}
		}
		if text := fmt.Sprint(dim); !seen[text] && len(list) < maxTimings {
			seen[text] = true
			both(t)
		}
	}
	most := 1
	for _, it := range items {
		most = max(most, len(it.Target.Subs))
	}
	for d := range most {
		dim := make([]int, len(arrays))
		for i := range dim {
			dim[i] = d
		}
		try(dim)
	}
	for n := 1; n < 256; n++ {
		dim := make([]int, len(arrays))
		rest := n
		for i := range dim {
			dim[i] = rest % most
			rest /= most
		}
		if rest > 0 {
			break
		}
		try(dim)
	}
	return list
}

// sidedTime is the time of an item as one side of a dependence.
func (q *sequencer) sidedTime(t timing, s *Statement, side string) Form {
	f := q.Graph.sided(t.time[s.ID], s, side)
	if t.down {
		return f.times(-1)
	}
	return f
}

// gap is how much later the reader's time is than the definer's.
func (q *sequencer) gap(t timing, e *Edge) Form {
	return q.sidedTime(t, e.To, to).minus(q.sidedTime(t, e.From, from))
}

// offsets are added to times so that no item reads what a later time defines. Pairs that are
// assumed are left out. ok is false where there are none.
func (q *sequencer) offsets(t timing, items []*item, pairs []pair, assumed map[*Edge]bool) (offset map[int]int, ok bool) {
	type bound struct{ from, to, least int }
	var list []bound
	for _, p := range pairs {
		if assumed[p.edge] {
			continue
		}
		w, known := p.pairs.least(q.gap(t, p.edge))
		switch {
		case !known:
			return nil, false
		case w == noSolution: // no pair
			continue
		}
		list = append(list, bound{p.edge.From.ID, p.edge.To.ID, w})
	}
	offset = map[int]int{}
	for range len(items) + 1 {
		changed := false
		for _, b := range list {
			if o := offset[b.from] - b.least; o > offset[b.to] {
				offset[b.to], changed = o, true
			}
		}
		if !changed {
			return offset, true
		}
	}
	return nil, false
}

// remain are the pairs of the same time.
func (q *sequencer) remain(t timing, pairs []pair, offset map[int]int, assumed map[*Edge]bool) (rest []pair) {
	for _, p := range pairs {
		if assumed[p.edge] {
			continue
		}
		same := p.pairs.with([]Form{q.gap(t, p.edge).add(offset[p.edge.To.ID] - offset[p.edge.From.ID])}, nil)
		if !same.empty() {
			rest = append(rest, pair{p.edge, same})
		}
	}
	return rest
}
