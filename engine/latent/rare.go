package latent

// Sums over a lattice end where the density is negligible. A variance has not ended there where it is that of a tail which hardly has
// one: of a mean of three data whose precision has a flat prior, each part of the tail adds as much as the one before.

const (
	rareShell = 2    // nodes at the end are those whose density is no more than exp(this) times as high as where the lattice ends
	rareShare = 0.03 // of a variance is much for them
	rareTimes = 10   // and so many times what they weigh, as there are many of them where there are many hyperparameters
)

// last tells whether a point is one of those at the end of the lattice.
func (l *lattice) last(p *point) bool {
	return len(l.hypers) > 0 && (p.reach < l.top-l.fall+rareShell || p.log < l.top-l.negligible+1.5*rareShell)
}

// rare tells whether nodes at the end of the lattice make much of the variance of what has a mean and a variance at each.
func (p *Posterior) rare(of func(n *Node) (mean, variance float64)) bool {
	mean := 0.0
	for i := range p.Nodes {
		m, _ := of(&p.Nodes[i])
		mean += p.Nodes[i].Weight * m
	}
	var r rarity
	for i := range p.Nodes {
		n := &p.Nodes[i]
		m, variance := of(n)
		r.add(n.Weight, variance+(m-mean)*(m-mean), n.last)
	}
	return r.much()
}

// A rarity sums a variance, and what nodes at the end of the lattice have of it.
type rarity struct{ all, last, weight float64 }

func (r *rarity) add(weight, square float64, last bool) {
	r.all += weight * square
	if last {
		r.last += weight * square
		r.weight += weight
	}
}

func (r *rarity) much() bool { return r.last > (rareShare+rareTimes*r.weight)*r.all }

// rare is that of values whose mean is known.
func (v *values) rare(mean float64) bool {
	var r rarity
	for _, x := range v.list {
		r.add(x.weight, (x.value-mean)*(x.value-mean), x.last)
	}
	return r.much()
}
