package mcmc

import "slices"

// A finiteOrder holds what is found out while elements are ordered.
type finiteOrder struct {
	p      *FinitePattern
	near   []map[int32]bool // neighbors of each element
	of     [][]int32        // tables that read it
	queue  normalQueue
	queued []int         // the size that each is in the queue with
	scales map[int]int32 // of tables that are used as probabilities, by where they are
}

// eliminate finds the steps. It is false where a table would be too large.
func (p *FinitePattern) eliminate() bool {
	n := len(p.from) - 1
	o := &finiteOrder{p: p, near: make([]map[int32]bool, n), of: make([][]int32, n), queued: make([]int, n), scales: map[int]int32{}}
	for k := range p.tables {
		o.add(int32(k))
	}
	for c := range n {
		o.push(int32(c))
	}
	done := make([]bool, n)
	for len(o.queue) > 0 {
		size, c := o.queue.pop()
		if done[c] || o.queued[c] != size {
			continue
		}
		done[c] = true
		if size > finiteLargest || !o.step(int32(c)) {
			p.wanted = 1
			for d := range o.near[c] {
				p.wanted *= float64(p.values(int(d)))
			}
			p.wanted *= float64(p.values(c))
			return false
		}
	}
	for _, s := range p.steps {
		p.most, p.widest = max(p.most, len(s.tables)), max(p.widest, len(s.neighbors))
	}
	return true
}

// add ties the elements of a table.
func (o *finiteOrder) add(k int32) {
	t := &o.p.tables[k]
	if len(t.scope) == 1 {
		o.p.single = append(o.p.single, finiteSingle{t.at, t.strides[0], t.scope[0]})
		return
	}
	for _, c := range t.scope {
		o.of[c] = append(o.of[c], k)
		if o.near[c] == nil {
			o.near[c] = map[int32]bool{}
		}
		for _, d := range t.scope {
			if d != c {
				o.near[c][d] = true
			}
		}
	}
}

// push queues an element by the size of the table that it is summed out of.
func (o *finiteOrder) push(c int32) {
	n := o.p.values(int(c))
	for d := range o.near[c] {
		if n *= o.p.values(int(d)); n > finiteLargest {
			n = finiteLargest + 1
			break
		}
	}
	o.queued[c] = n
	o.queue.push(n, int(c))
}

// step sums an element out.
func (o *finiteOrder) step(c int32) bool {
	s := finiteStep{element: c}
	for d := range o.near[c] {
		s.neighbors = append(s.neighbors, d)
	}
	slices.Sort(s.neighbors)
	size := 1
	for _, d := range s.neighbors {
		s.sizes = append(s.sizes, int32(o.p.values(int(d))))
		size *= o.p.values(int(d)) // the queue knows that it is no more than the largest
	}
	for _, k := range o.of[c] {
		t := &o.p.tables[k]
		if t.gone {
			continue
		}
		t.gone = true
		use := finiteUse{at: t.at, size: t.size, strides: make([]int32, len(s.neighbors)), scale: -1}
		for i, d := range t.scope {
			if d == c {
				use.stride = t.strides[i]
				continue
			}
			j, _ := slices.BinarySearch(s.neighbors, d)
			use.strides[j] = t.strides[i]
		}
		s.tables = append(s.tables, use)
	}
	o.of[c] = nil
	o.p.work += size * o.p.values(int(c)) * max(1, len(s.tables))
	for _, d := range s.neighbors {
		delete(o.near[d], c)
	}
	switch len(s.neighbors) {
	case 0:
	case 1:
		s.to = o.p.from[s.neighbors[0]]
		if t := s.tables[0]; len(s.tables) == 1 && t.at < o.p.filled {
			s.pair = true
			s.tables[0].scale = o.scale(t.at, t.size)
		}
	default:
		if o.p.count+size > finiteTotal {
			return false
		}
		s.to = o.p.count
		elements := make([]int, len(s.neighbors))
		for k, d := range s.neighbors {
			elements[k] = int(d)
		}
		o.p.table(s.to, elements)
		o.p.count += size
		o.add(int32(len(o.p.tables) - 1))
	}
	for _, d := range s.neighbors {
		o.push(d)
	}
	o.p.steps = append(o.p.steps, s)
	return true
}

// scale is the number of a table that is used as probabilities.
func (o *finiteOrder) scale(at, size int) int32 {
	k, ok := o.scales[at]
	if !ok {
		k = int32(len(o.p.scaled))
		o.scales[at] = k
		o.p.scaled = append(o.p.scaled, finiteScale{at, size, o.p.linear})
		o.p.linear += size
	}
	return k
}
