package model

import (
	"math"

	"mpc/mcmc"
)

// A Signature is what the language says of a distribution: the parameters that
// it takes and what it draws.
type Signature struct {
	Name  string
	Draws Kind
	// Dimensions is that of a draw: 0 for a number or a truth, 1 for a vector, 2
	// for a matrix.
	Dimensions int
	// Family tells whether messages are of this family, so that its name is the
	// type of an input. Package families then has a row of the same name.
	Family bool
	// Finite tells whether messages about a draw are over the whole numbers below a
	// size, of which a variable has one: how many values it has.
	Finite bool
	// Spread is the parameter of a normal that a draw is conjugate to, precision or variance; empty where it is to none.
	Spread string

	positional []string       // in order; may be given by name as well
	named      [][]string     // groups of alternatives, one of each must be given
	shapes     map[string]int // dimensions of the parameters that are vectors (1) or matrices (2)
	support    *domain        // where it draws from, unless everywhere or where its parameters say
	supported  bool
	form
	symmetry
	// manyRows is the parameter that is above the number of rows of a draw less 1.
	manyRows string
	cardinality
	// canonical rewrites its parameters to those that operators take, or the distribution itself.
	canonical func(*Dist)

	// row has its density and its draws, of one that is a row of the table of
	// distributions; truncated is set for the distribution between bounds, low and high.
	row       *mcmc.Distribution
	truncated bool
}

// A form says which density a distribution has.
type form struct {
	fixed    bool // its draw is what it is given
	flat     bool // its density is 1 everywhere
	level    bool // its density is the same everywhere between low and high
	cuts     bool // it is another one between bounds
	gaussian bool // its density is a normal one, of a number or a vector
}

// A symmetry says what may change places in a distribution.
type symmetry struct {
	// alike is the parameter each of whose components belongs to a value or a component of a draw.
	alike string
	// reflected are two parameters that change places where low ends are taken for high ones.
	reflected [2]string
}

// A cardinality says how many values a draw has.
type cardinality struct {
	// values are how many values what a statement draws has, nil where that is not known; without it the ends of the support
	// say that.
	values func(*Relation) *Expr
	// most is what draws exceed with no probability to speak of, nil where that is not known.
	most func(*Dist) *Expr
	// without says what to write where message passing meets a random count without a largest value.
	without string
}

// StudentVector is Student's t of a vector.
const StudentVector = "mvstudentt"

var fromZero = &domain{0, math.Inf(1), true}

// distributions lists the distributions that the language knows, families of
// messages first; those that are not supported have a diagnostic of their own.
var distributions = withRows([]*Signature{
	{Name: "normal", Draws: Real, Family: true, positional: []string{"mean"}, named: [][]string{{"variance", "precision", "sd"}}, supported: true, form: form{gaussian: true}, canonical: varianceOfSD},
	{Name: "gamma", Draws: Real, Family: true, positional: []string{"shape"}, named: [][]string{{"rate", "scale"}}, support: fromZero, supported: true, Spread: "precision", cardinality: cardinality{most: mostOfGamma}, canonical: rateOfScale},
	{Name: "inversegamma", Draws: Real, Family: true, positional: []string{"shape", "rate"}, support: fromZero, supported: true, Spread: "variance"},
	{Name: "beta", Draws: Real, Family: true, positional: []string{"a", "b"}, support: &domain{0, 1, true}, supported: true, symmetry: symmetry{reflected: [2]string{"a", "b"}}, canonical: countsOfMean},
	{Name: "bernoulli", Draws: Bool, Family: true, positional: []string{"p"}, supported: true},
	{Name: "dirichlet", Draws: Real, Dimensions: 1, Family: true, positional: []string{"alpha"}, shapes: map[string]int{"alpha": 1}, supported: true, symmetry: symmetry{alike: "alpha"}},
	{Name: "mvnormal", Draws: Real, Dimensions: 1, Family: true, positional: []string{"mean"}, named: [][]string{{"covariance", "precision"}},
		shapes: map[string]int{"mean": 1, "covariance": 2, "precision": 2}, supported: true, form: form{gaussian: true}},
	{Name: "wishart", Draws: Real, Dimensions: 2, Family: true, named: [][]string{{"df"}, {"scale", "inverse"}},
		shapes: map[string]int{"scale": 2, "inverse": 2}, supported: true, manyRows: "df"},

	{Name: StudentVector, Draws: Real, Dimensions: 1, positional: []string{"df", "location"}, named: [][]string{{"scale", "precision"}},
		shapes: map[string]int{"location": 1, "scale": 2, "precision": 2}, supported: true},

	{Name: "categorical", Draws: Int, Family: true, Finite: true, positional: []string{"p"}, shapes: map[string]int{"p": 1}, supported: true,
		symmetry: symmetry{alike: "p"}, cardinality: cardinality{values: (*Relation).valuesOfTable}},

	{Name: "binomial", Draws: Int, positional: []string{"n", "p"}, supported: true, cardinality: cardinality{values: (*Relation).valuesOfTrials}},
	{Name: "poisson", Draws: Int, positional: []string{"rate"}, support: fromZero, supported: true, cardinality: cardinality{values: (*Relation).valuesOfRate, without: withoutRate}},
	{Name: "exponential", Draws: Real, named: [][]string{{"rate"}}, supported: true, canonical: exponentialGamma},
	{Name: "uniform", Draws: Real, positional: []string{"low", "high"}, supported: true, form: form{level: true}},
	{Name: "flat", Draws: Real, supported: true, form: form{flat: true}, canonical: flatNormal},
	{Name: icarName, Draws: Real, positional: []string{"from", "to"}, named: [][]string{{"precision", "variance", "sd"}}, supported: true, canonical: varianceOfSD},
	{Name: "point", Draws: Real, positional: []string{"value"}, supported: true, form: form{fixed: true}},
	{Name: "truncated", Draws: Real, positional: []string{"of", "low", "high"}, supported: true, form: form{cuts: true}},

	{Name: "discreteuniform", Draws: Int, positional: []string{"n"}, supported: true, cardinality: cardinality{values: (*Relation).valuesBelow}},
	{Name: "multinomial", Draws: Int, Dimensions: 1, positional: []string{"n", "p"}, shapes: map[string]int{"p": 1}, supported: true},

	{Name: "chisquared", Draws: Real, positional: []string{"df"}, supported: true, canonical: chiSquaredGamma},
	{Name: "halfnormal", Draws: Real, named: [][]string{{"sd", "variance", "precision"}}, supported: true, canonical: halfNormal},
})

// Distribution returns what the language says of the distribution of that name,
// nil where there is none. It is not to be changed.
func Distribution(name string) *Signature {
	for _, sig := range distributions {
		if sig.Name == name {
			return sig
		}
	}
	return nil
}

// Normal tells whether it is the normal of a number.
func (s *Signature) Normal() bool { return s != nil && s.gaussian && s.Dimensions == 0 }

// NormalVector tells whether it is the normal of a vector.
func (s *Signature) NormalVector() bool { return s != nil && s.gaussian && s.Dimensions == 1 }

// OfShare tells whether it draws from 0 to 1.
func (s *Signature) OfShare() bool {
	if s == nil {
		return false
	}
	low, high := s.Support()
	return low == 0 && high == 1
}

// Sized tells whether a message about a draw has a size: of a vector or a matrix, or
// how many values a whole number has.
func (s *Signature) Sized() bool { return s.Dimensions > 0 || s.Finite }

// OfNumbers tells whether messages about real numbers are of this family.
func (s *Signature) OfNumbers() bool { return s.Family && s.Draws == Real && s.Dimensions == 0 }

// Families returns the names of the families of messages, in the order in which
// diagnostics list them.
func Families() []string {
	var names []string
	for _, sig := range distributions {
		if sig.Family {
			names = append(names, sig.Name)
		}
	}
	return names
}

// Support returns the interval that s draws from: infinite at an end that is
// unbounded, or that its parameters decide.
func (s *Signature) Support() (low, high float64) {
	if s.row != nil {
		return end(s.row.Low, math.Inf(-1)), end(s.row.High, math.Inf(1))
	}
	if s.support == nil {
		return math.Inf(-1), math.Inf(1)
	}
	return s.support.low, s.support.high
}

// sig is the signature of d: one that says nothing of a distribution that the data give.
func (d *Dist) sig() *Signature {
	if s := Distribution(d.Name); s != nil {
		return s
	}
	return &Signature{}
}

func distributionNames() []string {
	var names []string
	for _, sig := range distributions {
		if sig.supported {
			names = append(names, sig.Name)
		}
	}
	sortStrings(names)
	return names
}

// alternatives says how else a distribution may be written.
var alternatives = map[string]map[string]string{
	"bernoulli": {"logit": "p"},
	"beta":      {"mean": "a", "count": "b"},

	"negbinomial": {"mean": "p"},
}

// all lists the names of all parameters.
func (s *Signature) all() []string {
	names := append([]string{}, s.positional...)
	for _, g := range s.named {
		names = append(names, g...)
	}
	for from := range alternatives[s.Name] {
		names = append(names, from)
	}
	sortStrings(names[len(names)-len(alternatives[s.Name]):])
	return names
}

func (s *Signature) knows(name string) bool {
	for _, n := range s.all() {
		if n == name {
			return true
		}
	}
	return false
}
