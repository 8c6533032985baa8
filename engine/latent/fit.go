package latent

import (
	"errors"
	"fmt"
	"math"

	"mpc/mcmc"
)

// A Fit is the posterior of a model's normals given its hyperparameters.
type Fit struct {
	Block *mcmc.NormalBlock
	Sites Sites
	// Normals is where the normals stand: after At, at their means.
	Normals []float64
	// LogDensity is the log of the density of hyperparameters and data, the normals integrated
	// out; by EP's evidence where there are sites.
	LogDensity float64
	// Sweeps says how many sweeps the last At took, and Change how far the last of them moved a
	// mean, in standard deviations, or a variance, relative to it.
	Sweeps int
	Change float64
	// Total counts the sweeps of all calls of At.
	Total int
	// Improper counts sites whose cavity was improper in the last sweep: what they say is from
	// before.
	Improper int
	// Tolerance is what Change is to come below, and MaxSweeps the number of sweeps after which
	// it is an error that it did not.
	Tolerance float64
	MaxSweeps int

	power   float64 // the share of a site that an update takes: 1 but by power EP
	model   Model
	pattern *mcmc.NormalPattern
	tilt    tilt
	theta   []float64
	learned bool
	byRows  bool // the last factor lost digits
	stamp   int  // counts what makes kept densities useless
	pace
	workOfFit
}

// workOfFit is memory that calls share.
type workOfFit struct {
	shift  []float64 // of Correct
	others []int32   // of LeftOut
	placed []float64 // the hyperparameters that the model was told last
	apart  groupWork // of groups
}

// A pace is how far sweeps go.
type pace struct {
	damping float64
	most    float64 // that damping may be
	turn    float64 // of the last step with the one before: negative where they point apart
	mixing  mixing  // of slow sweeps
}

// Errors of a Fit, as errors.Is finds them.
var (
	// ErrImproper: the normals have no joint density that can be normalized, or rounding has
	// left none; Fit.Block.Lost is a coordinate of which nothing is known.
	ErrImproper = errors.New("the joint density of the normals cannot be normalized, or is lost in rounding")
	// ErrNotFinite: something became infinite or not a number.
	ErrNotFinite = errors.New("not a finite number")
	// ErrNotConverged: EP's sweeps did not settle.
	ErrNotConverged = errors.New("expectation propagation did not converge")
)

// A HeldError says that what a line of the model says exactly of a combination of normals is said by others, or that the
// combination is of none.
type HeldError struct{ Line int }

func (e *HeldError) Error() string {
	return fmt.Sprintf("line %d says exactly what a sum of normals is, but it has no terms, or what else is known exactly says so already, or says otherwise", e.Line)
}

// An Undetermined is ErrImproper where a direction is known that nothing determines: how far each coordinate moves in it.
type Undetermined struct{ Direction []float64 }

func (e *Undetermined) Error() string {
	return "what is said of the normals leaves a direction free"
}

// Unwrap is ErrImproper.
func (e *Undetermined) Unwrap() error { return ErrImproper }

const (
	nearlySettled  = 1e-3 // is good enough a change, in standard deviations, where sweeps do not come further
	improperSweeps = 40   // one after the other with improper cavities: it stays so
)

// NewFit makes a fit of a model of this pattern, whose normals stand at 0.
func NewFit(m Model, p *mcmc.NormalPattern) *Fit {
	f := &Fit{model: m, pattern: p, Block: &mcmc.NormalBlock{}, Tolerance: 1e-6, MaxSweeps: 200, power: 1, pace: pace{most: 1}}
	if x, ok := m.(Powered); ok {
		f.power = x.Power()
	}
	f.Block.Reset(p)
	f.Normals = make([]float64, f.Block.Size())
	return f
}

// At finds the posterior given hyperparameters, from where the last one ended.
func (f *Fit) At(theta []float64) error {
	f.theta = append(f.theta[:0], theta...)
	f.Sweeps, f.Improper = 0, 0
	if !f.learned {
		f.learn()
	}
	if f.Sites.Len() == 0 {
		return f.exact()
	}
	if f.Sites.apart() {
		return errApart
	}
	err := f.sweeps()
	if errors.Is(err, ErrNotConverged) {
		// Once more from what each site says alone, in small steps.
		clear(f.Normals)
		f.learn()
		f.damping, f.most = 0.125, 0.125
		err = f.sweeps()
		f.most = 1
	}
	if err != nil {
		// The next one starts anew, not from what has gone astray.
		f.learned = false
		clear(f.Normals)
	}
	return err
}

// learn finds out which sites there are, and starts them from what their rows say alone.
func (f *Fit) learn() {
	f.place(f.theta)
	f.Block.Reset(f.pattern)
	f.Sites.start(f.pattern.Rows())
	f.model.Say(f.Block, &f.Sites)
	f.Sites.settle(f.Block)
	f.learned, f.damping = true, 1
	wide := normal{0, 16}
	type start struct {
		row row
		z   float64
	}
	alike := map[start]Tilted{} // of single rows that say the same at the same place, as most do
	for i := range f.Sites.list {
		t := &f.Sites.list[i]
		if t.width == 0 {
			continue
		}
		rows := f.Sites.order[t.from:t.to]
		at := start{f.Sites.rows[rows[0]], t.z}
		at.row.site = 0
		tilted, known := alike[at]
		ok := known && len(rows) == 1
		if !ok {
			if tilted, ok = f.tilt.of(f.model, f.Sites.rows, rows, t.z, wide, wide); ok && len(rows) == 1 && len(alike) < startKinds {
				alike[at] = tilted
			}
		}
		if ok && tilted.Precision > 0 {
			t.linear, t.precision = tilted.Linear, tilted.Precision
		}
		t.old.linear, t.old.precision = t.linear, t.precision
	}
}

// startKinds is how many kinds of rows are kept while sites are started.
const startKinds = 1000

// say says all that the model says, and factors it.
func (f *Fit) say() error {
	b := f.Block
	b.Reset(f.pattern)
	if f.byRows {
		b.Again()
	}
	f.Sites.begin()
	f.model.Say(b, &f.Sites)
	b.SayUnread()
	if f.Sites.changed {
		return nil // all is said again
	}
	ok := false
	if !f.byRows {
		if ok = b.FactorMoments(); !ok {
			f.byRows = true
			b.Again()
			f.Sites.begin()
			f.model.Say(b, &f.Sites)
			b.SayUnread()
		}
	}
	if !ok {
		ok = b.FactorRows() && !f.Sites.refused
	}
	switch good := ok && b.Error() <= 1e-5; {
	case b.LostHeld < 0 && !good && b.Free() != nil:
		return &Undetermined{b.Free()}
	case b.LostHeld < 0 && !good:
		return ErrImproper
	case b.Mean():
		return nil
	case b.LostHeld >= 0:
		return &HeldError{f.pattern.HeldBy(b.LostHeld)}
	}
	return ErrNotFinite
}

// exact is At where all is normal.
func (f *Fit) exact() error {
	for range 3 {
		f.Sweeps++
		f.Total++
		f.place(f.theta)
		if err := f.say(); err != nil {
			f.byRows = false
			return err
		}
		if f.Block.Distance() < 1e8 {
			break
		}
		// So far away that the integral has lost digits: from the mean, then.
		f.move()
	}
	f.Block.Invert()
	f.LogDensity = f.model.LogDensity() + f.Block.LogIntegral()
	f.move()
	return f.finite()
}

func (f *Fit) move() {
	for i, step := range f.Block.Step {
		f.Normals[i] += step
	}
}

func (f *Fit) finite() error {
	if f.LogDensity-f.LogDensity != 0 {
		return fmt.Errorf("%w: the log density of the hyperparameters is %v", ErrNotFinite, f.LogDensity)
	}
	return nil
}

// sweeps is At where there are sites: parallel EP (Minka 2001; van Gerven et al. 2009; Cseke and
// Heskes 2011), in which every sweep factors once. All sites take a share of their step, which is
// halved while a sweep leaves no proper normal, or goes back and forth: where its step points
// against the one before, and is hardly shorter. Steps that go one way, as from sites that say
// little to where wide priors and separable truths have their posterior, are taken whole.
func (f *Fit) sweeps() error {
	s := &f.Sites
	last := math.Inf(1)
	failed, stuck := 0, 0
	f.mixing.forget()
	for f.Sweeps = 1; f.Sweeps <= f.MaxSweeps; f.Sweeps++ {
		f.Total++
		f.place(f.theta)
		err := f.say()
		if s.changed {
			if f.learn(); f.Sweeps > 1 {
				return fmt.Errorf("%w: which rows read the same combination changes by itself", ErrNotFinite)
			}
			continue
		}
		if err != nil {
			// Half way back to where there was a normal.
			f.byRows = false
			if failed++; failed > 30 {
				return err
			}
			for i := range s.list {
				t := &s.list[i]
				t.linear = (t.linear + t.old.linear) / 2
				t.precision = (t.precision + t.old.precision) / 2
			}
			for i := range s.corners {
				c := &s.corners[i]
				c.cross = (c.cross + c.oldCross) / 2
			}
			f.damping = max(f.damping/2, 1.0/64)
			f.mixing.forget()
			continue
		}
		f.Block.Invert()
		f.Change = f.update()
		if f.Change <= f.Tolerance && f.Improper == 0 {
			f.settle()
			return f.finite()
		}
		if stuck = stuck + 1; f.Improper == 0 {
			stuck = 0
		}
		if f.Sweeps == f.MaxSweeps || stuck > improperSweeps {
			break
		}
		switch {
		case f.turn < 0 && !(f.Change < 0.7*last):
			f.damping = max(f.damping/2, 1.0/64)
		case f.turn > 0 || f.Change < 0.5*last:
			f.damping = min(f.most, f.damping*1.25)
		}
		last = f.Change
		if f.Sweeps > mixingFrom && f.Improper == 0 && len(s.corners) == 0 {
			f.mixing.step(s, f.damping, f.Change)
		} else {
			f.mixing.forget()
			s.step(f.damping)
		}
		f.move()
	}
	if f.Improper == 0 && f.Change <= nearlySettled {
		f.settle()
		return f.finite()
	}
	if f.Improper > 0 {
		return fmt.Errorf("%w: %d of %d cavities are improper", ErrNotConverged, f.Improper, s.Len())
	}
	return fmt.Errorf("%w: after %d sweeps a mean or a variance still changes by %.2g", ErrNotConverged, f.MaxSweeps, f.Change)
}

// settle ends sweeps.
func (f *Fit) settle() {
	f.LogDensity = f.model.LogDensity() + f.Block.LogIntegral() + f.normalizers()
	f.move()
}

// update finds the tilted distribution of each site, and gives how much the farthest is from its
// marginal: its mean in standard deviations, its variance relative to it.
func (f *Fit) update() (change float64) {
	s := &f.Sites
	f.Improper, f.turn = 0, 0
	f.tilt.power = f.power
	for i := range s.list {
		t := &s.list[i]
		t.mean, t.variance = f.Block.RowMoments(t.slot, s.slope[t.slope:t.slope+t.width])
		if t.corner > 0 {
			continue
		}
		rows := s.order[t.from:t.to]
		t.cavity = t.without(f.power)
		next, ok := f.tilted(t, rows, t.cavity, normal{t.mean, t.variance}, true)
		if !ok || math.IsNaN(next.Linear+next.Precision) {
			t.tilted = Tilted{Linear: t.linear, Precision: t.precision}
			f.Improper++
			continue
		}
		next.Linear, next.Precision = next.Linear/f.power, next.Precision/f.power
		if next.Precision < 0 && !f.pattern.Signed {
			// Rounding, or a density that is not log concave in a pattern that cannot hold it.
			next.Precision = 0
		}
		t.tilted = next
		if t.variance == 0 { // known
			continue
		}
		toMean, toVariance := (next.Mean-t.mean)/math.Sqrt(t.variance), next.Variance/t.variance-1
		change = max(change, math.Abs(toMean), math.Abs(toVariance))
		f.turn += toMean*t.toMean + toVariance*t.toVariance
		t.toMean, t.toVariance = toMean, toVariance
	}
	f.tilt.power = 0
	for i := range s.corners {
		far, ok := f.updateCorner(&s.corners[i])
		if !ok {
			f.Improper++
		}
		change = max(change, far)
	}
	return change
}

// step moves all sites toward their tilted distributions by a share.
func (s *Sites) step(share float64) {
	for i := range s.list {
		t := &s.list[i]
		t.old.linear, t.old.precision = t.linear, t.precision
		t.linear += share * (t.tilted.Linear - t.linear)
		t.precision += share * (t.tilted.Precision - t.precision)
	}
	for i := range s.corners {
		c := &s.corners[i]
		c.oldCross = c.cross
		c.cross += share * (c.next - c.cross)
	}
}

// logScale is the log of a site's scale: that with which the cavity times the normal factor has the integral of the tilted
// density (Rasmussen and Williams 2006, equation 3.65, with all numbers relative to where the normals stand); of a share of both by power
// EP, of which the scale is that power.
func (t *site) logScale(power float64) float64 {
	if t.variance == 0 { // known
		return t.tilted.LogZ / power
	}
	free := 1 - power*t.precision*t.variance
	c := t.cavity
	return (t.tilted.LogZ - 0.5*math.Log(free) - 0.5*(t.mean*t.mean/t.variance-c.mean*c.mean/c.variance)) / power
}

// without is the marginal without a share of the site.
func (t *site) without(share float64) normal {
	free := 1 - share*t.precision*t.variance // the share of the marginal's precision that stays
	return normal{(t.mean - share*t.variance*t.linear) / free, t.variance / free}
}

// normalizers is the sum of the logs of the sites' scales.
func (f *Fit) normalizers() (sum float64) {
	for i := range f.Sites.list {
		t := &f.Sites.list[i]
		if t.corner > 0 {
			continue
		}
		sum += t.logScale(f.power)
	}
	for i := range f.Sites.corners {
		sum += f.cornerScale(&f.Sites.corners[i])
	}
	return sum
}

// cornerScale is the log of a corner's scale.
func (f *Fit) cornerScale(c *corner) float64 {
	x, y := &f.Sites.list[c.sites[0]], &f.Sites.list[c.sites[1]]
	marginal := bivariate{[2]float64{x.mean, y.mean}, [2]float64{x.variance, y.variance}, c.covariance}
	return (c.logZ + marginal.logScale() - c.cavity.logScale()) / f.power
}
