package latent

import (
	"cmp"
	"math"
	"slices"

	"mpc/special"
)

// A combination of coordinates some of which conditions cut off is the sum of these, each of its shape, and of a rest that is normal. They are
// tied as normals of the correlations that EP has: the shapes' standard normal numbers and the rest are a joint normal.

const (
	sumStep   = 0.2  // of a lattice of two of them
	sumReach  = 6.5  // of it
	sumPoints = 4096 // of three and more, in pairs
)

// sumShape is the shape of a combination of that mean, which conditions cut off itself, or coordinates of it; nil of others.
func (p *point) sumShape(f *Fit, coordinates []int, slopes []float64, mean float64, cut map[int]*cutOff) shape {
	if x, slope := f.cutOffAs(coordinates, slopes); x != nil {
		if s := x.shape(x.marginal.mean); s != nil {
			return s.times(slope, mean-slope*x.marginal.mean)
		}
	}
	var shapes []shape
	var own []int // places of those that are cut off among the coordinates
	for i, c := range coordinates {
		if x := cut[c]; x != nil && slopes[i] != 0 {
			if s := x.shape(p.mean[c]); s != nil {
				shapes, own = append(shapes, s), append(own, i)
			}
		}
	}
	if own == nil {
		return nil
	}
	n := len(coordinates)
	covariance := make([]float64, n*n)
	f.Block.Joint(coordinates, covariance)
	k := len(own)
	joint := newMatrix(k + 1) // of the numbers, and last the rest
	rest := mean
	var others []int
	for i, c := range coordinates {
		if slices.Contains(own, i) {
			rest -= slopes[i] * f.Normals[c]
		} else {
			others = append(others, i)
		}
	}
	for a, i := range own {
		for b, j := range own {
			joint[a][b] = covariance[i*n+j] / math.Sqrt(covariance[i*n+i]*covariance[j*n+j])
		}
		for _, j := range others {
			joint[a][k] += slopes[j] * covariance[i*n+j] / math.Sqrt(covariance[i*n+i])
		}
		joint[k][a] = joint[a][k]
	}
	for _, i := range others {
		for _, j := range others {
			joint[k][k] += slopes[i] * slopes[j] * covariance[i*n+j]
		}
	}
	return shapeOf(sumOf(rest, slopes, own, shapes, rootOf(joint)))
}

// sumOf are values of a sum of a constant, of numbers of these shapes, each times its slope, and of a normal one.
func sumOf(rest float64, slopes []float64, own []int, shapes []shape, root [][]float64) (v []weighted) {
	k := len(shapes)
	add := func(u []float64, weight float64) {
		sum := rest
		for r := range k + 1 {
			x := 0.0
			for j := range r + 1 {
				x += root[r][j] * u[j]
			}
			if r < k {
				x = slopes[own[r]] * shapes[r].at(max(-shapeReach, min(shapeReach, x)))
			}
			sum += x
		}
		v = append(v, weighted{value: sum, weight: weight})
	}
	dimensions := k
	if root[k][k] > 0 {
		dimensions++
	}
	overNormals(dimensions, k+1, add)
	return v
}

// overNormals goes over points of independent standard normals, of which the first matter: those of a lattice of two, and those of a
// sequence that fills a cube evenly, with their reflections, of more.
func overNormals(dimensions, of int, add func(u []float64, weight float64)) {
	u := make([]float64, of)
	if dimensions <= 2 {
		for x := -sumReach; x <= sumReach; x += sumStep {
			u[0] = x
			if dimensions == 1 {
				add(u, special.NormalDensity(x))
				continue
			}
			for y := -sumReach; y <= sumReach; y += sumStep {
				u[of-1], u[1] = y, y
				add(u, special.NormalDensity(x)*special.NormalDensity(y))
			}
		}
		return
	}
	e := newEven()
	for range sumPoints / 2 {
		e.step()
		for j := range dimensions {
			u[j] = special.NormalQuantile(e.at(j))
		}
		add(u, 1)
		for j := range u {
			u[j] = -u[j]
		}
		add(u, 1)
	}
}

// rootOf is the Cholesky factor of a covariance; what is one of those before has no part of its own.
func rootOf(m [][]float64) [][]float64 {
	root := newMatrix(len(m))
	for i := range m {
		for j := range i + 1 {
			x := m[i][j]
			for l := range j {
				x -= root[i][l] * root[j][l]
			}
			switch {
			case i == j && x > 1e-12*m[i][i]:
				root[i][i] = math.Sqrt(x)
			case i > j && root[j][j] > 0:
				root[i][j] = x / root[j][j]
			}
		}
	}
	return root
}

// shapeOf is the shape of weighted values.
func shapeOf(v []weighted) shape {
	slices.SortFunc(v, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	all := 0.0
	for _, x := range v {
		all += x.weight
	}
	var s shape
	below, k := v[0].weight/2, 0 // what is below the middle of the k-th
	for u := -float64(shapeReach); u <= shapeReach; u += shapeStep {
		want := special.NormalCdf(u) * all
		for k < len(v)-1 && below+(v[k].weight+v[k+1].weight)/2 < want {
			below += (v[k].weight + v[k+1].weight) / 2
			k++
		}
		if k == len(v)-1 {
			s = append(s, v[k].value)
			continue
		}
		share := max(0, min(1, (want-below)/((v[k].weight+v[k+1].weight)/2)))
		s = append(s, v[k].value+share*(v[k+1].value-v[k].value))
	}
	return s
}
