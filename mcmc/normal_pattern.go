package mcmc

import "slices"

// A NormalPattern says which entries of the precision matrix of many normals may be other
// than 0, and in which order their Cholesky factor eliminates them: that of least degree
// first (Tinney and Walker 1967; George and Liu 1989), so that a chain, x[t] given x[t-1],
// is filtered forward, and the elements of a hierarchy come before their mean. It is made
// once, of the coordinates that each density ties together: Say, SayRow and Order.
//
// Numbers of a matrix are kept in one list: the diagonal, by place in the order; one entry
// that is never read; the columns of the factor below the diagonal; of the last columns,
// whose coordinates are all tied to each other, a square, row by row; and, where one
// density reads a coordinate twice, what it adds twice to the diagonal.
type NormalPattern struct {
	// Signed says that precisions may be negative, of densities whose product alone is one.
	// These have no roots that rows could be made of, so that digits which are lost stay lost.
	Signed bool
	// Excess is why OrderForMoments has found no order; nil where it has.
	Excess *Excess

	size   int
	place  []int32       // of each coordinate in the order; of none, -1, the last
	sparse int           // columns before the square
	start  []int32       // of each of them, in rows
	rows   []int32       // places of the entries of columns, ascending
	target []int32       // what the products of two entries of a column are taken from, where there are no fronts
	fronts []normalFront // of a large pattern
	square int           // where it is in the list of numbers
	twice  int           // where that is, or 0
	count  int           // of numbers
	// slots says where densities add to, in the order in which they were said: of Say
	// the places and then the entries of each pair, of SayRow where its listedRow is in lists.
	slots  []int32
	lists  []int32
	widest int // row
	tables int // how many entries of pairs rows may list; of others they are searched

	most, work float64 // multiplications that a factor may take, 0 of any number, and takes
	excess     float64 // the size of what would be tied together, where it would take more

	normalSaid
}

// normalSaid is what densities and priors have said.
type normalSaid struct {
	// Vectors are the coordinates of the components of each vector.
	Vectors [][]int

	unsaid []int32   // places of coordinates that no density reads
	said   [][]int32 // the coordinates, until Order
	row    []bool    // of said: by SayRow
	wide   int       // of said: by SayRow
	tied   []int     // that SayTied says
	number map[string]int32
	priors []normalPrior // in the order of densities
	held   []normalHold  // each combination that Hold says
}

// NewNormalPattern makes a pattern of so many coordinates that nothing ties together.
func NewNormalPattern(size int) *NormalPattern {
	return &NormalPattern{size: size, tables: 1 << 22, normalSaid: normalSaid{number: map[string]int32{}}}
}

// Say ties a few coordinates together; one that is not there is -1. NormalBlock wants
// what is said of them by Add, as many times and in the same order.
func (p *NormalPattern) Say(coordinates ...int) { p.say(false, coordinates) }

// SayRow is Say for any number of coordinates, of which NormalBlock wants AddRow.
func (p *NormalPattern) SayRow(coordinates []int) { p.say(true, coordinates) }

// Tie adds a coordinate to those that SayTied then ties together, as SayRow does.
func (p *NormalPattern) Tie(coordinate int) { p.tied = append(p.tied, coordinate) }

// SayTied is SayRow of the coordinates since the last one.
func (p *NormalPattern) SayTied() {
	p.SayRow(p.tied)
	p.tied = p.tied[:0]
}

// Vector says that so many coordinates, from a first one on, are the components of one vector.
func (p *NormalPattern) Vector(first, size int) {
	if size <= 0 {
		return
	}
	list := make([]int, size)
	for i := range list {
		list[i] = first + i
	}
	p.Vectors = append(p.Vectors, list)
}

// Sign says that precisions may be negative.
func (p *NormalPattern) Sign() { p.Signed = true }

// Limit sets how many multiplications a factor may take of which moments are wanted, in place of as many as OrderForMoments
// takes; 0 changes nothing.
func (p *NormalPattern) Limit(most float64) { p.most = most }

func (p *NormalPattern) say(row bool, coordinates []int) {
	list := make([]int32, len(coordinates))
	for k, c := range coordinates {
		list[k] = int32(c)
	}
	if n := len(p.said); n > 0 && p.row[n-1] == row && slices.Equal(p.said[n-1], list) {
		list = p.said[n-1]
	}
	p.said, p.row = append(p.said, list), append(p.row, row)
	if row {
		p.wide++
	}
}

// Order finds the order of elimination, and where each density adds to: see OrderForMoments.
func (p *NormalPattern) Order() {
	if !p.orderFronts() {
		p.eliminate(p.ties())
		p.targets()
	}
	p.settle()
}

// settle finds where each density adds to.
func (p *NormalPattern) settle() {
	p.unread()
	last, prior := -1, 0 // last is the row just before, where there is one
	for k, list := range p.said {
		if prior < len(p.priors) && p.priors[prior].density == k {
			p.priors[prior].slot = len(p.slots)
			prior++
		}
		if !p.row[k] {
			p.slots = p.appendSlots(p.slots, list)
			last = -1
			continue
		}
		if last >= 0 && slices.Equal(p.said[last], list) {
			p.slots = append(p.slots, p.slots[len(p.slots)-1])
			last = k
			continue
		}
		key := normalKey(list)
		g, ok := p.number[key]
		if !ok {
			g = p.listRow(list)
			p.number[key] = g
		}
		p.slots = append(p.slots, g)
		last = k
	}
	p.said, p.row, p.number = nil, nil, nil
}

// unread lists the coordinates that no density reads: elements of arrays that are drawn in part.
func (p *NormalPattern) unread() {
	read := make([]bool, p.size)
	for _, list := range p.said {
		for _, c := range list {
			if c >= 0 {
				read[c] = true
			}
		}
	}
	for c, yes := range read {
		if !yes {
			p.unsaid = append(p.unsaid, p.place[c])
		}
	}
}

// doubles makes room for what is added twice to the diagonal.
func (p *NormalPattern) doubles() {
	if p.twice == 0 {
		p.twice = p.count
		p.count += p.size
	}
}

// at is the place of a coordinate.
func (p *NormalPattern) at(c int32) int32 {
	if c < 0 {
		return int32(p.size)
	}
	return p.place[c]
}

// pair is where what two slopes of one density say is added to.
func (p *NormalPattern) pair(i, j int32) int32 {
	if i != j || int(i) == p.size {
		return p.entry(i, j)
	}
	return int32(p.twice) + i
}

func normalKey(list []int32) string {
	b := make([]byte, 0, 4*len(list))
	for _, c := range list {
		b = append(b, byte(c), byte(c>>8), byte(c>>16), byte(c>>24))
	}
	return string(b)
}

// ties lists the neighbors of each coordinate.
func (p *NormalPattern) ties() []map[int32]bool {
	near := make([]map[int32]bool, p.size)
	for i := range near {
		near[i] = map[int32]bool{}
	}
	seen := map[string]bool{}
	for _, list := range p.said {
		if key := normalKey(list); len(list) < 2 || seen[key] {
			continue
		} else {
			seen[key] = true
		}
		for k, a := range list {
			for _, b := range list[:k] {
				if a >= 0 && b >= 0 && a != b {
					near[a][b], near[b][a] = true, true
				}
			}
		}
	}
	return near
}

// A normalQueue holds coordinates with their degrees, degree<<32 + coordinate, the least
// first: a binary heap.
type normalQueue []uint64

func (q *normalQueue) push(degree, coordinate int) {
	list := append(*q, uint64(degree)<<32|uint64(coordinate))
	for i := len(list) - 1; i > 0 && list[i] < list[(i-1)/2]; i = (i - 1) / 2 {
		list[i], list[(i-1)/2] = list[(i-1)/2], list[i]
	}
	*q = list
}

func (q *normalQueue) pop() (degree, coordinate int) {
	list := *q
	x, last := list[0], len(list)-1
	list[0] = list[last]
	list = list[:last]
	for i := 0; ; {
		least := i
		for c := 2*i + 1; c < min(2*i+3, last); c++ {
			if list[c] < list[least] {
				least = c
			}
		}
		if least == i {
			break
		}
		list[i], list[least] = list[least], list[i]
		i = least
	}
	*q = list
	return int(x >> 32), int(uint32(x))
}

// eliminate finds the places of coordinates and the columns of the factor.
func (p *NormalPattern) eliminate(near []map[int32]bool) {
	p.place = make([]int32, p.size+1)
	for i := range p.place {
		p.place[i] = -1
	}
	p.place[p.size] = int32(p.size)
	p.start, p.rows, p.work = []int32{0}, nil, 0
	cliques := map[string]bool{} // neighbors that have been tied to each other
	var q normalQueue
	queued := make([]int, p.size) // the degree that each is in the queue with
	for i := range p.size {
		queued[i] = len(near[i])
		q.push(queued[i], i)
	}
	n := int32(0)
	for len(q) > 0 {
		degree, c := q.pop()
		v := int32(c)
		if p.place[v] >= 0 || queued[v] != degree {
			continue
		}
		if now := len(near[v]); now != degree {
			queued[v] = now
			q.push(now, c)
			continue
		}
		if left := p.size - int(n); 4*degree >= 3*(left-1) {
			break // all that is left is tied together, or nearly
		}
		// All others have as many neighbors or more, some 3/4 of this by what the queue need not know: so many are
		// once tied together, whatever the order.
		if p.exceeds(0.75 * float64(degree)) {
			return
		}
		p.work += float64(degree) * float64(degree+1) / 2
		list := make([]int32, 0, len(near[v]))
		for u := range near[v] {
			list = append(list, u)
		}
		slices.Sort(list)
		key := normalKey(list)
		tied := cliques[key]
		cliques[key] = true
		for k, u := range list {
			delete(near[u], v)
			for j, w := range list {
				if j != k && !tied {
					near[u][w] = true
				}
			}
			// Of small changes the queue need not know before the coordinate comes.
			if now := len(near[u]); 4*now <= 3*queued[u] {
				queued[u] = now
				q.push(now, int(u))
			}
		}
		near[v] = nil
		p.place[v] = n
		n++
		p.rows = append(p.rows, list...)
		p.start = append(p.start, int32(len(p.rows)))
	}
	p.sparse = int(n)
	if !p.exceeds(float64(p.size - p.sparse)) {
		p.placeRest(n)
	}
}

// placeRest places the coordinates that are tied together, behind n others, and says by their places what was eliminated.
func (p *NormalPattern) placeRest(n int32) {
	for i := range p.size {
		if p.place[i] < 0 {
			p.place[i] = n
			n++
		}
	}
	for i, c := range p.rows {
		p.rows[i] = p.place[c]
	}
	for j := range p.sparse {
		slices.Sort(p.rows[p.start[j]:p.start[j+1]])
	}
	p.square = p.size + 1 + len(p.rows)
	m := p.size - p.sparse
	p.count = p.square + m*m
}

// exceeds tells whether a factor takes too many multiplications, with so many coordinates left that are all tied together.
func (p *NormalPattern) exceeds(square float64) bool {
	if p.most == 0 || p.work+square*square*square/6 <= p.most {
		return false
	}
	p.excess = square
	return true
}

// entry is where the entry of two places is.
func (p *NormalPattern) entry(i, j int32) int32 {
	if i == j {
		return i
	}
	i, j = min(i, j), max(i, j)
	switch {
	case int(j) == p.size:
		return j
	case int(i) >= p.sparse:
		m := p.size - p.sparse
		return int32(p.square + (int(j)-p.sparse)*m + int(i) - p.sparse)
	}
	k, _ := slices.BinarySearch(p.rows[p.start[i]:p.start[i+1]], j)
	return int32(p.size + 1 + int(p.start[i]) + k)
}

// targets lists what each product of two entries of a column changes, but of columns all of
// whose entries are in rows of the square, where it is known.
func (p *NormalPattern) targets() {
	for j := range p.sparse {
		rows := p.rows[p.start[j]:p.start[j+1]]
		if len(rows) > 0 && int(rows[0]) >= p.sparse {
			continue
		}
		for a := range rows {
			for _, b := range rows[a:] {
				p.target = append(p.target, p.entry(rows[a], b))
			}
		}
	}
}

// appendSlots appends the places of coordinates, and the entries of each pair.
func (p *NormalPattern) appendSlots(to, coordinates []int32) []int32 {
	for _, c := range coordinates {
		to = append(to, p.at(c))
	}
	for k, a := range coordinates {
		for _, b := range coordinates[:k] {
			i, j := p.at(a), p.at(b)
			if i == j {
				p.doubles()
			}
			to = append(to, p.pair(i, j))
		}
	}
	return to
}
