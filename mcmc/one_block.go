package mcmc

import "math"

const (
	// oneBlockEpoch is how many scans of the burn-in the first approximation of the sites is found from; each later one is found from twice as
	// many as the one before.
	oneBlockEpoch = 64
	// oneBlockRate is how often proposals ought to be taken: where they are less often, less of the normals is drawn anew.
	oneBlockRate = 0.5
	// oneBlockLeast is how often they must be taken to be worth their time.
	oneBlockLeast = 0.1
	// oneBlockRests is how often proposals of nearly all must be taken for the numbers not to be drawn one by one in most scans, where
	// a hyperparameter moves slowly in draws one by one, and oneBlockQuick where none does.
	oneBlockRests, oneBlockQuick = 0.25, 0.5
	// oneBlockFresh is the least part of the normals that is drawn anew, and oneBlockWhole what counts as all.
	oneBlockFresh, oneBlockWhole = 0.05, 0.9
)

// A OneBlock proposes normals together with their hyperparameters. Densities that tie the normals and are not normal, sites, stand as
// normal ones in the proposals, quadratic functions of the combinations that they read, which the burn-in learns by least squares: given
// hyperparameters these make a joint normal. Hyperparameters are proposed from a multivariate t about what the burn-in has learned of
// them, on a scale without bounds (see Independence), and the normals where the standard normals that they are made of by the Cholesky
// factor, given the new hyperparameters, are those of now, a part of them drawn anew: all, where proposals are then taken often enough
// (Knorr-Held and Rue, "On block updating in Markov random field models for disease mapping", Scandinavian Journal of Statistics 29, 2002);
// of many normals little, so that what the approximation lacks differs little from where they stand. The density decides
// whether a proposal is taken. It is a state machine; the caller names the hyperparameters, says the rows of a NormalBlock, and
// computes log densities:
//
//	o.Gather()
//	o.Add(x[i], lo, hi)                         // of each hyperparameter
//	if o.Begin(stream, burning, alone) {
//		if o.Learns() {
//			o.Learn(combination, log)   // of each site
//		}
//		o.Stand()
//		o.Keep(normals, from)               // of each variable
//		if o.Asks() {
//			say(block)                  // with Site of each site
//			o.Stands(block, log)        // or o.Lost(), where the block has no factor
//		}
//		if o.Propose(stream) {
//			x[i] = o.Take()             // of each hyperparameter
//			say(block)
//			if block.Factor() && o.Normals(block, stream) {
//				block.Move(normals, from)
//				o.Decide(stream, log)
//			}
//			if o.Refused() {
//				x[i] = o.Take()
//				o.Restore(normals, from)
//			} else {
//				o.Keep(normals, from)
//			}
//		}
//	}
//
// The exported fields but Stood are what a saved state holds, with those of Collapsed; the zero value has learned nothing.
type OneBlock struct {
	Collapsed
	// Sites are the approximations.
	Sites []OneBlockSite
	// Epoch is of how many scans of the burn-in they are learned now, Seen how many of these there were; 0 before the first.
	Epoch, Seen int
	// Fresh is which part of the normals is drawn anew, between 0 and 1. Tried is how many proposals the burn-in has made, and
	// Taken the mean probability that one is taken, later ones weighing more.
	Fresh, Taken float64
	Tried        int

	site     int       // the next one
	asks     bool      // the log density where the numbers stand is not known
	alone    bool      // it depends on nothing else that changes
	burning  bool      // in the burn-in
	refused  bool      // the proposal
	kept     []float64 // the normals where they stand
	standard []float64 // the standard normals that they are made of
	next     []float64 // those of the proposal
	weighs   float64   // log density of all over that of a proposal, where the numbers stand
	spread   float64   // of the proposal, see NormalBlock.LogSpread
}

// A OneBlockSite is what is known of one site: its log density about At is nearly Slope times the distance less half of Curve times its
// square. Sums are of powers of the distance from From, from 0 to 4, and of the log density times those from 0 to 2.
type OneBlockSite struct {
	At, Slope, Curve float64
	From             float64
	Sums             [8]float64
}

// Words are what a saved state holds.
func (o *OneBlock) Words() []uint64 {
	list := o.Collapsed.Words()
	list = append(list, uint64(o.Epoch), uint64(o.Seen), math.Float64bits(o.Fresh), math.Float64bits(o.Taken), uint64(o.Tried), uint64(len(o.Sites)))
	for i := range o.Sites {
		s := &o.Sites[i]
		for _, x := range []float64{s.At, s.Slope, s.Curve, s.From} {
			list = append(list, math.Float64bits(x))
		}
		for _, x := range s.Sums {
			list = append(list, math.Float64bits(x))
		}
	}
	return list
}

// SetWords sets what Words gave, word by word.
func (o *OneBlock) SetWords(word func() uint64) {
	*o = OneBlock{}
	o.Collapsed.SetWords(word)
	o.Epoch, o.Seen = int(word()), int(word())
	o.Fresh, o.Taken = math.Float64frombits(word()), math.Float64frombits(word())
	o.Tried = int(word())
	for range int(word()) {
		var s OneBlockSite
		for _, x := range []*float64{&s.At, &s.Slope, &s.Curve, &s.From} {
			*x = math.Float64frombits(word())
		}
		for i := range s.Sums {
			s.Sums[i] = math.Float64frombits(word())
		}
		o.Sites = append(o.Sites, s)
	}
}

// Begin starts a move, in a burn-in of which so many scans are to come. It is false where there is none. Alone tells that the log density
// depends on nothing else that changes.
func (o *OneBlock) Begin(stream *Stream, burning int, alone bool) bool {
	d := &o.Directions
	d.taken, o.alone, o.burning = 0, alone, burning > 0
	if d.n > DirectionsMost {
		d.n = DirectionsMost
		return false
	}
	if !d.x.unbound(d) {
		return false
	}
	if o.burning {
		o.follow()
		d.Tries, d.Every, d.Turn = 0, 0, 0
		return true
	}
	if d.Turn == 0 {
		o.decide()
	}
	d.Turn++
	return d.Tries > 0
}

// decide chooses, when the burn-in has ended, whether proposals are made, and whether they take the place of draws one by one. Where these
// do not, they are made only where a hyperparameter moves slowly without.
func (o *OneBlock) decide() {
	o.Tries, o.Every = 0, 0
	slow := false
	for i := range o.n {
		slow = slow || o.Lag[i] > collapsedSlow*o.Covariance[i][i]
	}
	switch whole := o.Fresh > oneBlockWhole; {
	case o.Tried < 50:
	case whole && (slow && o.Taken > oneBlockRests || o.Taken > oneBlockQuick):
		o.Tries, o.Every = 1, 10
	case slow && o.Taken > oneBlockLeast:
		o.Tries = 1
	}
}

// Learns tells whether the sites are to be learned of in this scan.
func (o *OneBlock) Learns() bool {
	o.site = 0
	if !o.burning {
		return false
	}
	switch {
	case o.Epoch == 0:
		o.Epoch = oneBlockEpoch
	case o.Seen == o.Epoch:
		for i := range o.Sites {
			o.Sites[i].fit()
		}
		if o.Seen, o.Epoch = 0, 2*o.Epoch; o.Fresh == 0 {
			o.Fresh = 1
		}
	}
	o.Seen++
	return true
}

// Learn takes into account that a site, the next one, has this log density where the combination that it reads is this.
func (o *OneBlock) Learn(at, log float64) {
	if o.site == len(o.Sites) {
		o.Sites = append(o.Sites, OneBlockSite{From: at, At: at})
	}
	s := &o.Sites[o.site]
	o.site++
	if log-log != 0 {
		return
	}
	x := at - s.From
	power := 1.0
	for k := range 5 {
		s.Sums[k] += power
		if k < 3 {
			s.Sums[5+k] += power * log
		}
		power *= x
	}
}

// fit finds the approximation from the sums, and begins new ones. Where the combination has hardly changed it stays as it is.
func (s *OneBlockSite) fit() {
	n := s.Sums[0]
	mean := s.Sums[1] / n
	m2, m3, m4 := s.Sums[2]/n, s.Sums[3]/n, s.Sums[4]/n
	log, log1, log2 := s.Sums[5]/n, s.Sums[6]/n, s.Sums[7]/n
	// Central moments, of the log density too.
	variance := m2 - mean*mean
	third := m3 - 3*mean*m2 + 2*mean*mean*mean
	fourth := m4 - 4*mean*m3 + 6*mean*mean*m2 - 3*mean*mean*mean*mean
	with1 := log1 - mean*log
	with2 := log2 - 2*mean*log1 + mean*mean*log - variance*log
	from := s.From + mean
	*s = OneBlockSite{At: s.At, Slope: s.Slope, Curve: s.Curve, From: from}
	free := (fourth-variance*variance)*variance - third*third
	if !(variance > 1e-12*(m2+1e-300)) || !(free > 1e-9*fourth*variance) {
		return
	}
	half := (with2*variance - with1*third) / free
	slope := (with1 - half*third) / variance
	if curve := -2 * half; slope-slope == 0 && curve-curve == 0 {
		s.At, s.Slope, s.Curve = from, slope, max(curve, 1e-6/variance)
	}
}

// Site gives what the approximation of the next site says of its combination, which is this: how far the mean is, and the precision.
func (o *OneBlock) Site(at float64) (distance, precision float64) {
	s := &o.Sites[o.site]
	o.site++
	if s.Curve == 0 {
		return 0, 0 // it has hardly changed
	}
	return s.At - at + s.Slope/s.Curve, s.Curve
}

// Stand begins a list of the normals where they stand.
func (o *OneBlock) Stand() {
	o.site = 0
	o.asks = o.burning || !o.alone || !o.Stood || !o.known || o.Fresh < 1 || o.last.x != o.x.x
}

// Keep notes where normals stand, as many from one on. It gives the number of the one behind these.
func (o *OneBlock) Keep(x []float64, from int) (next int) {
	next = from + len(x)
	for len(o.kept) < next {
		o.kept, o.asks = append(o.kept, 0), true
	}
	for i, y := range x {
		if at := from + i; o.kept[at] != y {
			o.kept[at], o.asks = y, true
		}
	}
	return next
}

// Restore lets normals stand where they stood.
func (o *OneBlock) Restore(x []float64, from int) (next int) {
	copy(x, o.kept[from:])
	return from + len(x)
}

// Asks tells whether the log density where the numbers stand is wanted. There is none before the sites have an approximation.
func (o *OneBlock) Asks() bool {
	return o.asks && o.Fresh > 0
}

// Stands takes the log density where the numbers stand, and what has been said of the normals there, as its factor, if there is one.
func (o *OneBlock) Stands(b *NormalBlock, log float64) {
	d := &o.Directions
	if !d.known {
		d.known = true
		d.know(&d.Covariance, d.n)
	}
	size := b.pattern.size
	if len(o.standard) != size {
		o.standard, o.next = make([]float64, size), make([]float64, size)
	}
	for j, h := range b.linear[:size] {
		o.standard[j] = -h
	}
	d.stands(d.x.u[:d.n], d.Mean[:d.n], log+d.x.change+b.LogSpread())
	o.weighs, o.site = d.weight, 0
	d.last, d.Stood = d.x, true
}

// Lost tells that what has been said of the normals has no factor where the numbers stand.
func (o *OneBlock) Lost() { o.Stood = false }

// Propose makes hyperparameters; it is false where there are none.
func (o *OneBlock) Propose(stream *Stream) bool {
	d := &o.Directions
	d.taken, o.site = 0, 0
	if o.Fresh == 0 || !d.Stood || !(o.weighs-o.weighs == 0) || d.n > 0 && (!d.fine || d.Count < 50+10*d.n) {
		return false
	}
	o.refused = true
	d.at = d.x
	if d.n == 0 {
		d.proposal = 0
		return true
	}
	d.propose(stream, d.at.u[:d.n], d.Mean[:d.n])
	if !d.at.bind(d) {
		o.tells(0)
		return false
	}
	return true
}

// Normals makes the step to normals, given the hyperparameters that are proposed. It is false where that is not finite.
func (o *OneBlock) Normals(b *NormalBlock, stream *Stream) bool {
	size := b.pattern.size
	keeps := math.Sqrt(1 - o.Fresh*o.Fresh)
	distance := 0.0
	for j := range size {
		z := keeps*o.standard[j] + o.Fresh*stream.Normal()
		o.next[j] = z
		distance += z * z
		b.linear[j] += z
	}
	o.spread = distance/2 + logProduct(b.numbers[:size])
	return b.solve()
}

// Decide takes the log density of the proposal, and takes it or leaves it.
func (o *OneBlock) Decide(stream *Stream, log float64) {
	d := &o.Directions
	if !(log <= math.MaxFloat64) {
		log = math.Inf(-1)
	}
	weight := log + d.at.change + o.spread - d.proposal
	rate := math.Exp(min(weight-o.weighs, 0))
	if !(rate >= 0) {
		rate = 0
	}
	o.tells(rate)
	if weight-o.weighs < -stream.Exponential() || rate == 0 {
		return
	}
	o.refused, o.weighs = false, weight
	d.x = d.at
	o.Last = d.x.u // from where draws one by one move
	d.last = d.x
}

// tells learns in the burn-in from the probability that a proposal is taken.
func (o *OneBlock) tells(rate float64) {
	if !o.burning {
		return
	}
	o.Tried++
	o.Taken += (rate - o.Taken) * 2 / float64(o.Tried+1)
	step := 2 / math.Sqrt(float64(o.Tried))
	o.Fresh = min(max(o.Fresh*math.Exp(step*(rate-oneBlockRate)), oneBlockFresh), 1)
}

// Refused tells whether the proposal was refused, or has no density: the numbers are then to stand where they stood.
func (o *OneBlock) Refused() bool {
	o.taken, o.at = 0, o.x
	return o.refused
}
