// Package posterior reads what a run found of a variable, in the form of the result file: the distribution
// that a message says, a summary of draws, a value that is known, or an array of these.
package posterior

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"
)

// A Posterior is what was found of a variable, or of an element of one. Its JSON form is that of the result
// file: an object with the field "dist", or lists of them, nested as the indices of the variable are.
type Posterior struct {
	form json.RawMessage
}

// Of is the posterior with the JSON form of x.
func Of(x any) (Posterior, error) {
	form, err := json.Marshal(x)
	return Posterior{form}, err
}

// MarshalJSON returns the form as it was read.
func (p Posterior) MarshalJSON() ([]byte, error) { return p.form.MarshalJSON() }

// UnmarshalJSON keeps the form.
func (p *Posterior) UnmarshalJSON(form []byte) error {
	p.form = bytes.Clone(form)
	return nil
}

// JSON is the form as it was read.
func (p Posterior) JSON() json.RawMessage { return p.form }

// String is the JSON form.
func (p Posterior) String() string { return string(p.form) }

// Decode reads the JSON form into a value of the caller.
func (p Posterior) Decode(into any) error { return json.Unmarshal(p.form, into) }

// parts are the posteriors in an array; false of an element.
func (p Posterior) parts() (list []Posterior, array bool) {
	array = bytes.HasPrefix(bytes.TrimLeft(p.form, " \t\r\n"), []byte("["))
	return list, array && json.Unmarshal(p.form, &list) == nil
}

// Elements visits the elements of an array, in order, each with its indices from 0; of a variable without
// indices itself, of nothing found nothing.
func (p Posterior) Elements() iter.Seq2[[]int, Posterior] {
	return func(yield func([]int, Posterior) bool) {
		if p.form != nil {
			p.visit(nil, yield)
		}
	}
}

func (p Posterior) visit(at []int, yield func([]int, Posterior) bool) bool {
	list, array := p.parts()
	if !array {
		return yield(at, p)
	}
	for i, x := range list {
		if !x.visit(append(slices.Clip(at), i), yield) {
			return false
		}
	}
	return true
}

// At is the posterior of an element, or of the elements whose first indices these are; false where there
// is none.
func (p Posterior) At(index ...int) (Posterior, bool) {
	for _, i := range index {
		list, array := p.parts()
		if !array || i < 0 || i >= len(list) {
			return Posterior{}, false
		}
		p = list[i]
	}
	return p, true
}
