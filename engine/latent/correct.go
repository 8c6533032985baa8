package latent

import (
	"math"
	"slices"
)

// EP's normal is too narrow where posteriors are skewed: of few truths and wide priors, by a fifth of
// an sd. A marginal is corrected by what the densities say beside their sites, were the number
// known: with q(z|x) the normal of each combination given it, and each density f of site t,
//
//	p(x) ~ q(x) prod_j E_q(z_j|x) [f_j(z_j)/t_j(z_j)]
//
// which is EP-FACT of Cseke and Heskes (2011, Approximate marginals in latent Gaussian models,
// equation 12): one normalizer of a tilted density for each site and node.

const (
	correctStep  = 0.6 // between nodes, in standard deviations of q
	correctReach = 30  // nodes on either side, at most
	correctDrop  = 14  // how far the log density is to have fallen
	correctFaint = 1e-4
)

// A marginal is a number and how it goes with the sites.
type marginal struct {
	mean, variance float64
	shift          []float64 // covariances with the combinations of sites, over the variance
}

// Correct finds the mean and the variance of a combination of coordinates by its corrected marginal,
// after At; it is false where that has none, and the normal of EP is what there is.
func (f *Fit) Correct(coordinates []int, slopes []float64) (mean, variance float64, ok bool) {
	mean, variance, _, ok = f.correct(coordinates, slopes, false)
	return mean, variance, ok
}

// correct is Correct, with the shape of the marginal where it is wanted.
func (f *Fit) correct(coordinates []int, slopes []float64, shaped bool) (mean, variance float64, s shape, ok bool) {
	x := f.marginalOf(coordinates, slopes)
	if !(x.variance > 0) {
		return 0, 0, nil, false
	}
	sd := math.Sqrt(x.variance)
	at := func(k int) float64 {
		t := float64(k) * correctStep
		return f.beside(x, t*sd) - 0.5*t*t
	}
	top := at(0)
	all, first, second := 1.0, 0.0, 0.0 // relative to top
	var logs [2][]float64               // below and above the mean of EP's normal
	for _, side := range []int{-1, 1} {
		for k := side; ; k += side {
			log := at(k) - top
			if !(log < 30) || k*side > correctReach { // it does not fall, or is not a number
				return 0, 0, nil, false
			}
			if shaped {
				logs[(side+1)/2] = append(logs[(side+1)/2], log)
			}
			t := float64(k) * correctStep
			w := math.Exp(log)
			all += w
			first += w * t
			second += w * t * t
			if log < -correctDrop {
				break
			}
		}
	}
	first /= all
	second = second/all - first*first
	if shaped && second > 0 {
		slices.Reverse(logs[0])
		s = newShape(x.mean-float64(len(logs[0]))*correctStep*sd, correctStep*sd, slices.Concat(logs[0], []float64{0}, logs[1]))
	}
	return x.mean + sd*first, x.variance * second, s, second > 0
}

// marginalOf finds the marginal of a combination by EP, and its covariances with sites.
func (f *Fit) marginalOf(coordinates []int, slopes []float64) marginal {
	b, s := f.Block, &f.Sites
	if len(f.shift) < len(s.list) {
		f.shift = make([]float64, len(s.list))
	}
	b.Covariances(coordinates, slopes)
	x := marginal{shift: f.shift[:len(s.list)]}
	for k, c := range coordinates {
		x.mean += slopes[k] * f.Normals[c]
		x.variance += slopes[k] * b.Step[c]
	}
	for i := range s.list {
		t := &s.list[i]
		x.shift[i] = b.RowTimesStep(t.slot, s.slope[t.slope:t.slope+t.width]) / x.variance
	}
	return x
}

// beside is the log of what the densities say beside their sites, of a number that is off from its
// mean by d.
func (f *Fit) beside(x marginal, d float64) (sum float64) {
	s := &f.Sites
	for i := range s.list {
		t := &s.list[i]
		if t.corner > 0 {
			continue
		}
		if t.variance == 0 { // known, whatever x is
			continue
		}
		shift := x.shift[i]
		share := shift * shift * x.variance / t.variance // of the site's variance that x explains
		if share < correctFaint*correctFaint {
			continue
		}
		rest := t.variance * (1 - share)
		mean := t.mean + shift*d
		rows := s.order[t.from:t.to]
		if share > 1-1e-9 {
			// x is the site's own combination.
			if t.jumps {
				return math.NaN() // a sum over few nodes has not its moments, and EP has
			}
			q := &f.tilt
			q.resize(1)
			log := 0.0
			for _, r := range rows {
				if s.rows[r].kind == interval {
					return math.NaN() // cut off: EP has its moments in closed form
				}
				z, out := [1]float64{t.z + mean + s.rows[r].shift}, [1]float64{}
				s.rows[r].addLogDensity(f.model, z[:], out[:], q.work)
				log += out[0]
			}
			sum += log - t.linear*mean + 0.5*t.precision*mean*mean
			continue
		}
		free := 1 - t.precision*rest
		cavity := normal{(mean - rest*t.linear) / free, rest / free}
		tilted, ok := f.tilted(t, rows, cavity, normal{mean, rest}, false)
		if !ok {
			return math.NaN()
		}
		// As normalizers, but where the variance may be next to 0.
		sum += tilted.LogZ - 0.5*math.Log(free) - 0.5*(2*mean*t.linear-t.precision*mean*mean-rest*t.linear*t.linear)/free
	}
	for i := range s.corners {
		sum += f.besideCorner(&s.corners[i], x, d)
	}
	return sum
}

// besideCorner is beside of a corner.
func (f *Fit) besideCorner(c *corner, x marginal, d float64) float64 {
	s := &f.Sites
	i, j := c.sites[0], c.sites[1]
	a, b := &s.list[i], &s.list[j]
	p, q := x.shift[i], x.shift[j]
	if max(p*p/a.variance, q*q/b.variance)*x.variance < correctFaint*correctFaint {
		return 0
	}
	given := bivariate{
		[2]float64{a.mean + p*d, b.mean + q*d},
		[2]float64{a.variance - p*p*x.variance, b.variance - q*q*x.variance},
		c.covariance - p*q*x.variance,
	}
	cavity, ok := s.without(c, &given, 1)
	if !ok || given.determinant() < 1e-9*a.variance*b.variance {
		return math.NaN() // x is one of the two
	}
	logZ, _, ok := s.cornerTilt(c, &cavity, -1)
	if !ok {
		return math.NaN()
	}
	return logZ + given.logScale() - cavity.logScale()
}
