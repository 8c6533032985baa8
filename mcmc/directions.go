package mcmc

import "math"

const (
	// directionsMost bounds how many numbers are moved together: each direction costs a slice of the density of all.
	directionsMost = 20
	// directionsTied is how much of the variance of a number the others must explain, of the one of which they explain most,
	// for moves to be worth their time. Drawn one by one it has then less than half of the effective draws.
	directionsTied = 0.5
	// directionsWith is how much of it they must explain for a number to be moved.
	directionsWith = 0.2
	// directionsWidth is that of the first interval of a slice, in standard deviations along its direction.
	directionsWidth = 2.6
)

// Directions move numbers that are also drawn one by one together, along the directions in which they vary together. What
// these are is learned in the burn-in, and then left as it is; each is drawn along by a slice, one after the other (Tibbits,
// Groendyke, Haran and Liechty, "Automated factor slice sampling", Journal of Computational and Graphical Statistics 23, 2014,
// with columns of a Cholesky factor in the place of eigenvectors: given the scale of each, one basis is as good as another).
// It is a state machine, as Slice is; the caller names the numbers, writes those that are taken, and computes the log density
// of all:
//
//	d.Gather()
//	d.Add(x[i], lo, hi) // of each number
//	for more := d.Begin(stream, burning); more; more = d.Next(log) {
//		x[i] = d.Take() // each number, in the same order
//		log = logDensity(x)
//	}
//	x[i] = d.Take()
//
// A point of which the log density is not a number, or infinite, is none to go to: where the density is not known the numbers
// stay, and draws of each of them tell why. The exported fields are what a saved state holds; the zero value has learned nothing.
type Directions struct {
	Count      int
	Mean       [directionsMost]float64
	Covariance [directionsMost][directionsMost]float64 // below the diagonal, and on it

	n          int
	x, at      [directionsMost]float64 // where the numbers stand, and the point that is asked for
	lo, hi     [directionsMost]float64
	moved      [directionsMost]int // the numbers that are moved
	k          int                 // how many these are
	along      [directionsMost][directionsMost]float64
	known      bool // along and moved are of the present covariance
	slice      Slice
	stream     *Stream
	column     int // -1 where the density of the start is asked for
	log        float64
	taken      int
	correlated [directionsMost * directionsMost]float64 // to work in
}

// Words are what a saved state holds.
func (d *Directions) Words() []uint64 {
	list := []uint64{uint64(d.Count)}
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
	*d = Directions{Count: int(word())}
	for i := range d.Mean {
		d.Mean[i] = math.Float64frombits(word())
		for j := range i + 1 {
			d.Covariance[i][j] = math.Float64frombits(word())
		}
	}
}

// Gather begins a list of numbers.
func (d *Directions) Gather() { d.n = 0 }

// Add adds a number that is between bounds.
func (d *Directions) Add(x, lo, hi float64) {
	if d.n < directionsMost {
		d.x[d.n], d.lo[d.n], d.hi[d.n] = x, lo, hi
	}
	d.n++
}

// Begin starts a move, in a burn-in of which so many scans are to come. It is false where there is none: where the numbers are
// too many, too little is known of them, or they are not tied much.
func (d *Directions) Begin(stream *Stream, burning int) bool {
	d.taken = 0
	if d.n < 2 || d.n > directionsMost {
		d.n = min(d.n, directionsMost)
		d.k = 0
		return false
	}
	if burning > 0 {
		d.learn()
	}
	if d.Count < 50+10*d.n {
		return false
	}
	if !d.known {
		d.find()
	}
	if d.k == 0 {
		return false
	}
	d.at = d.x
	d.stream, d.column = stream, -1
	return true
}

// Take gives the numbers of the point that is asked for, or of the draw, one after the other.
func (d *Directions) Take() float64 {
	x := d.at[d.taken]
	d.taken++
	return x
}

// Next takes the log density of the point. It is false where the numbers are drawn.
func (d *Directions) Next(log float64) bool {
	d.taken = 0
	if !(log <= math.MaxFloat64) {
		log = math.Inf(-1)
	}
	if d.column < 0 {
		if log < -math.MaxFloat64 {
			return false
		}
		d.log = log
		return d.next()
	}
	if t, more := d.slice.Next(log); more {
		d.to(t)
		return true
	}
	if d.slice.Fault() == SliceFine {
		d.to(d.slice.Value())
		d.x, d.log = d.at, d.slice.LogDensity()
	}
	return d.next()
}

// next begins the slice along the next direction.
func (d *Directions) next() bool {
	for d.column++; d.column < d.k; d.column++ {
		lo, hi := d.limits()
		if t, more := d.slice.Begin(d.stream, directionsWidth, 0, d.log, lo, hi); more {
			d.to(t)
			return true
		}
	}
	d.at = d.x
	return false
}

// limits are how far one may go along the direction.
func (d *Directions) limits() (lo, hi float64) {
	lo, hi = math.Inf(-1), math.Inf(1)
	for _, i := range d.moved[:d.k] {
		v := d.along[d.column][i]
		switch {
		case v > 0:
			lo, hi = max(lo, (d.lo[i]-d.x[i])/v), min(hi, (d.hi[i]-d.x[i])/v)
		case v < 0:
			lo, hi = max(lo, (d.hi[i]-d.x[i])/v), min(hi, (d.lo[i]-d.x[i])/v)
		}
	}
	return lo, hi
}

// to makes the point one along the direction.
func (d *Directions) to(t float64) {
	for _, i := range d.moved[:d.k] {
		d.at[i] = min(max(d.x[i]+t*d.along[d.column][i], d.lo[i]), d.hi[i])
	}
}

// learn takes the numbers into account, the k-th draw with a weight proportional to k.
func (d *Directions) learn() {
	for _, x := range d.x[:d.n] {
		if x-x != 0 {
			return
		}
	}
	d.Count++
	weight := 2 / float64(d.Count+1)
	var from [directionsMost]float64
	for i := range d.n {
		from[i] = d.x[i] - d.Mean[i]
		d.Mean[i] += weight * from[i]
	}
	for i := range d.n {
		for j := range i + 1 {
			d.Covariance[i][j] += weight * ((1-weight)*from[i]*from[j] - d.Covariance[i][j])
		}
	}
	d.known = false
}

// find finds which numbers are tied, and the directions: those in which their normal approximation, given all other numbers,
// has independent standard normals.
func (d *Directions) find() {
	d.known, d.k = true, 0
	n, r := d.n, d.correlated[:]
	for i := range n {
		for j := range i + 1 {
			r[i*n+j] = d.Covariance[i][j] / math.Sqrt(d.Covariance[i][i]) / math.Sqrt(d.Covariance[j][j])
		}
	}
	if !choleskyPlain(r, r, n) {
		return
	}
	inverse := &d.along // the columns of the inverse of the factor, to begin with
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
			d.moved[d.k] = i
			d.k++
		}
	}
	if !(most > directionsTied) || d.k < 2 {
		d.k = 0
		return
	}
	moved := d.moved[:d.k]
	for a, i := range moved {
		for b, j := range moved[:a+1] {
			r[a*d.k+b] = r[i*n+j] // which is not before, as moved ascends
		}
	}
	if !choleskyPlain(r, r, d.k) {
		d.k = 0
		return
	}
	var unit [directionsMost][directionsMost]float64
	for a := range moved {
		choleskyColumn(unit[a][:d.k], r, a)
	}
	for c := range moved {
		for a, i := range moved {
			// The precision is L L', so that the columns of the inverse of L' are what is wanted, the rows of that of L.
			d.along[c][i] = unit[a][c] * math.Sqrt(d.Covariance[i][i])
		}
	}
}

// choleskyColumn makes column j of the inverse of the Cholesky factor l.
func choleskyColumn(to, l []float64, j int) {
	clear(to)
	to[j] = 1
	choleskyForwardPlain(l, to)
}
