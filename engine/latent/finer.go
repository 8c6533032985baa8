package latent

import (
	"cmp"
	"math"
	"slices"
)

// finerParts is how many parts the step of a lattice is divided into for marginals of hyperparameters, by dimension.
var finerParts = [MaxHypers + 1]int{1, 1, 4, 3, 2, 2, 1, 1, 1}

// finerPoints is how many points there may be of it.
const finerPoints = 400000

// A finePoint is a place of the lattice in parts of its step, with the log density there.
type finePoint struct {
	at  [MaxHypers]int
	log float64
}

// finer finds the log density at points between those of the lattice: along one axis after the other by splines through the
// points of each line. It gives how many parts a step has.
func (l *lattice) finer() (points []finePoint, parts int) {
	d := len(l.hypers)
	parts = finerParts[d]
	for _, p := range l.points {
		if !math.IsInf(p.log, -1) && p.log > l.top-3*l.fall {
			f := finePoint{log: p.log}
			copy(f.at[:], p.at)
			points = append(points, f)
		}
	}
	if parts == 1 || float64(len(points))*math.Pow(float64(parts), float64(d)) > finerPoints {
		return points, 1
	}
	for axis := range d {
		points = finerAlong(points, axis, parts)
	}
	return points, parts
}

// finerAlong divides the steps along an axis; coordinates along it are in parts from then on.
func finerAlong(points []finePoint, axis, parts int) (out []finePoint) {
	line := func(a, b finePoint) int {
		for k := range a.at {
			if k != axis && a.at[k] != b.at[k] {
				return cmp.Compare(a.at[k], b.at[k])
			}
		}
		return 0
	}
	slices.SortFunc(points, func(a, b finePoint) int { return cmp.Or(line(a, b), cmp.Compare(a.at[axis], b.at[axis])) })
	for from := 0; from < len(points); {
		to := from + 1
		for to < len(points) && line(points[to-1], points[to]) == 0 && points[to].at[axis] == points[to-1].at[axis]+1 {
			to++
		}
		run := points[from:to]
		var log []float64
		for _, p := range run {
			log = append(log, p.log)
		}
		var s spline
		if len(run) >= 4 {
			s = newSpline(log)
		}
		for i := range (len(run)-1)*parts + 1 {
			p := run[i/parts]
			p.at[axis] = run[0].at[axis]*parts + i
			if part := i % parts; part > 0 {
				share := float64(part) / float64(parts)
				if s.log != nil {
					p.log = s.at(float64(i) / float64(parts))
				} else {
					p.log = (1-share)*p.log + share*run[i/parts+1].log
				}
			}
			out = append(out, p)
		}
		from = to
	}
	return out
}

// A mass is a weight at a value of a hyperparameter's coordinate.
type mass struct{ real, weight float64 }

// massParts is how many masses there are over the width of the kernel that each stands for.
const massParts = 8

// marginals finds the masses of each hyperparameter, and the widths of their kernels.
func (l *lattice) marginals() (list [][]mass, width []float64) {
	points, parts := l.finer()
	step := l.step / float64(parts)
	for k := range l.hypers {
		square := 0.0
		for _, x := range l.axes[k] {
			square += x * x
		}
		w := kernelWidth * step * math.Sqrt(square)
		sums := &binned{middle: l.mode[k], width: w}
		all := 0.0
		for _, p := range points {
			real := l.mode[k]
			for i := range l.hypers {
				real += l.axes[k][i] * step * float64(p.at[i])
			}
			weight := math.Exp(p.log - l.top)
			all += weight
			sums.add(real, weight)
		}
		list, width = append(list, sums.list(all)), append(width, w)
	}
	return list, width
}

// binned are masses that are summed where they are near to each other.
type binned struct {
	middle, width float64
	sums          map[int]*mass
}

func (b *binned) add(real, weight float64) {
	if b.sums == nil {
		b.sums = map[int]*mass{}
	}
	at := int(math.Floor((real - b.middle) / b.width * massParts))
	if b.sums[at] == nil {
		b.sums[at] = &mass{}
	}
	b.sums[at].real += weight * real
	b.sums[at].weight += weight
}

// list are the masses in order, whose weights add up to 1 if all do to a sum.
func (b *binned) list(all float64) (list []mass) {
	for _, m := range b.sums {
		list = append(list, mass{m.real / m.weight, m.weight / all})
	}
	slices.SortFunc(list, func(a, b mass) int { return cmp.Compare(a.real, b.real) })
	return list
}
