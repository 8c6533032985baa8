package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// ReadSize checks and copies a size.
func ReadSize(to *int, value int, input string) error {
	if value < 0 || value > math.MaxInt32 { // indices take 32 bits
		return &InputError{Input: input, Message: "a size is at least 0 and at most 2147483647"}
	}
	*to = value
	return nil
}

// ReadReal checks and copies a number; at are the indices of it, if there are any.
func ReadReal(to *float64, value float64, input string, at ...int) error {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return &InputError{Input: input, At: slices.Clone(at), Message: fmt.Sprintf("%v is not a finite number", value)}
	}
	*to = value
	return nil
}

// ReadReals checks and copies an array of numbers, or the row of one that has the indices at: behind the rows before. It has n
// numbers, which is what size is, where %[1]d stands for the first of the indices.
func ReadReals(to *[]float64, values []float64, input, size string, n int, at ...int) error {
	if err := readRow(to, len(values), input, size, n, at); err != nil {
		return err
	}
	for i, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return &InputError{Input: input, At: append(slices.Clone(at), i), Message: fmt.Sprintf("%v is not a finite number", x)}
		}
		*to = append(*to, x)
	}
	return nil
}

// ReadIndices is ReadReals of indices of a range, which has so many elements.
func ReadIndices(to *[]int32, values []int, input, size string, n int, of string, elements int, at ...int) error {
	if err := readRow(to, len(values), input, size, n, at); err != nil {
		return err
	}
	for i, x := range values {
		if x < 0 || x >= elements {
			return noIndex(input, append(slices.Clone(at), i), x, of, elements)
		}
		*to = append(*to, int32(x))
	}
	return nil
}

// ReadValues is ReadReals of what may have any value of its type.
func ReadValues[T any](to *[]T, values []T, input, size string, n int, at ...int) error {
	if err := readRow(to, len(values), input, size, n, at); err != nil {
		return err
	}
	*to = append(*to, values...)
	return nil
}

// readRow refuses a row of another length, and makes room for an array that is none of several rows.
func readRow[T any](to *[]T, count int, input, size string, n int, at []int) error {
	if n = max(0, n); count != n {
		var indices []any
		for _, i := range at {
			indices = append(indices, i)
		}
		if strings.Contains(size, "%") {
			size = fmt.Sprintf(size, indices...)
		}
		return &InputError{Input: input, At: slices.Clone(at), Message: fmt.Sprintf("has %d elements, but %s is %d", count, size, n)}
	}
	if len(at) == 0 {
		*to = make([]T, 0, n)
	}
	return nil
}

// FitsSizes refuses an array that has not as many values as its sizes ask for.
func FitsSizes(count, total int, input string) error {
	if count != total {
		return &InputError{Input: input, Message: fmt.Sprintf("has %d values, but its sizes ask for %d", count, total)}
	}
	return nil
}

// FitsIndices is FitsSizes of indices of a range, of which the elements may have become fewer.
func FitsIndices(indices []int32, total int, input, of string, elements int) error {
	if err := FitsSizes(len(indices), total, input); err != nil {
		return err
	}
	for i, x := range indices {
		if int(x) >= elements {
			return noIndex(input, []int{i}, int(x), of, elements)
		}
	}
	return nil
}

func noIndex(input string, at []int, x int, of string, elements int) error {
	return &InputError{Input: input, At: at, Message: fmt.Sprintf("%d is no index of %s, which has %d elements", x, of, elements)}
}
