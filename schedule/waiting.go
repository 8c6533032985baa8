package schedule

// waiting groups the units that wait by the cycles among them: an update that closes no
// cycle should rather wait for its sources. The groups are the strongly connected components
// under the reads that are open. As units run these fall apart, and never grow together, so
// that only those are looked at again which a unit has left.
type waiting struct {
	l       *lister
	group   []int   // by unit, -1 where it has run
	members [][]int // by group, with some that have left it
	size    []int   // by group
	touched []int   // units that have lost a reader or a source
	met     []int   // by unit: the last search that came by
	search  int
}

// newWaiting finds the groups, and counts what the tallies of a lister hold of them.
func (l *lister) newWaiting() *waiting {
	n := len(l.units)
	w := &waiting{l: l, group: make([]int, n), members: [][]int{nil}, size: []int{n}, met: make([]int, n)}
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

// closed notes that a source is open no more, though some unit that runs it may wait.
func (w *waiting) closed(k int, s *source) {
	w.touched = append(append(w.touched, k), s.units...)
}

// remove takes a unit out that has run.
func (w *waiting) remove(k int) {
	g := w.group[k]
	for _, r := range w.l.readers[k] {
		w.touched = append(w.touched, r.unit)
	}
	for j := range w.l.sources[k] {
		for _, m := range w.l.sources[k][j].units {
			if w.group[m] == g {
				w.l.tallies[m].waiting--
				w.l.tallies[m].known = false
				w.touched = append(w.touched, m)
			}
		}
	}
	w.group[k] = -1
	w.size[g]--
}

// refresh splits the groups that have fallen apart.
func (w *waiting) refresh() {
	// What nothing in its group reads any more, or what reads nothing there, leaves it.
	for at := 0; at < len(w.touched); at++ {
		k := w.touched[at]
		if g := w.group[k]; g >= 0 && w.size[g] > 1 && (w.l.tallies[k].waiting == 0 || w.l.inner(k) == 0) {
			for _, r := range w.l.readers[k] {
				w.touched = append(w.touched, r.unit)
			}
			w.read(k, func(m int) bool { w.touched = append(w.touched, m); return true })
			w.leave(g, [][]int{{k}})
		}
	}
	// All ways through what has left a group came and went by the touched units: where each of
	// these still leads to the others all do.
	border := map[int][]int{}
	var groups []int
	w.search++
	for _, k := range w.touched {
		g := w.group[k]
		if g < 0 || w.size[g] < 2 || w.met[k] == w.search {
			continue
		}
		w.met[k] = w.search
		if border[g] == nil {
			groups = append(groups, g)
		}
		border[g] = append(border[g], k)
	}
	w.touched = w.touched[:0]
	for _, g := range groups {
		if !w.reaches(g, border[g], w.readers) || !w.reaches(g, border[g], w.read) {
			w.split(g)
		}
	}
}

// present lists the members of a group.
func (w *waiting) present(g int) []int {
	if len(w.members[g]) > w.size[g] {
		left := w.members[g][:0]
		for _, k := range w.members[g] {
			if w.group[k] == g {
				left = append(left, k)
			}
		}
		w.members[g] = left
	}
	return w.members[g]
}

// reaches tells whether steps from the first of some members of a group lead to the others.
func (w *waiting) reaches(g int, border []int, next func(k int, visit func(m int) bool)) bool {
	wanted := w.search + 1
	w.search += 2
	for _, k := range border {
		w.met[k] = wanted
	}
	queue := []int{border[0]}
	w.met[queue[0]] = w.search
	left := len(border) - 1
	for at := 0; at < len(queue) && left > 0; at++ {
		next(queue[at], func(m int) bool {
			if w.group[m] == g && w.met[m] != w.search {
				if w.met[m] == wanted {
					left--
				}
				w.met[m] = w.search
				queue = append(queue, m)
			}
			return left > 0
		})
	}
	return left == 0
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

// split makes groups of the components of a group.
func (w *waiting) split(g int) {
	old := w.present(g)
	place := make(map[int]int, len(old))
	nodes := make([]int, len(old))
	for i, k := range old {
		place[k], nodes[i] = i, i
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
	var parts [][]int
	for i, k := range old {
		for len(parts) <= comp[i] {
			parts = append(parts, nil)
		}
		parts[comp[i]] = append(parts[comp[i]], k)
	}
	// The largest stays: nothing changes within it.
	largest := 0
	for c := range parts {
		if len(parts[c]) > len(parts[largest]) {
			largest = c
		}
	}
	w.leave(g, append(parts[:largest:largest], parts[largest+1:]...))
}

// leave makes groups of parts of a group, and changes the tallies of the units on both sides.
func (w *waiting) leave(g int, parts [][]int) {
	w.search++
	for _, part := range parts {
		for _, k := range part {
			w.group[k], w.met[k] = len(w.members), w.search
		}
		w.members, w.size = append(w.members, part), append(w.size, len(part))
		w.size[g] -= len(part)
	}
	parted := func(m int) { // from what reads it
		w.l.tallies[m].waiting--
		w.l.tallies[m].known = false
	}
	for _, part := range parts {
		for _, k := range part {
			for j := range w.l.sources[k] {
				for _, m := range w.l.sources[k][j].units {
					if w.group[m] == g || w.group[m] != w.group[k] && w.group[m] >= 0 && w.met[m] == w.search {
						parted(m)
					}
				}
				w.recount(reader{k, j})
			}
			for _, r := range w.l.readers[k] {
				if w.group[r.unit] == g {
					parted(k)
					w.recount(r)
				}
			}
		}
	}
}

// recount changes the tally of a unit where no unit of a source is in its group any more.
func (w *waiting) recount(r reader) {
	s := &w.l.sources[r.unit][r.source]
	if !s.within {
		return
	}
	for _, m := range s.units {
		if w.group[m] == w.group[r.unit] {
			return
		}
	}
	if s.open {
		w.l.count(r, -1)
	}
	s.within = false
	if s.open {
		w.l.count(r, 1)
	}
}
