package mcmc

import "sync"

// A Form is a function of a row with what it takes. A distribution may have several of a kind, as of a rate and of
// the log of it: the first whose links are met applies.
type Form struct {
	// Function is a log density, whose first argument is a value, or a draw, whose first one is a stream. A method of
	// VectorWork has that before them.
	Function any
	// Takes are its arguments behind that.
	Takes []Take
	// Fixed are the parameters, and Value, that must not change while the function is compared with itself: it is
	// without the terms that depend on them alone.
	Fixed []string
	// Several is how it is computed of many values at once that have the parameters in common that are not fixed; nil where
	// there is no such way.
	Several *SeveralForm
}

// A SeveralForm computes a log density of many values from a sum over them.
type SeveralForm struct {
	// Each is what a value adds to the sum: func(x, fixed parameters...) float64.
	Each any
	// Of is the log density of all: func(other parameters..., sum, count float64) float64.
	Of any
}

// Value is the name of the value of a log density among parameters.
const Value = "x"

// A Take is a parameter as a function takes it.
type Take struct {
	Parameter string
	// Link is a function of the language: the parameter must be this function of something, which is what is taken.
	Link string
	// As is what is computed from it.
	As Conversion
}

// takes lists parameters that are taken as they are.
func takes(names ...string) (list []Take) {
	for _, n := range names {
		list = append(list, Take{Parameter: n})
	}
	return list
}

// linked is takes with the last parameter through a link.
func linked(link string, names ...string) []Take {
	list := takes(names...)
	list[len(list)-1].Link = link
	return list
}

// linkedBetween is linked with the bounds of a truncation behind.
func linkedBetween(link string, names ...string) []Take {
	return append(linked(link, names...), takes("low", "high")...)
}

// A Concavity is a way in which a log density is seen to be concave: as a function of what it names, while all other
// parameters stay the same. What is linear in a variable is concave in it too.
type Concavity struct {
	// Linear are the parameters, and Value, that may be linear in the variable together.
	Linear []string
	// Through is the one parameter that may be this function of what is linear; an exp of it times what does not change
	// too, as the log of that is linear.
	Through Take
	// Alone tells that the value is the variable itself.
	Alone bool
	// AtLeastOne are the parameters that must be known to be 1 or more.
	AtLeastOne []string
}

// Row is the row of a distribution, of families of messages too; nil where there is none.
func Row(name string) *Distribution { return rowsByName()[name] }

var rowsByName = sync.OnceValue(func() map[string]*Distribution {
	byName := map[string]*Distribution{}
	for _, d := range Rows() {
		byName[d.Name] = d
	}
	return byName
})

// Rows lists the rows of all distributions, families of messages first.
func Rows() []*Distribution { return append(families(), Distributions()...) }

// Functions lists the functions of a row.
func (d *Distribution) Functions() (list []any) {
	for _, f := range []any{d.Density, d.Draw, d.Mass, d.TruncatedDensity, d.TruncatedDraw} {
		if f != nil {
			list = append(list, f)
		}
	}
	for _, forms := range [][]Form{d.Densities, d.Masses, d.Kernels, d.Draws, d.Starts, d.Wide, d.TruncatedForms, d.TruncatedDraws} {
		for _, f := range forms {
			list = append(list, f.Function)
		}
	}
	if n := d.Natural; n != nil {
		list = append(list, n.Draw, n.Cut)
		if n.Proper != nil {
			list = append(list, n.Proper)
		}
	}
	return list
}

// families are rows of distributions that the language lists by itself: they have forms in place of one density of
// parameters in their order.
func families() []*Distribution {
	return []*Distribution{
		&normalRow, &truncatedNormalRow, &signedNormalRow, &uniformRow, &pointRow, &bernoulliRow, &categoricalRow, &discreteUniformRow,
		&multinomialRow, &dirichletRow, &mvNormalRow, &mvStudentTRow, &wishartRow,
	}
}

// Bounded tells whether both ends of the support are parameters that may be any numbers, as the bounds of a uniform one.
func (d *Distribution) Bounded() bool {
	_, low := d.Low.(string)
	_, high := d.High.(string)
	return low && high
}

// Boundless tells whether it is of counts without a largest one; d may be nil.
func (d *Distribution) Boundless() bool {
	return d != nil && d.Whole && d.Low != nil && d.High == nil
}

// LogDensities are the forms of the log density.
func (d *Distribution) LogDensities() []Form { return d.withPlain(d.Densities, d.Density) }

// AllDraws are the forms of a draw.
func (d *Distribution) AllDraws() []Form { return d.withPlain(d.Draws, d.Draw) }

// LogMasses are the forms of the log probability of an interval.
func (d *Distribution) LogMasses() []Form { return d.withPlain(d.Masses, d.Mass) }

// withPlain adds the function of the parameters in their order, where there is one.
func (d *Distribution) withPlain(forms []Form, plain any) []Form {
	if plain == nil {
		return forms
	}
	var names []string
	for _, p := range d.Parameters {
		names = append(names, p.Name)
	}
	return append(forms[:len(forms):len(forms)], Form{Function: plain, Takes: takes(names...)})
}
