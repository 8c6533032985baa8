package schedule

// waiting groups the units that wait by the cycles among them: an update that closes no
// cycle should rather wait for its sources. The groups are the strongly connected components
// under the reads that are open. As units run these fall apart, and never grow together, so
// that only those are looked at again which a unit has left.
type waiting struct {
	l       *lister
	group   []int   // by unit, -1 where it has run
	members [][]int // by group
	changed []int   // groups to look at again
	marked  []bool  // by group: it is among them
	met     []int   // by unit: the last search that came by
	search  int
}

// newWaiting finds the groups, and counts what the tallies of a lister hold of them.
func (l *lister) newWaiting() *waiting {
	n := len(l.units)
	w := &waiting{l: l, group: make([]int, n), members: [][]int{nil}, marked: []bool{false}, met: make([]int, n)}
	for k := range n {
		w.members[0] = append(w.members[0], k)
	}
	for k := range l.sources {
		for j := range l.sources[k] {
			l.sources[k][j].within = true
			l.count(reader{k, j}, 1)
			for _, m := range l.sources[k][j].units {
				l.tallies[m].waiting++
			}
		}
	}
	if n > 0 {
		w.split(0)
	}
	return w
}

// cut notes that a waiting unit has one open source less.
func (w *waiting) cut(k int) {
	if g := w.group[k]; g >= 0 && !w.marked[g] {
		w.marked[g] = true
		w.changed = append(w.changed, g)
	}
}

// remove takes a unit out that has run.
func (w *waiting) remove(k int) {
	w.cut(k)
	for j := range w.l.sources[k] {
		for _, m := range w.l.sources[k][j].units {
			if w.group[m] == w.group[k] {
				w.l.tallies[m].waiting--
				w.l.tallies[m].known = false
			}
		}
	}
	w.group[k] = -1
}

// refresh splits the groups that have fallen apart.
func (w *waiting) refresh() {
	for _, g := range w.changed {
		w.marked[g] = false
		left := w.members[g][:0]
		for _, k := range w.members[g] {
			if w.group[k] == g {
				left = append(left, k)
			}
		}
		w.members[g] = left
		if len(left) > 1 && !(w.reaches(g, w.readers) && w.reaches(g, w.read)) {
			w.split(g)
		}
	}
	w.changed = w.changed[:0]
}

// reaches tells whether steps from the first member of a group lead to all others.
func (w *waiting) reaches(g int, next func(k int, visit func(m int) bool)) bool {
	w.search++
	queue := []int{w.members[g][0]}
	w.met[queue[0]] = w.search
	all := len(w.members[g])
	for at := 0; at < len(queue) && len(queue) < all; at++ {
		next(queue[at], func(m int) bool {
			if w.group[m] == g && w.met[m] != w.search {
				w.met[m] = w.search
				queue = append(queue, m)
			}
			return len(queue) < all
		})
	}
	return len(queue) == all
}

// readers visits the units that read a unit, read those that it reads, over open sources.
func (w *waiting) readers(k int, visit func(m int) bool) {
	for _, r := range w.l.readers[k] {
		if w.l.sources[r.unit][r.source].open && !visit(r.unit) {
			return
		}
	}
}

func (w *waiting) read(k int, visit func(m int) bool) {
	for j := range w.l.sources[k] {
		s := &w.l.sources[k][j]
		if !s.open {
			continue
		}
		for _, m := range s.units {
			if !visit(m) {
				return
			}
		}
	}
}

// split makes groups of the components of a group, and changes the tallies.
func (w *waiting) split(g int) {
	old := w.members[g]
	place := make(map[int]int, len(old))
	var nodes []int
	for i, k := range old {
		place[k] = i
		nodes = append(nodes, i)
	}
	comp := scc(len(old), nodes, func(yield func(from, to int)) {
		for i, k := range old {
			w.read(k, func(m int) bool {
				if w.group[m] == g {
					yield(place[m], i)
				}
				return true
			})
		}
	})
	// The largest keeps its number: nothing changes within it.
	size := map[int]int{}
	largest := 0
	for _, c := range comp {
		if size[c]++; size[c] > size[largest] {
			largest = c
		}
	}
	number := map[int]int{largest: g}
	w.members[g] = nil
	for i, k := range old {
		n, ok := number[comp[i]]
		if !ok {
			n = len(w.members)
			number[comp[i]] = n
			w.members = append(w.members, nil)
			w.marked = append(w.marked, false)
		}
		w.members[n] = append(w.members[n], k)
	}
	for i, k := range old {
		w.group[k] = number[comp[i]]
	}
	for i, k := range old {
		for j := range w.l.sources[k] {
			w.part(reader{k, j}, func(m int) bool {
				at, ok := place[m]
				return ok && comp[at] != comp[i]
			})
		}
	}
}

// part changes the tallies where the reader and a unit that runs what it reads were in one group
// and are parted now.
func (w *waiting) part(r reader, parted func(m int) bool) {
	s := &w.l.sources[r.unit][r.source]
	within := false
	for _, m := range s.units {
		within = within || w.group[m] == w.group[r.unit]
		if parted(m) {
			w.l.tallies[m].waiting--
			w.l.tallies[m].known = false
		}
	}
	if s.within && !within {
		if s.open {
			w.l.count(r, -1)
		}
		s.within = false
		if s.open {
			w.l.count(r, 1)
		}
	}
}
