package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// A Problem is an error as mpc run shows it at its place in the model or the data.
type Problem struct {
	Message, Code string
	Input         string // that is wrong, At that entry
	At            []int
	Line, Column  int // of the model
	Element       []int
}

// Is says what the problem is, and where in the model it is.
func (p *Problem) Is(code string, line, column int, element []int) {
	p.Code, p.Line, p.Column, p.Element = code, line, column, element
}

// Defines says that a variable is defined at a line twice, by itself, or not at all.
func (p *Problem) Defines(line int, twice, itself bool) {
	p.Line = line
	switch {
	case itself:
		p.Code = "cycle"
	case twice:
		p.Code = "double-definition"
	default:
		p.Code = "undefined"
	}
}

// A Kind is one of errors: it fills in a problem if an error is of it.
type Kind func(err error, p *Problem) bool

// Of is the kind of errors of a type.
func Of[E error](fill func(e E, p *Problem)) Kind {
	return func(err error, p *Problem) bool {
		var e E
		ok := errors.As(err, &e)
		if ok {
			fill(e, p)
		}
		return ok
	}
}

// A fileError says that draws cannot be written, or that a state cannot be read.
type fileError struct{ error }

// problemOf is an error of the first kind that it is of.
func problemOf(err error, kinds []Kind) Problem {
	p := Problem{Message: err.Error()}
	kinds = append([]Kind{Of(func(_ fileError, p *Problem) { p.Code = "file" })}, kinds...)
	for _, is := range kinds {
		if is(err, &p) {
			break
		}
	}
	return p
}

// report writes an error as a line.
func report(w io.Writer, err error, kinds []Kind) {
	p := problemOf(err, kinds)
	out := map[string]any{"message": p.Message, "line": p.Line, "column": p.Column, "element": p.Element}
	if p.Code != "" {
		out["code"] = p.Code
	}
	if p.Input != "" {
		out["input"], out["at"] = p.Input, p.At
	}
	b, _ := json.Marshal(out)
	fmt.Fprintf(w, "error %s\n", b)
}

// end ends the program after an error.
func end(err error, kinds []Kind) {
	if err != nil {
		report(os.Stderr, err, kinds)
		os.Exit(1)
	}
}
