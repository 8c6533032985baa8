package code

import "strings"

// A Type says what a value is: a Basic, a *Record, an Array or a Handle. Two types are the
// same if they are equal by ==.
type Type interface{ String() string }

// A Basic type has no parts.
type Basic uint8

const (
	// Truth is true or false.
	Truth Basic = iota
	// Whole is a whole number of 64 bits.
	Whole
	// Real is a float64.
	Real
	// Fault is none, or what is wrong with a result.
	Fault
	// Stream is a stream of random numbers: drawing from it changes it.
	Stream
)

var basicNames = [...]string{"truth", "whole", "real", "fault", "stream"}

func (t Basic) String() string { return basicNames[t] }

// A Sort says what a record stands for.
type Sort uint8

const (
	// Plain records are tuples.
	Plain Sort = iota
	// Message records are messages of a family, by their natural parameters.
	Message
	// Total records are products of messages from which each can be taken out again.
	Total
	// Moments records are expectations of sufficient statistics.
	Moments
)

var sortNames = [...]string{"", "message", "total", "moments"}

func (s Sort) String() string { return sortNames[s] }

// A Record is a type with named fields.
type Record struct {
	Name   string
	Sort   Sort
	Fields []Field
}

// A Field is a part of a record.
type Field struct {
	Name string
	Type Type
}

func (r *Record) String() string { return r.Name }

// Field returns the position of a field, or -1.
func (r *Record) Field(name string) int {
	for i, f := range r.Fields {
		if f.Name == name {
			return i
		}
	}
	return -1
}

// An Array is a list of values of one type, whose length is known when it is made.
type Array struct{ Elem Type }

func (a Array) String() string { return a.Elem.String() + "[]" }

// A Handle is a value that only rows look into, as an order or the state of a sampler.
type Handle struct{ Name string }

func (h Handle) String() string { return h.Name }

// typeList writes types as results are written: nothing, one, or several in brackets.
func typeList(list []Type) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return list[0].String()
	}
	var names []string
	for _, t := range list {
		names = append(names, t.String())
	}
	return "(" + strings.Join(names, ", ") + ")"
}
