package codegen

// The types of errors of a generated package, but for those of package engine.

// improperErrorText is that of a package that sends messages.
const improperErrorText = `// An ImproperError says that a posterior is not integrable, or that all messages of a
// statement were left out, since each would make one so: it is ignored then.
type ImproperError struct {
	Where
	LeftOut bool
}

func (e *ImproperError) Error() string {
	if e.LeftOut {
		return "no message could be computed, each would make a marginal improper: " + e.String() + "; " + leftOutHelp
	}
	return "the posterior is improper: " + e.String() + "; give a narrower prior, or damping"
}

`

// samplingErrorText is those of a package that draws.
const samplingErrorText = `// An ImproperError says that there is no distribution to draw from: what a variable is
// drawn from given all others is not integrable, or a parameter is none of its
// distribution.
type ImproperError struct{ Where }

func (e *ImproperError) Error() string {
	return "the conditional is improper: " + e.String() + "; give a narrower prior"
}

// A NotFiniteError says that a draw, or what it is computed from, overflowed or is no
// number.
type NotFiniteError struct{ Where }

func (e *NotFiniteError) Error() string { return "a value is not finite: " + e.String() }

`
