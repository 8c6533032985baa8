package latent

import (
	"math"
	"slices"

	"mpc/special"
)

const (
	edgeFalls  = 0.7 // what is left of a jump between places that are ever nearer
	edgeStands = 4   // how many times as large a jump is as what lies beside it
	edgeMost   = 8   // edges of one density
	edgeSteps  = 24  // nodes on either side of the middle of a piece, at first
	edgeReach  = 3.2 // of them, in the scale of the double exponential
	edgeNodes  = 513 // that jumps of what compares its combination are sought at, on either side of a cavity's mean
	edgeWide   = 9   // how many of its sds these reach
)

// An edgeMemory is memory for places where a density may jump, and for weights of nodes between.
type edgeMemory struct{ x, base, jumps, weights, edges []float64 }

// stepped is of, of rows that compare their combination: jumps are sought all over the cavity, as what lies between two of them may
// be narrower than nodes are apart.
func (q *tilt) stepped(m Model, rows []row, order []int32, ref float64, cavity normal) (Tilted, bool) {
	if !slices.ContainsFunc(order, func(i int32) bool { return rows[i].kind == other && rows[i].b == 1 }) || cavity == flat {
		return Tilted{}, false
	}
	n := 2*edgeNodes + 1
	q.place(n, cavity.mean, edgeWide*math.Sqrt(cavity.variance)/edgeNodes)
	q.evaluate(m, rows, order, ref, n, cavity)
	return q.edged(m, rows, order, ref, cavity, n)
}

// edged is of, of a density that jumps, as a comparison that is seen with noise does: between two edges it is smooth, and
// nodes are those of the double exponential rule (Takahasi and Mori 1974), as dense at the edges as doubles are. Of x n nodes
// have been evaluated that carry the density. It is false where there is no jump.
func (q *tilt) edged(m Model, rows []row, order []int32, ref float64, cavity normal, n int) (Tilted, bool) {
	edges := q.edges(m, rows, order, ref, n, cavity)
	if len(edges) < 3 {
		return Tilted{}, false
	}
	var before Tilted
	for half := edgeSteps; half <= 16*edgeSteps; half *= 2 {
		t, ok := q.pieces(m, rows, order, ref, cavity, edges, half)
		if !ok {
			return Tilted{}, false
		}
		sd := math.Sqrt(t.Variance)
		if math.Abs(t.Mean-before.Mean) < tiltDigits*sd && math.Abs(t.Variance-before.Variance) < tiltDigits*t.Variance && math.Abs(t.LogZ-before.LogZ) < tiltDigits {
			q.uneven, q.jumps = true, true
			return t, true
		}
		before = t
	}
	return Tilted{}, false
}

// edges are where the density jumps, between ends beyond which it is nothing.
func (q *tilt) edges(m Model, rows []row, order []int32, ref float64, n int, cavity normal) []float64 {
	e := &q.edge
	e.x, e.base, e.jumps = append(e.x[:0], q.x[:n]...), append(e.base[:0], q.base[:n]...), e.jumps[:0]
	for k := range n - 1 {
		jump := math.Abs(e.base[k+1] - e.base[k])
		if jump != jump { // both are nothing
			jump = 0
		}
		e.jumps = append(e.jumps, jump)
	}
	width := (e.x[n-1] - e.x[0]) / 2
	e.edges = append(e.edges[:0], e.x[0]-width, e.x[n-1]+width)
	for k, jump := range e.jumps {
		beside := 0.0
		if k > 0 {
			beside = e.jumps[k-1]
		}
		if k+1 < len(e.jumps) {
			beside = max(beside, e.jumps[k+1])
		}
		if !(jump > tiltDigits && (jump > edgeStands*beside || math.IsInf(jump, 1))) {
			continue
		}
		if at, ok := q.jump(m, rows, order, ref, cavity, e.x[k], e.x[k+1], e.base[k], e.base[k+1]); ok {
			e.edges = append(e.edges, at)
		}
	}
	if len(e.edges) > 2+edgeMost {
		return nil
	}
	slices.Sort(e.edges)
	return e.edges
}

// jump finds where between two places the density jumps from one value to the other; it is false where it goes there
// smoothly.
func (q *tilt) jump(m Model, rows []row, order []int32, ref float64, cavity normal, low, high, below, above float64) (float64, bool) {
	first := math.Abs(above - below)
	for range 1100 {
		mid := low + (high-low)/2
		if mid <= low || mid >= high {
			return mid, true
		}
		q.x[0] = mid
		q.evaluate(m, rows, order, ref, 1, cavity)
		at := q.base[0]
		if left, right := math.Abs(at-below), math.Abs(above-at); !(left > right) && right == right {
			low, below = mid, at
		} else {
			high, above = mid, at
		}
		if jump := math.Abs(above - below); !(jump > edgeFalls*first || math.IsInf(jump, 1)) {
			return 0, false
		}
	}
	return 0, false
}

// pieces sums the density between each two edges.
func (q *tilt) pieces(m Model, rows []row, order []int32, ref float64, cavity normal, edges []float64, half int) (Tilted, bool) {
	each := 2*half + 1
	n := each * (len(edges) - 1)
	q.resize(n)
	h := edgeReach / float64(half)
	weights := &q.edge.weights
	*weights = (*weights)[:0]
	for piece, low := range edges[:len(edges)-1] {
		high := edges[piece+1]
		for k := range each {
			t := float64(k-half) * h
			// The place, from the edge that is nearer.
			u := math.Pi / 2 * math.Sinh(t)
			away := (high - low) / (1 + math.Exp(2*math.Abs(u)))
			x := low + away
			if t > 0 {
				x = high - away
			}
			cosh := math.Cosh(u)
			q.x[piece*each+k] = min(max(x, math.Nextafter(low, high)), math.Nextafter(high, low))
			*weights = append(*weights, h*(high-low)/2*math.Pi/2*math.Cosh(t)/(cosh*cosh))
		}
	}
	top, best := q.evaluate(m, rows, order, ref, n, cavity)
	if !(top > math.Inf(-1) && top < math.Inf(1)) || top-q.log[0] < tiltDrop || top-q.log[n-1] < tiltDrop {
		return Tilted{}, false
	}
	special.ExpRow(q.work[:n], q.log[:n], top)
	center := q.x[best]
	all, mean, square := 0.0, 0.0, 0.0
	for k := range q.work[:n] {
		q.work[k] *= q.edge.weights[k]
		all += q.work[k]
		mean += q.work[k] * (q.x[k] - center)
	}
	mean /= all
	for k, w := range q.work[:n] {
		d := q.x[k] - center - mean
		square += w * d * d
	}
	t := Tilted{Mean: center + mean, Variance: square / all}
	t.LogZ = top + math.Log(all/cavity.scale())
	t.Precision = 1/t.Variance - 1/cavity.variance
	t.Linear = t.Mean/t.Variance - cavity.mean/cavity.variance
	q.nodes = n
	return t, true
}
