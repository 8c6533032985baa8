package model

// A Kind is the kind of a value.
type Kind uint8

const (
	// Invalid is the kind of an expression that has an error.
	Invalid Kind = iota
	// Real is a real number.
	Real
	// Int is an integer.
	Int
	// Bool is true or false.
	Bool
	// IndexKind is a member of a range.
	IndexKind
	// RangeKind is a size, the index set 0..n-1.
	RangeKind
	// DistKind is a distribution given at run time.
	DistKind
)

var kindNames = [...]string{"invalid", "real", "int", "bool", "index", "range", "distribution"}

func (k Kind) String() string { return kindNames[k] }

// A Type is the type of a value: its kind, for an index the range that it is a
// member of, for a distribution the family. A vector has one dimension, a matrix
// two: their Kind is that of the components.
type Type struct {
	Kind       Kind
	Range      *Input
	Family     string
	Dimensions int
}

func (t Type) String() string {
	switch t.Kind {
	case IndexKind:
		if t.Range != nil {
			return "index(" + t.Range.Name + ")"
		}
	case DistKind:
		return t.Family
	}
	if t.Dimensions > 0 && t.Kind != Invalid {
		return dimensionNames[t.Dimensions]
	}
	return t.Kind.String()
}

var dimensionNames = [...]string{"number", "vector", "matrix"}

// number tells whether values of the type take part in arithmetic.
func (t Type) number() bool {
	return t.Dimensions == 0 && (t.Kind == Real || t.whole())
}

// whole tells whether values of the type are integers.
func (t Type) whole() bool {
	return t.Dimensions == 0 && (t.Kind == Int || t.Kind == IndexKind || t.Kind == RangeKind)
}
