package latent

// A variance may be that of a tail which hardly has one: of a mean of three data whose precision has a flat prior, each part of the tail adds
// as much as the one before; of a function next to its pole, more. Sums over a lattice and over points end somewhere. What they miss is
// known by how much less each part of the tail has than the one before, were that to go on.

const (
	rareShare  = 0.1  // of a variance is much
	rareTimes  = 20   // as much as its last part a tail may miss, where parts hardly become less
	rareTail   = 1e-8 // the probability of what is too rare to matter
	rareFewest = 32   // points there are to be beyond the last part of a tail
	rareFalls  = 0.8  // as much as the part before it a part has where they hardly fall
	rareLess   = 3    // how much less than parts say a tail may have that bends
	rareFew    = 0.3  // of a variance is much for a few points
	rareMost   = 2e-3 // the probability of what is rare, at most
	rareParts  = 10   // times as probable as what is beyond it a part is
)

// missing is about what is missing behind the last two parts of a tail.
func missing(before, last float64) float64 {
	switch {
	case !(last > 0):
		return 0
	case !(last < before*rareTimes/(rareTimes+1)):
		return rareTimes * last
	}
	return last * last / (before - last)
}

// A rarity sums a variance over nodes, and what those next to the end of the lattice have of it: by half a quarter of the way.
type rarity struct{ all, before, last, beyond float64 }

// add adds what a node of a level has.
func (r *rarity) add(weight, square, level float64) {
	x := weight * square
	r.all += x
	switch {
	case level > 1:
		r.beyond += x
	case level > 0.75:
		r.last += x
	case level > 0.5:
		r.before += x
	}
}

// much tells whether what is beyond the end of the lattice would make much of it.
func (r *rarity) much() bool { return missing(r.before, r.last)-r.beyond > rareShare*r.all }

// rare tells whether what is beyond the nodes makes much of the variance of what has a mean and a variance at each.
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
		r.add(n.Weight, variance+(m-mean)*(m-mean), n.level)
	}
	return r.much()
}

// rare is that of values in order, whose mean is known: by the lattice, and by themselves, as next to a pole.
func (v *values) rare(mean float64) bool {
	var r rarity
	for _, x := range v.list {
		r.add(x.weight, (x.value-mean)*(x.value-mean), x.level)
	}
	return r.much() || heavyTailed(v.list, mean, rareFewest)
}

// heavyTailed tells whether what is too rare to be among values in order, of which there are at least a few beyond the parts that are looked
// at, would make much of their variance.
func heavyTailed(list []weighted, mean float64, fewest int) bool {
	all, weight := 0.0, 0.0
	for _, x := range list {
		all += x.weight * (x.value - mean) * (x.value - mean)
		weight += x.weight
	}
	// From the farthest on: what is beyond, and the two parts before that.
	var parts [3]float64
	ends := [2]float64{}
	part, beyond := 0, 0.0
	for low, high, n := 0, len(list)-1, 0; low <= high && part < 3; n++ {
		x := list[low]
		if high := list[high]; high.value-mean > mean-x.value {
			x = high
		}
		if x == list[low] {
			low++
		} else {
			high--
		}
		beyond += x.weight / weight
		switch {
		case part == 0 && n >= fewest && beyond > rareTail:
			ends = [2]float64{rareParts * beyond, rareParts * rareParts * beyond}
			part++
		case part > 0 && beyond > ends[part-1]:
			part++
		}
		if part < 3 {
			parts[part] += x.weight * (x.value - mean) * (x.value - mean)
		}
	}
	if part < 3 || ends[1] > rareShare {
		return false
	}
	rest, last, before := parts[0], parts[1], parts[2]
	switch {
	case last > rareFalls*before: // the tail has not come to an end
		return rest+last > rareShare*all
	case ends[0] < rareMost && rest > rareFew*all:
		return true
	}
	return missing(before, last)-rareLess*rest > rareShare*all
}
