package engine

import (
	"bytes"
	"slices"
)

// SameValues tells whether two arrays have the same values; NaN is as NaN.
func SameValues[T comparable](a, b []T) bool {
	return slices.EqualFunc(a, b, func(x, y T) bool { return x == y || x != x && y != y })
}

// SameStates tells whether two arrays of distributions of vectors are the same.
func SameStates[T interface{ AppendState([]byte) []byte }](a, b []T) bool {
	return slices.EqualFunc(a, b, func(x, y T) bool { return bytes.Equal(x.AppendState(nil), y.AppendState(nil)) })
}
