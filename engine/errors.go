package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// The errors that every package has.

// Where says where in the model and the data an inference failed.
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

// A MissingError says that an entry of the data is missing whose value is needed:
// in a condition, an index, a bound or a constant.
type MissingError struct {
	Line  int // of the model
	Input string
	At    []int
}

func (e *MissingError) Error() string {
	s := e.Input
	for _, i := range e.At {
		s += fmt.Sprintf("[%d]", i)
	}
	return fmt.Sprintf("line %d: %s is missing, but its value is needed", e.Line, s)
}

// A ParameterError says that the data give a distribution, or a function of a vector,
// a parameter that it cannot have.
type ParameterError struct {
	Where
	Message string
}

func (e *ParameterError) Error() string { return e.Message + ": " + e.String() }

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

// JSONError is the error of data in JSON: it names the input that JSON has another type of,
// in place of the type that it is read by.
func JSONError(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		name := wrong.Field[strings.LastIndex(wrong.Field, ".")+1:]
		return &InputError{Input: name, Message: fmt.Sprintf("a JSON %s cannot be read as %s", wrong.Value, wrong.Type)}
	}
	return err
}
