package latent

import "math"

// A mixing hastens sweeps that come nearer slowly, as of data whose densities are not log concave: Anderson's mixing (Walker and Ni
// 2011). Of the last sweeps it knows where sites stood and how far each was to go; the combination of these that had the least left to go
// is where the next step begins.
type mixing struct {
	z0, scale []float64 // by site: where z stood when the history began, and the standard deviation then
	x, to     []float64 // of the last sweep
	moves     [][]float64
	changes   [][]float64 // of to, with each move
	least     float64     // that a sweep changed since the history began
}

const (
	mixingFrom  = 12 // sweeps without it
	mixingDepth = 6
	mixingWorse = 5 // times as far as the least is no way to go on
)

// forget drops the history.
func (a *mixing) forget() { a.z0, a.x, a.moves, a.changes, a.least = nil, nil, nil, nil, math.Inf(1) }

// step moves all sites as Sites.step does, and by what the history says. A sweep that went astray ends the history.
func (a *mixing) step(s *Sites, share, change float64) {
	if a.x != nil && change > mixingWorse*a.least {
		a.forget()
	}
	if a.x == nil {
		a.begin(s)
	}
	a.least = min(a.least, change)
	x, to := a.look(s)
	if a.x != nil {
		move, turn := make([]float64, len(x)), make([]float64, len(x))
		for i := range x {
			move[i], turn[i] = x[i]-a.x[i], to[i]-a.to[i]
		}
		if len(a.moves) == mixingDepth {
			a.moves, a.changes = a.moves[1:], a.changes[1:]
		}
		a.moves, a.changes = append(a.moves, move), append(a.changes, turn)
	}
	a.x, a.to = x, to
	gamma := a.best()
	next := make([]float64, len(x))
	for i := range x {
		next[i] = x[i] + share*to[i]
		for k, g := range gamma {
			next[i] -= g * (a.moves[k][i] + share*a.changes[k][i])
		}
	}
	a.place(s, next)
}

// begin notes by what sites are told.
func (a *mixing) begin(s *Sites) {
	a.least = math.Inf(1)
	a.z0, a.scale = make([]float64, len(s.list)), make([]float64, len(s.list))
	for i := range s.list {
		t := &s.list[i]
		a.z0[i], a.scale[i] = t.z, math.Sqrt(t.variance)
	}
}

// look tells where sites stand, and how far each is to go, in the scale of their marginals.
func (a *mixing) look(s *Sites) (x, to []float64) {
	x, to = make([]float64, 2*len(s.list)), make([]float64, 2*len(s.list))
	for i := range s.list {
		t := &s.list[i]
		d, sd := t.z-a.z0[i], a.scale[i]
		x[2*i], x[2*i+1] = t.precision*sd*sd, (t.linear+t.precision*d)*sd
		to[2*i], to[2*i+1] = t.tilted.Precision*sd*sd-x[2*i], (t.tilted.Linear+t.tilted.Precision*d)*sd-x[2*i+1]
	}
	return x, to
}

// place moves sites.
func (a *mixing) place(s *Sites, next []float64) {
	for i := range s.list {
		t := &s.list[i]
		sd := a.scale[i]
		t.old.linear, t.old.precision = t.linear, t.precision
		if sd == 0 { // known
			continue
		}
		t.precision = next[2*i] / (sd * sd)
		t.linear = next[2*i+1]/sd - t.precision*(t.z-a.z0[i])
	}
}

// best are the shares of the moves that leave the least to go: least squares, without directions of which rounding leaves nothing.
func (a *mixing) best() []float64 {
	k := len(a.moves)
	m, right, out := newMatrix(k), make([]float64, k), make([]float64, k)
	for i := range k {
		for j := range k {
			m[i][j] = dot(a.changes[i], a.changes[j])
		}
		right[i] = dot(a.changes[i], a.to)
	}
	values, vectors := eigen(m)
	most := 0.0
	for _, x := range values {
		most = max(most, x)
	}
	for j, x := range values {
		if !(x > 1e-12*most) {
			continue
		}
		share := 0.0
		for i := range k {
			share += vectors[i][j] * right[i] / x
		}
		for i := range k {
			out[i] += share * vectors[i][j]
		}
	}
	return out
}

func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}
