package mcmc

import (
	"math"
	"slices"
)

// A normalFront is some columns of a factor, one after the other, that have the same entries below
// the last of them (a supernode: Ng and Peyton 1993, Block sparse Cholesky algorithms). What their
// products change is found for all of them at once, and the products are those of dense columns.
type normalFront struct {
	from, to int32 // places of its columns
	rows     []int32
	parts    []normalPart // of its rows
}

// A normalPart is some of the rows of a front, one after the other, that are columns of one other.
type normalPart struct {
	first, last int32   // of the rows, last not among them
	front       int32   // -1 is the square
	at          []int32 // where the rows from first on are in the columns and rows of that front
}

// Of patterns with fewer coordinates, or with factors that take fewer multiplications, products are
// listed one by one.
const (
	fewCoordinates = 200
	fewProducts    = 2e6
)

// orderFronts finds an order and the columns of the factor where these are many. Coordinates that
// are tied to very many others come last, into the square. It is false, and nothing is found, where
// the factor is small, and where it is too large, which Excess then says.
func (p *NormalPattern) orderFronts() bool {
	return p.size >= fewCoordinates && p.orderFrontsOf(fewProducts)
}

// orderFrontsOf is orderFronts where a factor with so few products is small.
func (p *NormalPattern) orderFrontsOf(few float64) bool {
	near := p.neighbors()
	wide := max(16, int(10*math.Sqrt(float64(p.size))))
	order := leastDegree(near, func(c int32) bool { return len(near[c]) <= wide })
	p.place = make([]int32, p.size+1)
	for i := range p.place {
		p.place[i] = -1
	}
	p.sparse = len(order)
	for k, c := range order {
		p.place[c] = int32(k)
	}
	n := int32(len(order))
	for c := range p.size {
		if p.place[c] < 0 {
			p.place[c] = n
			n++
		}
	}
	p.place[p.size] = int32(p.size)
	p.postorder(near, order)
	m := p.size - p.sparse
	square := float64(m) * float64(m) * float64(m) / 6
	if !p.columns(near, order) || p.work+square <= few {
		return false
	}
	p.square = p.size + 1 + len(p.rows)
	p.count = p.square + m*m
	p.findFronts()
	return true
}

// neighbors lists what each coordinate is tied to.
func (p *NormalPattern) neighbors() [][]int32 {
	near := make([][]int32, p.size)
	most := make([]int, p.size) // how long a list may become until what it says twice goes
	add := func(a, b int32) {
		if len(near[a]) > most[a] {
			slices.Sort(near[a])
			near[a] = slices.Compact(near[a])
			most[a] = 2*len(near[a]) + 64
		}
		near[a] = append(near[a], b)
	}
	seen := map[string]bool{}
	for k, list := range p.said {
		if len(list) < 2 || k > 0 && slices.Equal(list, p.said[k-1]) {
			continue
		}
		if len(list) > 2 {
			key := normalKey(list)
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		for k, a := range list {
			for _, b := range list[:k] {
				if a >= 0 && b >= 0 && a != b {
					add(a, b)
					add(b, a)
				}
			}
		}
	}
	for c, list := range near {
		slices.Sort(list)
		near[c] = slices.Compact(list)
	}
	return near
}

// postorder moves each column behind those whose first entry below the diagonal is in its row, so
// that columns with the same entries follow each other. The factor has as many numbers as before.
func (p *NormalPattern) postorder(near [][]int32, order []int32) {
	// The parent of each column (Liu 1986): ancestors are found along paths that are made short.
	parent, ancestor := make([]int32, p.sparse), make([]int32, p.sparse)
	for j := range parent {
		parent[j], ancestor[j] = -1, -1
		for _, u := range near[order[j]] {
			for i := p.place[u]; i < int32(j); {
				next := ancestor[i]
				ancestor[i] = int32(j)
				if next < 0 {
					parent[i] = int32(j)
				}
				if next < 0 || next == int32(j) {
					break
				}
				i = next
			}
		}
	}
	// Children of each, in order, and then all columns behind their children.
	first, after := make([]int32, p.sparse+1), make([]int32, p.sparse)
	for j := range first {
		first[j] = -1
	}
	for j := p.sparse - 1; j >= 0; j-- {
		at := parent[j]
		if at < 0 {
			at = int32(p.sparse)
		}
		after[j], first[at] = first[at], int32(j)
	}
	sorted := make([]int32, 0, p.sparse)
	var path []int32
	for root := first[p.sparse]; root >= 0; root = after[root] {
		path = append(path[:0], root)
		for len(path) > 0 {
			j := path[len(path)-1]
			if child := first[j]; child >= 0 {
				first[j] = after[child]
				path = append(path, child)
				continue
			}
			path = path[:len(path)-1]
			sorted = append(sorted, order[j])
		}
	}
	copy(order, sorted)
	for k, c := range order {
		p.place[c] = int32(k)
	}
}

// columns lists the entries of each column: those of its coordinate's ties, and those of the
// columns whose first entry is in its row.
func (p *NormalPattern) columns(near [][]int32, order []int32) bool {
	p.start, p.rows, p.work = []int32{0}, nil, 0
	children := make([][]int32, p.sparse)
	met := make([]int32, p.size)
	m := float64(p.size - p.sparse)
	for j := range int32(p.sparse) {
		from := len(p.rows)
		met[j] = j + 1
		add := func(r int32) {
			if r > j && met[r] != j+1 {
				met[r] = j + 1
				p.rows = append(p.rows, r)
			}
		}
		// A child that is tied to all of them comes first, as it nearly always is: its entries are sorted.
		slices.SortFunc(children[j], func(a, b int32) int { return int(p.start[b+1] - p.start[b] - p.start[a+1] + p.start[a]) })
		for _, c := range children[j] {
			for _, r := range p.rows[p.start[c]:p.start[c+1]] {
				add(r)
			}
		}
		sorted := len(p.rows)
		for _, u := range near[order[j]] {
			add(p.place[u])
		}
		if len(children[j]) != 1 || len(p.rows) > sorted {
			slices.Sort(p.rows[from:])
		}
		children[j] = nil
		if len(p.rows) > from && int(p.rows[from]) < p.sparse {
			children[p.rows[from]] = append(children[p.rows[from]], j)
		}
		p.start = append(p.start, int32(len(p.rows)))
		n := float64(len(p.rows) - from)
		p.work += n * (n + 1) / 2
		if p.exceeds(m) || p.most > 0 && len(p.rows) > mostOfFactor {
			p.excess = n
			return false
		}
	}
	return true
}

// findFronts finds which columns have the same entries, and where the products of each front are.
func (p *NormalPattern) findFronts() {
	of := make([]int32, p.sparse) // the front of each column
	for j := 0; j < p.sparse; {
		from := j
		for j++; j < p.sparse; j++ {
			n := p.start[j] - p.start[j-1]
			if n == 0 || int(p.rows[p.start[j-1]]) != j || p.start[j+1]-p.start[j] != n-1 {
				break
			}
		}
		for k := from; k < j; k++ {
			of[k] = int32(len(p.fronts))
		}
		p.fronts = append(p.fronts, normalFront{from: int32(from), to: int32(j), rows: p.rows[p.start[j-1]:p.start[j]]})
	}
	for i := range p.fronts {
		f := &p.fronts[i]
		for first := 0; first < len(f.rows); {
			r := int(f.rows[first])
			if r >= p.sparse {
				f.parts = append(f.parts, normalPart{first: int32(first), last: int32(len(f.rows)), front: -1})
				break
			}
			t := of[r]
			last := first
			for last < len(f.rows) && f.rows[last] < p.fronts[t].to {
				last++
			}
			at := p.fronts[t].positions(f.rows[first:])
			f.parts = append(f.parts, normalPart{int32(first), int32(last), t, at})
			first = last
		}
	}
}

// positions are those of rows in the columns and rows of a front.
func (f *normalFront) positions(rows []int32) []int32 {
	at := make([]int32, len(rows))
	k := 0
	for i, r := range rows {
		if r < f.to {
			at[i] = r - f.from
			continue
		}
		for f.rows[k] != r {
			k++
		}
		at[i] = f.to - f.from + int32(k)
	}
	return at
}

// below is where the entries of a column in the rows below its front stand among all numbers, and
// base where the entry would stand whose position in the front is 0.
func (p *NormalPattern) below(f *normalFront, column int32) int {
	return p.size + 1 + int(p.start[column]) + int(f.to-1-column)
}

func (p *NormalPattern) base(f *normalFront, column int32) int {
	return p.size + int(p.start[column]) - int(column-f.from)
}
