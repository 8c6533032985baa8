package latent

import (
	"math"

	"mpc/special"
)

const (
	gradedHalf   = 48 // nodes on either side of where the density bends
	gradedMost   = 768
	gradedZoom   = 13  // nodes on either side while that is sought
	gradedSmooth = 0.3 // how much a log density bends from node to node where it is seen
)

// graded is of, of a density that bends within far less than it is wide, as a truth does between
// cavities of large variance, and a count of 0. Nodes are equidistant in u of x = bend + width
// sinh(u), as dense as the density bends and as wide as it is: the sum is again one over the whole
// line of an analytic function. Of x n nodes have been evaluated that carry the density.
func (q *tilt) graded(m Model, rows []row, order []int32, ref float64, cavity normal, center, step float64, n int) (Tilted, bool) {
	low, high := q.x[0], q.x[n-1]
	// Where the density bends most, and within what width.
	for range 60 {
		bends, at := 0.0, -1
		top := math.Inf(-1)
		for _, y := range q.log[:n] {
			top = max(top, y)
		}
		for k := 1; k < n-1; k++ {
			if q.log[k] > top-tiltDrop {
				if b := math.Abs(q.log[k-1] - 2*q.log[k] + q.log[k+1] + step*step/cavity.variance); b > bends {
					bends, at = b, k
				}
			}
		}
		if at < 0 {
			return Tilted{}, false
		}
		center = q.x[at]
		if bends < gradedSmooth {
			step *= math.Sqrt(1 / max(bends, 0.01))
			break
		}
		step /= 4
		n = 2*gradedZoom + 1
		for k := range q.x[:n] {
			q.x[k] = center + float64(k-gradedZoom)*step
		}
		q.evaluate(m, rows, order, ref, n, cavity)
	}
	width := step
	below, above := math.Asinh((center-low)/width), math.Asinh((high-center)/width)
	var before Tilted
	for half := gradedHalf; half <= gradedMost; half *= 2 {
		n := 2*half + 1
		q.resize(n)
		h := (below + above) / float64(2*half)
		for k := range q.x[:n] {
			q.x[k] = center + width*math.Sinh(-below+h*float64(k))
		}
		top, _ := q.evaluate(m, rows, order, ref, n, cavity)
		if !(top > math.Inf(-1) && top < math.Inf(1)) || top-q.log[0] < tiltDrop-2 || top-q.log[n-1] < tiltDrop-2 {
			return Tilted{}, false
		}
		special.ExpRow(q.work[:n], q.log[:n], top)
		all, mean, square := 0.0, 0.0, 0.0
		for k, w := range q.work[:n] {
			w *= math.Cosh(-below + h*float64(k))
			q.work[k] = w
			all += w
			mean += w * (q.x[k] - center)
		}
		mean /= all
		for k, w := range q.work[:n] {
			d := q.x[k] - center - mean
			square += w * d * d
		}
		t := Tilted{Mean: center + mean, Variance: square / all}
		t.LogZ = top + math.Log(all*h*width/cavity.scale())
		t.Precision = 1/t.Variance - 1/cavity.variance
		t.Linear = t.Mean/t.Variance - cavity.mean/cavity.variance
		sd := math.Sqrt(t.Variance)
		if math.Abs(t.Mean-before.Mean) < tiltDigits*sd && math.Abs(t.Variance-before.Variance) < tiltDigits*t.Variance && math.Abs(t.LogZ-before.LogZ) < tiltDigits {
			q.nodes, q.uneven = n, true
			return t, true
		}
		before = t
	}
	return Tilted{}, false
}
