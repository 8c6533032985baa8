package latent

import (
	"math"
	"slices"

	"mpc/engine"
	"mpc/mcmc"
	"mpc/special"
)

// An Observer is a model that says what it observes.
type Observer interface {
	Model
	// Observe says all observations, after Place: of each where it is by At, and what it depends on by another method. Rows of the sites
	// are said in the order in which Say says them.
	Observe(o *Observations)
	// AddBelow adds to each of out the probability of less than what an instance of a statement sees, and half of that of it itself, were
	// the combination or the number that it reads z.
	AddBelow(statement, i, j, k int, z, out []float64)
}

// Observations find what each observation has given all others, node by node, without fitting again but at the nodes.
type Observations struct {
	model     Observer
	fit       *Fit
	corrected bool
	weight    float64   // of the node
	logs      []float64 // of rows of the sites
	// row, seen and statement are the next row of the sites, the next observation, and the statement that it is an instance of.
	row, seen, statement int
	at                   []int
	slopes               []float64 // of its combination
	left                 *LeftOut
	list                 []engine.LeftOut
	statements           []engine.LeftOut
}

// LeaveOneOut is what each observation of a model has given all others. Statements are those that the model numbers: an observation has the
// line, the text and the name of its.
func (j *JointPosterior) LeaveOneOut(m Observer, statements []engine.LeftOut) ([]engine.LeftOut, error) {
	o := &Observations{model: m, corrected: j.of.corrected, left: NewLeftOut(), statements: statements}
	err := j.EachNode(func(f *Fit, n *Node) error {
		o.fit, o.weight, o.logs = f, n.Weight, make([]float64, f.Sites.Rows())
		o.row, o.seen = 0, 0
		f.LeftOut(o.logs)
		m.Place(n.Theta, f.Normals)
		m.Observe(o)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range o.list {
		o.list[i].LogDensity, o.list[i].Below = o.left.Of(i)
	}
	return o.list, nil
}

// At begins an observation: an instance of a statement, which sees an element of the data at indices.
func (o *Observations) At(statement int, index ...int) {
	if o.statement = statement; o.seen < len(o.list) {
		return
	}
	x := o.statements[statement]
	x.Index = slices.Clone(index)
	o.list = append(o.list, x)
}

// Slope says how the combination that it reads depends on a coordinate.
func (o *Observations) Slope(coordinate int, slope float64) {
	o.at, o.slopes = append(o.at, coordinate), append(o.slopes, slope)
}

// Normal ends one of a normal density, whose number is so far from the mean of its combination.
func (o *Observations) Normal(rest, precision float64) {
	distance, spread := NormalLeftOut(rest, o.fit.Block.Combination(o.at, o.slopes), precision)
	o.at, o.slopes = o.at[:0], o.slopes[:0]
	o.Alone(mcmc.LogDensityNormalVariance(distance, 0, spread), special.NormalCdf(distance/math.Sqrt(spread)))
}

// Site ends one that is the next row of the sites, of the loop indices i, j and k. Of one that something is summed out of a corrected marginal is
// no nearer, and costs the square of the rows, each by quadrature.
func (o *Observations) Site(sum bool, i, j, k int) {
	below := o.below(i, j, k)
	row := o.row
	o.row++
	if o.corrected && !sum {
		if log, less, ok := o.fit.CorrectedLeftOut(row, below); ok {
			o.Alone(log, less)
			return
		}
	}
	o.Alone(o.logs[row], o.fit.BelowLeftOut(row, below))
}

// Skip passes a row of the sites that is no observation.
func (o *Observations) Skip() { o.row++ }

// Single ends one that reads a number which is integrated by itself, by the row that Sites.Tell was told.
func (o *Observations) Single(number, told, i, j, k int) {
	o.Alone(o.fit.SingleLeftOut(number, told, o.below(i, j, k)))
}

// Alone ends one of a log density, and of a probability of less than what it sees, NaN where that is not known.
func (o *Observations) Alone(log, below float64) {
	o.left.Add(o.seen, o.weight, log, below)
	o.seen++
}

// Unordered ends one of a log density alone.
func (o *Observations) Unordered(log float64) { o.Alone(log, math.NaN()) }

func (o *Observations) below(i, j, k int) func(z, out []float64) {
	statement := o.statement
	return func(z, out []float64) { o.model.AddBelow(statement, i, j, k, z, out) }
}
