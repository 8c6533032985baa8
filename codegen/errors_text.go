package codegen

// The types of errors of a generated package.

// errorText is those that every package has.
const errorText = `// Where says where in the model and the data an inference failed.
type Where struct {
	Line, Column int    // of the model
	Statement    string // or the variable
	Element      []int  // loop indices, outermost first; of a variable the flat position
	Iteration    int
}

func (w Where) String() string {
	s := fmt.Sprintf("line %d: %s", w.Line, w.Statement)
	if len(w.Element) > 0 {
		s += fmt.Sprintf(" at %v", w.Element)
	}
	if w.Iteration > 0 {
		s += fmt.Sprintf(" in iteration %d", w.Iteration)
	}
	return s
}

// A ContradictionError says that the observations have probability zero.
type ContradictionError struct{ Where }

func (e *ContradictionError) Error() string {
	return "contradictory observation, its probability is zero: " + e.String()
}

// An InputError says what is wrong with the data.
type InputError struct {
	Input   string
	At      []int // indices of the value, outermost first
	Message string
}

func (e *InputError) Error() string {
	s := e.Input
	for _, i := range e.At {
		s += fmt.Sprintf("[%d]", i)
	}
	return "input " + s + ": " + e.Message
}

// An OptionError says which option of Run has a value without a meaning: nothing
// was run.
type OptionError struct{ Option, Message string }

func (e *OptionError) Error() string { return "option " + e.Option + ": " + e.Message }

// An IndexError says that the model reads outside an array.
type IndexError struct {
	Line        int
	Array       string
	Dim         int // counting from 0
	Index, Size int
}

func (e *IndexError) Error() string {
	return fmt.Sprintf("line %d: index %d of dimension %d of %s is out of range, the size is %d", e.Line, e.Index, e.Dim+1, e.Array, e.Size)
}

// A DefinitionError says that an element of a variable is never defined, defined twice, or
// defined by itself.
type DefinitionError struct {
	Line     int
	Variable string
	Element  int // flat position
	Twice    bool
	Itself   bool
}

func (e *DefinitionError) Error() string {
	how := "never defined"
	if e.Twice {
		how = "defined twice"
	}
	if e.Itself {
		how = "defined by itself"
	}
	return fmt.Sprintf("line %d: element %d of %s is %s; each element has one definition", e.Line, e.Element, e.Variable, how)
}

`

// messageErrorText is those of a package that sends messages.
const messageErrorText = `// An ImproperError says that a posterior is not integrable, or that all messages of a
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

// A NotFiniteError says that a message overflowed.
type NotFiniteError struct{ Where }

func (e *NotFiniteError) Error() string { return "a message is not finite: " + e.String() }

// A TwiceError says that a statement reads one element of a variable twice: messages
// over both edges would count what it says twice.
type TwiceError struct {
	Where
	Variable string
	At       []int  // indices of the element, outermost first; nil where they are not known
	Help     string // what to write instead
}

func (e *TwiceError) Error() string {
	element := e.Variable
	for _, i := range e.At {
		element += fmt.Sprintf("[%d]", i)
	}
	return fmt.Sprintf("%s reads %s twice in one factor, which has no messages for that; %s", e.Where, element, e.Help)
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
