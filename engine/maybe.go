package engine

import "encoding/json"

// A Maybe is a value that may be missing; its zero value is. In JSON a missing one
// is null.
type Maybe[T any] struct {
	Value T
	Known bool
}

// Known returns a value that is not missing.
func Known[T any](v T) Maybe[T] { return Maybe[T]{v, true} }

// MarshalJSON writes the value, or null.
func (m Maybe[T]) MarshalJSON() ([]byte, error) {
	if !m.Known {
		return []byte("null"), nil
	}
	return json.Marshal(m.Value)
}

// UnmarshalJSON reads a value, or null.
func (m *Maybe[T]) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*m = Maybe[T]{}
		return nil
	}
	m.Known = true
	return json.Unmarshal(text, &m.Value)
}
