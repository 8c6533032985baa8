package mcmc

// A normalPrior is what SayPrior says: of a coordinate, as the density of this number; and at which slot.
type normalPrior struct{ coordinate, density, slot int }

// SayPrior is Say of one coordinate of which the density is its prior: a normal about a number, of a
// precision that no variable has a part in.
func (p *NormalPattern) SayPrior(coordinate int) {
	p.priors = append(p.priors, normalPrior{coordinate: coordinate, density: len(p.said)})
	p.say(false, []int{coordinate})
}

// HasPriors tells whether SayPrior has said something.
func (p *NormalPattern) HasPriors() bool { return len(p.priors) > 0 }

// Priors are the precisions of the densities of SayPrior, by coordinate, 0 of all others: those that say gives,
// which says all once more, to no avail but this.
func (b *NormalBlock) Priors(say func()) []float64 {
	precision := make([]float64, b.pattern.size)
	at, rows := b.at, b.rows
	b.at, b.rows, b.heard, b.nextPrior = 0, true, precision, 0
	say()
	b.at, b.rows, b.heard = at, rows, nil
	return precision
}

// hear notes what is said of a coordinate by itself, at the slot before the next.
func (b *NormalBlock) hear(precision float64) {
	list := b.pattern.priors
	if b.nextPrior < len(list) && list[b.nextPrior].slot == b.at-1 {
		b.heard[list[b.nextPrior].coordinate] += precision
		b.nextPrior++
	}
}

// LoadStep lets RowTimesStep read a number of each coordinate.
func (b *NormalBlock) LoadStep(x []float64) {
	for c, at := range b.pattern.place {
		if at >= 0 && int(at) < b.pattern.size {
			b.linear[at] = x[c]
		}
	}
}
