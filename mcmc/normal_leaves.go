package mcmc

// Leaves are the coordinates that a factor eliminates before all that are tied to them. No two of them are tied, so that given the
// others each is a normal of its own, whose precision and slopes stand in its column of the factor as they were said.

// Leaves numbers the coordinates that are no leaves, by place in the order of elimination, with -1 of leaves, and lists them. Where
// combinations are held, which tie all, there are none.
func (p *NormalPattern) Leaves() (number []int32, others []int) {
	number = make([]int32, p.size)
	inner := make([]bool, p.size)
	for _, i := range p.rows {
		inner[i] = true
	}
	for i := p.sparse + 1; i < p.size; i++ {
		inner[i] = true
	}
	coordinate := make([]int, p.size)
	for c := range p.size {
		coordinate[p.place[c]] = c
	}
	for i := range number {
		number[i] = -1
		if inner[i] || len(p.held) > 0 {
			number[i] = int32(len(others))
			others = append(others, coordinate[i])
		}
	}
	return number, others
}

// Place is that of a coordinate in the order of elimination.
func (p *NormalPattern) Place(c int) int32 { return p.place[c] }

// Leaf is the variance of the leaf at a place given all others, and appends to slopes how its mean goes with each of those that it
// is tied to, whose places it appends to places.
func (b *NormalBlock) Leaf(place int32, places []int32, slopes []float64) (variance float64, _ []int32, _ []float64) {
	p, x := b.pattern, b.numbers
	j := int(place)
	inverse := x[j]
	if j >= p.sparse {
		m := p.size - p.sparse
		for i := j + 1; i < p.size; i++ {
			places, slopes = append(places, int32(i)), append(slopes, -inverse*x[p.square+(i-p.sparse)*m+j-p.sparse])
		}
		return inverse * inverse, places, slopes
	}
	from, to := p.start[j], p.start[j+1]
	places = append(places, p.rows[from:to]...)
	for _, e := range x[p.size+1+int(from) : p.size+1+int(to)] {
		slopes = append(slopes, -inverse*e)
	}
	return inverse * inverse, places, slopes
}

// MoveMean adds to the step to the mean at a place, which RowMoments reads, after Mean.
func (b *NormalBlock) MoveMean(place int32, by float64) { b.mean[place] += by }
