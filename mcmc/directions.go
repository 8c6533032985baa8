package mcmc

import "math"

const (
	// DirectionsMost bounds how many numbers are moved together: each direction costs a slice of the density of all.
	DirectionsMost = 32
	// directionsTied is how much of the variance of a number the others must explain, of the one of which they explain most,
	// for moves to be worth their time. Drawn one by one it has then less than half of the effective draws.
	directionsTied = 0.5
	// directionsWith is how much of it they must explain for a number to be moved.
	directionsWith = 0.2
	// directionsWidth is that of the first interval of a slice, in standard deviations along its direction.
	directionsWidth = 2.6
)

// Directions move numbers that are also drawn one by one together, on a scale without bounds: by proposals of all at once (see
// Independence), and along the directions in which they vary together. What these are is learned in the burn-in, and then left as it
// is; each is drawn along by a slice, one after the other (Tibbits, Groendyke, Haran and Liechty, "Automated factor slice
// sampling", Journal of Computational and Graphical Statistics 23, 2014, with columns of a Cholesky factor in the place of
// eigenvectors: given the scale of each, one basis is as good as another). It is a state machine, as Slice is; the caller names the
// numbers, writes those that are taken, and computes the log density of all:
//
//	d.Gather()
//	d.Add(x[i], lo, hi) // of each number
//	for more := d.Begin(stream, burning, alone); more; more = d.Next(log) {
//		x[i] = d.Take() // each number, in the same order
//		log = logDensity(x)
//	}
//	x[i] = d.Take()
//
// A point of which the log density is not a number, or infinite, is none to go to: where the density is not known the numbers
// stay, and draws of each of them tell why. The exported fields but Stood are what a saved state holds; the zero value has learned nothing.
type Directions struct {
	Independence
	Count      int
	Mean       [DirectionsMost]float64
	Covariance [DirectionsMost][DirectionsMost]float64 // below the diagonal, and on it
	// Stood tells that the log density is known where the numbers stood when the move before ended.
	Stood bool

	n      int
	local  bool
	x, at  directionsPoint // where the numbers stand, and the point that is asked for
	last   directionsPoint // where they stood when the move before ended
	lo, hi [DirectionsMost]float64
	axes   directionsAxes
	known  bool // what is found of the present covariance
	along  bool // slices are drawn along directions
	slice  Slice
	stream *Stream
	stage  directionsStage
	column int
	taken  int
}

// A directionsPoint is a place of the numbers.
type directionsPoint struct {
	x, u   [DirectionsMost]float64 // the numbers, and on a scale without bounds
	change float64                 // the log of how much the numbers change by those
	log    float64                 // their log density
}

// directionsAxes are the directions.
type directionsAxes struct {
	moved  [DirectionsMost]int // the numbers that are moved
	k      int                 // how many these are
	along  [DirectionsMost][DirectionsMost]float64
	factor [DirectionsMost * DirectionsMost]float64 // to work in
}

// A directionsStage is what the point that is asked for is for.
type directionsStage uint8

const (
	directionsStart directionsStage = iota
	directionsProposal
	directionsSlice
)

// Words are what a saved state holds.
func (d *Directions) Words() []uint64 {
	list := append(d.words(), uint64(d.Count))
	for i, m := range d.Mean {
		list = append(list, math.Float64bits(m))
		for _, c := range d.Covariance[i][:i+1] {
			list = append(list, math.Float64bits(c))
		}
	}
	return list
}

// SetWords sets what Words gave, word by word.
func (d *Directions) SetWords(word func() uint64) {
	*d = Directions{}
	d.setWords(word)
	d.Count = int(word())
	for i := range d.Mean {
		d.Mean[i] = math.Float64frombits(word())
		for j := range i + 1 {
			d.Covariance[i][j] = math.Float64frombits(word())
		}
	}
}

// Gather begins a list of numbers.
func (d *Directions) Gather() { d.n, d.local = 0, false }

// Local tells of the numbers of the list that factors read few of them each. A slice of the density of all costs then about as many of the
// density of one as there are numbers, and moves along directions must be worth that much.
func (d *Directions) Local() { d.local = true }

// Add adds a number that is between bounds.
func (d *Directions) Add(x, lo, hi float64) {
	if d.n < DirectionsMost {
		d.x.x[d.n], d.lo[d.n], d.hi[d.n] = x, lo, hi
	}
	d.n++
}

// Begin starts a move, in a burn-in of which so many scans are to come. It is false where there is none: where the numbers are
// too many, too little is known of them, or a move is not worth its time. Alone tells that their density depends on nothing else
// that changes.
func (d *Directions) Begin(stream *Stream, burning int, alone bool) bool {
	d.taken = 0
	if d.n < 1 || d.n > DirectionsMost {
		d.n = min(d.n, DirectionsMost)
		return false
	}
	if !d.x.unbound(d) {
		return false
	}
	if burning > 0 {
		d.learn()
	}
	if d.Count < 50+10*d.n {
		return false
	}
	drawn := !d.Rests()
	d.begin(d.n, burning > 0, alone)
	if !d.known {
		d.find()
	}
	if !d.fine {
		d.left = 0
	}
	d.along = drawn && d.axes.k > 0
	if d.left == 0 && !d.along {
		return false
	}
	d.stream, d.at = stream, d.x
	if alone && d.Stood && d.last.x == d.x.x {
		return d.starts(d.last.log)
	}
	d.stage = directionsStart
	return true
}

// Take gives the numbers of the point that is asked for, or of the draw, one after the other.
func (d *Directions) Take() float64 {
	x := d.at.x[d.taken]
	d.taken++
	return x
}

// Next takes the log density of the point. It is false where the numbers are drawn.
func (d *Directions) Next(log float64) bool {
	d.taken = 0
	if !(log <= math.MaxFloat64) {
		log = math.Inf(-1)
	}
	d.at.log = log
	switch d.stage {
	case directionsStart:
		return d.starts(log)
	case directionsProposal:
		if d.takes(d.stream, log+d.at.change) {
			d.x = d.at
		}
		return d.proposes()
	}
	if t, more := d.slice.Next(log + d.at.change); more {
		d.to(t)
		return true
	}
	if d.slice.Fault() == SliceFine {
		d.x = d.at // of which the slice has just asked
	}
	return d.next()
}

// starts begins where the log density is this.
func (d *Directions) starts(log float64) bool {
	if log < -math.MaxFloat64 {
		return false
	}
	d.x.log = log
	if d.left > 0 {
		d.stands(d.x.u[:d.n], d.Mean[:d.n], log+d.x.change)
	}
	return d.proposes()
}

// proposes makes the next proposal, or goes on to slices.
func (d *Directions) proposes() bool {
	for d.left > 0 {
		d.propose(d.stream, d.at.u[:d.n], d.Mean[:d.n])
		if d.at.bind(d) {
			d.stage = directionsProposal
			return true
		}
		d.takes(d.stream, math.Inf(-1)) // there is no such number
	}
	d.stage, d.column = directionsSlice, -1
	return d.next()
}

// next begins the slice along the next direction.
func (d *Directions) next() bool {
	if d.along {
		for d.column++; d.column < d.axes.k; d.column++ {
			if t, more := d.slice.Begin(d.stream, directionsWidth, 0, d.x.log+d.x.change, math.Inf(-1), math.Inf(1)); more {
				d.to(t)
				return true
			}
		}
	}
	d.at, d.last, d.Stood = d.x, d.x, true
	return false
}

// to makes the point one along the direction. At a bound, where digits end, it is taken as the nearest number inside.
func (d *Directions) to(t float64) {
	d.at = d.x
	for _, i := range d.axes.moved[:d.axes.k] {
		d.at.u[i] += t * d.axes.along[d.column][i]
	}
	d.at.bind(d)
}

// unbound finds where numbers are on a scale without bounds. It is false where they are at a bound, or not finite.
func (p *directionsPoint) unbound(d *Directions) bool {
	p.change = 0
	for i, x := range p.x[:d.n] {
		u, change := unbounded(x, d.lo[i], d.hi[i])
		if u-u != 0 {
			return false
		}
		p.u[i], p.change = u, p.change+change
	}
	return true
}

// bind finds the numbers of a point. It is false where one of them is at a bound, as digits end: there is no density then.
func (p *directionsPoint) bind(d *Directions) bool {
	p.change = 0
	fine := true
	for i, u := range p.u[:d.n] {
		x := bounded(u, d.lo[i], d.hi[i])
		_, change := unbounded(x, d.lo[i], d.hi[i])
		p.x[i], p.change = x, p.change+change
		fine = fine && change-change == 0
	}
	if !fine {
		p.change = math.Inf(-1)
	}
	return fine
}

// learn takes the numbers into account, the k-th draw with a weight proportional to k.
func (d *Directions) learn() {
	d.Count++
	weight := 2 / float64(d.Count+1)
	var from [DirectionsMost]float64
	for i := range d.n {
		from[i] = d.x.u[i] - d.Mean[i]
		d.Mean[i] += weight * from[i]
	}
	for i := range d.n {
		for j := range i + 1 {
			d.Covariance[i][j] += weight * ((1-weight)*from[i]*from[j] - d.Covariance[i][j])
		}
	}
	d.known = false
}

// find finds what follows from the covariance.
func (d *Directions) find() {
	d.known = true
	d.know(&d.Covariance, d.n)
	tied := directionsTied
	if d.local {
		tied = max(tied, 1-1/float64(d.n))
	}
	d.axes.find(&d.Covariance, d.n, tied)
}

// find finds which numbers are tied, and the directions: those in which their normal approximation, given all other numbers,
// has independent standard normals. There are none where the others explain no more than tied of any.
func (a *directionsAxes) find(covariance *[DirectionsMost][DirectionsMost]float64, n int, tied float64) {
	a.k = 0
	r := a.factor[:]
	for i := range n {
		for j := range i + 1 {
			r[i*n+j] = covariance[i][j] / math.Sqrt(covariance[i][i]) / math.Sqrt(covariance[j][j])
		}
	}
	if !choleskyPlain(r, r, n) {
		return
	}
	inverse := &a.along // the columns of the inverse of the factor, to begin with
	for i := range n {
		choleskyColumn(inverse[i][:n], r, i)
	}
	// The precisions of the numbers, each times its standard deviation.
	for i := range n {
		for j := range i + 1 {
			sum := 0.0
			for k := i; k < n; k++ {
				sum += inverse[i][k] * inverse[j][k]
			}
			r[i*n+j] = sum
		}
	}
	most := 0.0
	for i := range n {
		explained := 1 - 1/r[i*n+i]
		most = max(most, explained)
		if explained > directionsWith {
			a.moved[a.k] = i
			a.k++
		}
	}
	if !(most > tied) || a.k < 2 {
		a.k = 0
		return
	}
	moved := a.moved[:a.k]
	for p, i := range moved {
		for q, j := range moved[:p+1] {
			r[p*a.k+q] = r[i*n+j] // which is not before, as moved ascends
		}
	}
	if !choleskyPlain(r, r, a.k) {
		a.k = 0
		return
	}
	var unit [DirectionsMost][DirectionsMost]float64
	for p := range moved {
		choleskyColumn(unit[p][:a.k], r, p)
	}
	for c := range moved {
		for p, i := range moved {
			// The precision is L L', so that the columns of the inverse of L' are what is wanted, the rows of that of L.
			a.along[c][i] = unit[p][c] * math.Sqrt(covariance[i][i])
		}
	}
}

// choleskyColumn makes column j of the inverse of the Cholesky factor l.
func choleskyColumn(to, l []float64, j int) {
	clear(to)
	to[j] = 1
	choleskyForwardPlain(l, to)
}
