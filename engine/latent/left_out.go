package latent

import "math"

// LeftOut writes the log density of each row of the sites, in the order in which Say says them, given
// all rows but it and the hyperparameters, after At: what the cavity expects of it. Of rows that share
// a site it is the site's integral over that without the row.
func (f *Fit) LeftOut(out []float64) {
	s := &f.Sites
	for i := range s.list {
		t := &s.list[i]
		rows := s.order[t.from:t.to]
		if t.corner > 0 {
			c := &s.corners[t.corner-1]
			for _, r := range rows {
				out[r] = math.NaN()
				if without, _, ok := s.cornerTilt(c, &c.cavity, r); ok {
					out[r] = c.logZ - without
				}
			}
			continue
		}
		if len(rows) == 1 && s.rows[rows[0]].kind != beside {
			out[rows[0]] = t.tilted.LogZ
			continue
		}
		near := normal{t.mean, t.variance}
		if s.rows[rows[0]].kind == beside {
			f.leftOutBeside(t, rows, out)
			continue
		}
		for k, r := range rows {
			if k > 0 && s.rows[r] == s.rows[rows[k-1]] {
				out[r] = out[rows[k-1]]
				continue
			}
			f.others = append(append(f.others[:0], rows[:k]...), rows[k+1:]...)
			out[r] = math.NaN()
			if without, ok := f.tilt.of(f.model, s.rows, f.others, t.z, t.cavity, near); ok {
				out[r] = t.tilted.LogZ - without.LogZ
			}
		}
	}
}

// NormalLeftOut is what all but a row of a normal density expect of its number: the distance of the
// number from its mean and its variance, for rest, its distance from the mean of its combination given
// all, the variance of that combination, and the row's precision.
func NormalLeftOut(rest, variance, precision float64) (distance, spread float64) {
	free := 1 - variance*precision
	return rest / free, 1 / (precision * free)
}

// LogLeftOut is the log density of a row of the sites given all rows but it, the hyperparameters
// integrated: where Options.LeftOut asked for it. It is the harmonic mean over nodes, which have the
// row in their weights (Gelfand, Dey and Chang 1992).
func (p *Posterior) LogLeftOut(row int) float64 {
	top := math.Inf(-1)
	for i := range p.Nodes {
		top = max(top, -p.Nodes[i].left[row])
	}
	sum := 0.0
	for i := range p.Nodes {
		n := &p.Nodes[i]
		sum += n.Weight * math.Exp(-n.left[row]-top)
	}
	return -top - math.Log(sum)
}

// Moments are the mean and the variance of a function of a coordinate, or of a combination: of a
// prediction on the scale of the response.
func (p *Posterior) Moments(c int, f func(x float64) float64) (mean, variance float64) {
	const step, half = 0.25, 32
	square, first := 0.0, f(p.Nodes[0].Mean[c])
	for i := range p.Nodes {
		n := &p.Nodes[i]
		for k := -half; k <= half; k++ {
			t := float64(k) * step
			w := n.Weight * math.Exp(-0.5*t*t) * (step / math.Sqrt(2*math.Pi))
			y := f(n.Mean[c]+t*n.Sd[c]) - first
			mean += w * y
			square += w * y * y
		}
	}
	return first + mean, max(0, square-mean*mean)
}
