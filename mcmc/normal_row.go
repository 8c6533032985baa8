package mcmc

import (
	"math"
	"slices"
)

// A listedRow says where the coordinates of a row, and each pair of them, are among the numbers of a
// matrix. Some of the coordinates, from first on and before last, have places in the square that follow
// each other, as the coefficients of a regression have: their pairs are found without a list, and
// those with another coordinate begin at its base, where they follow each other too. In lists, first,
// last and the number of coordinates stand before the places, then bases and pairs.
type listedRow struct {
	places      []int32
	first, last int
	bases       []int32 // of the coordinates before first and from last on; -1 where pairs are listed
	pairs       []int32 // of all other pairs, coordinate by coordinate with those before it; -1 alone where they are searched
}

// leastRun is how many places are to follow each other at least.
const leastRun = 4

// listRow appends the row of these coordinates to the lists, and gives where it begins.
func (p *NormalPattern) listRow(coordinates []int32) (at int32) {
	at = int32(len(p.lists))
	n := len(coordinates)
	p.widest = max(p.widest, n)
	r := listedRow{places: make([]int32, n)}
	for k, c := range coordinates {
		r.places[k] = p.at(c)
	}
	sorted := slices.Clone(r.places)
	slices.Sort(sorted)
	for k := range max(0, n-1) {
		if sorted[k] == sorted[k+1] {
			p.doubles()
		}
	}
	r.first, r.last = p.run(r.places)
	listed := n * (n - 1) / 2
	if m := r.last - r.first; m > 0 {
		listed -= m * (m - 1) / 2
		for k, place := range r.places {
			if k < r.first || k >= r.last {
				base := p.baseOf(place, r.places[r.first:r.last])
				r.bases = append(r.bases, base)
				if base >= 0 {
					listed -= m
				}
			}
		}
	}
	if listed <= p.tables {
		p.tables -= listed
		for k, i := range r.places {
			for j, other := range r.places[:k] {
				if !r.found(k, j) {
					r.pairs = append(r.pairs, p.pair(i, other))
				}
			}
		}
	} else {
		r.first, r.last, r.bases, r.pairs = 0, 0, nil, []int32{-1}
	}
	p.lists = append(p.lists, int32(n), int32(r.first), int32(r.last), int32(len(r.pairs)))
	p.lists = append(append(append(p.lists, r.places...), r.bases...), r.pairs...)
	return at
}

// run is the longest list of places in the square that follow each other: those from first on, before
// last. Of short ones it is empty.
func (p *NormalPattern) run(places []int32) (first, last int) {
	for k := 0; k < len(places); {
		from := k
		for k++; k < len(places) && places[k] == places[k-1]+1 && int(places[k]) < p.size; k++ {
		}
		if int(places[from]) >= p.sparse && int(places[from]) < p.size && k-from >= leastRun && k-from > last-first {
			first, last = from, k
		}
	}
	return first, last
}

// baseOf is where the pairs of a place with those of a run begin, or -1 where they do not follow each
// other.
func (p *NormalPattern) baseOf(place int32, run []int32) int32 {
	if int(place) == p.size {
		return -1
	}
	base := p.pair(place, run[0])
	for k, other := range run {
		if p.pair(place, other) != base+int32(k) {
			return -1
		}
	}
	return base
}

// found tells whether the pair of the k-th and the j-th coordinate needs no list.
func (r *listedRow) found(k, j int) bool {
	inside := func(i int) bool { return i >= r.first && i < r.last }
	switch {
	case inside(k) && inside(j):
		return true
	case inside(k):
		return r.base(j) >= 0
	case inside(j):
		return r.base(k) >= 0
	}
	return false
}

// base is that of a coordinate outside of the run.
func (r *listedRow) base(k int) int32 {
	if k >= r.last {
		k -= r.last - r.first
	}
	return r.bases[k]
}

// listed is the row that begins there.
func (p *NormalPattern) listed(at int32) (r listedRow) {
	head := p.lists[at : at+4]
	n, pairs := int(head[0]), int(head[3])
	r.first, r.last = int(head[1]), int(head[2])
	rest := p.lists[at+4:]
	r.places, rest = rest[:n:n], rest[n:]
	if r.last > 0 {
		bases := n - r.last + r.first
		r.bases, rest = rest[:bases:bases], rest[bases:]
	}
	r.pairs = rest[:pairs:pairs]
	return r
}

// searched tells whether pairs are to be searched.
func (r *listedRow) searched() bool { return len(r.pairs) == 1 && r.pairs[0] < 0 }

// entries are those of the k-th coordinate of the run with the ones before it.
func (p *NormalPattern) entries(r *listedRow, x []float64, k int) []float64 {
	m := p.size - p.sparse
	place := int(r.places[r.first]) - p.sparse
	at := p.square + (place+k)*m + place
	return x[at : at+k]
}

// AddRow adds the density of a number of this precision that is rest away from its mean,
// which moves by Slope with each of the coordinates of a row.
func (b *NormalBlock) AddRow(rest, precision float64) {
	p := b.pattern
	r := p.listed(p.slots[b.at])
	b.at++
	slope := b.Slope[:len(r.places)]
	if b.heard != nil {
		return
	}
	if b.rows {
		root := math.Sqrt(precision)
		for k, x := range slope {
			b.row[r.places[k]] += root * x
		}
		b.rotateRow(r.places, root*rest)
		return
	}
	x := b.numbers
	for k, z := range slope {
		t := precision * z
		b.linear[r.places[k]] += t * rest
		x[r.places[k]] += t * z
	}
	switch {
	case r.searched():
		for k, z := range slope {
			t := precision * z
			for j, y := range slope[:k] {
				x[p.pair(r.places[k], r.places[j])] += t * y
			}
		}
	case r.last == 0:
		pairs := r.pairs
		for k, z := range slope {
			t := precision * z
			for j, y := range slope[:k] {
				x[pairs[j]] += t * y
			}
			pairs = pairs[k:]
		}
	default:
		b.addRun(&r, precision)
	}
}

// addRun is AddRow of the pairs of a row with a run.
func (b *NormalBlock) addRun(r *listedRow, precision float64) {
	p, x := b.pattern, b.numbers
	slope := b.Slope[:len(r.places)]
	run := slope[r.first:r.last]
	for k := 1; k < len(run); k++ {
		t := precision * run[k]
		to := p.entries(r, x, k)
		for j, y := range run[:k] {
			to[j] += t * y
		}
	}
	pairs := r.pairs
	for k, z := range slope {
		if k >= r.first && k < r.last {
			continue
		}
		base := r.base(k)
		if base < 0 {
			continue
		}
		to := x[base:][:len(run)]
		if k < r.first {
			for j, y := range run {
				to[j] += precision * y * z
			}
			continue
		}
		t := precision * z
		for j, y := range run {
			to[j] += t * y
		}
	}
	if len(pairs) == 0 {
		return
	}
	for k, z := range slope {
		t := precision * z
		for j, y := range slope[:k] {
			if !r.found(k, j) {
				x[pairs[0]] += t * y
				pairs = pairs[1:]
			}
		}
	}
}

// RowMoments is the step to the mean, which Mean has written, and the variance of the combination
// of a row, which has a Slot, after Invert.
func (b *NormalBlock) RowMoments(slot int, slope []float64) (step, variance float64) {
	p := b.pattern
	r := p.listed(p.slots[slot])
	s := r.places
	slope = slope[:len(s)]
	if b.rows {
		first := int32(p.size)
		for k, x := range slope {
			b.row[s[k]] += x
			first = min(first, s[k])
			step += x * b.mean[s[k]]
		}
		b.row[p.size] = 0
		if int(first) == p.size {
			return 0, 0
		}
		return step, lessHeld(b.squared(first), b.heldOfRows(SlotSlope{slot, slope}))
	}
	if r.last > 0 {
		return b.runMoments(&r, slope)
	}
	v, pairs := b.inverse, r.pairs
	searched := r.searched()
	for k, z := range slope {
		step += z * b.mean[s[k]]
		sum := 0.0
		if searched {
			for j, y := range slope[:k] {
				sum += v[p.pair(s[k], s[j])] * y
			}
		} else {
			for j, y := range slope[:k] {
				sum += v[pairs[j]] * y
			}
			pairs = pairs[k:]
		}
		variance += z * (z*v[s[k]] + 2*sum)
	}
	return step, variance
}

// runMoments is RowMoments of a row with a run.
func (b *NormalBlock) runMoments(r *listedRow, slope []float64) (step, variance float64) {
	p, v, s := b.pattern, b.inverse, r.places
	run := slope[r.first:r.last]
	for k, z := range slope {
		step += z * b.mean[s[k]]
		sum := 0.0
		switch {
		case k >= r.first && k < r.last:
			sum = dotOf(p.entries(r, v, k-r.first), run)
		case r.base(k) >= 0:
			sum = dotOf(v[r.base(k):][:len(run)], run)
		}
		variance += z * (z*v[s[k]] + 2*sum)
	}
	if pairs := r.pairs; len(pairs) > 0 {
		for k, z := range slope {
			for j, y := range slope[:k] {
				if !r.found(k, j) {
					variance += 2 * z * y * v[pairs[0]]
					pairs = pairs[1:]
				}
			}
		}
	}
	return step, variance
}
