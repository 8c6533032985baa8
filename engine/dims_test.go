package engine

import (
	"fmt"
	"testing"
)

// Rows have a fixed number of elements, or rows of different lengths, also none.
func TestDims(t *testing.T) {
	for _, c := range []struct {
		dims  []Dim
		index string
	}{
		{nil, "[[]]"},
		{[]Dim{{N: 0}}, "[]"},
		{[]Dim{{N: 3}}, "[[0] [1] [2]]"},
		{[]Dim{{N: 2}, {N: 2}}, "[[0 0] [0 1] [1 0] [1 1]]"},
		{[]Dim{{N: 2}, {N: 0}}, "[]"},
		{[]Dim{{N: 3}, {Starts: []int{0, 2, 2, 3}}}, "[[0 0] [0 1] [2 0]]"},
		{[]Dim{{N: 2}, {Starts: []int{0, 1, 3}}, {N: 2}}, "[[0 0 0] [0 0 1] [1 0 0] [1 0 1] [1 1 0] [1 1 1]]"},
	} {
		list := [][]int{}
		EachIndex(c.dims, func(index []int) { list = append(list, append([]int{}, index...)) })
		if got := fmt.Sprint(list); got != c.index || Count(c.dims) != len(list) {
			t.Errorf("%v: %s of %d, want %s", c.dims, got, Count(c.dims), c.index)
		}
	}
}

// What is appended to a row does not reach the next one, and a row without elements is one.
func TestRowsOfElements(t *testing.T) {
	dims := []Dim{{N: 2}, {Starts: []int{0, 1, 3}}, {N: 2}}
	rows := Rows([]int{0, 1, 2, 3, 4, 5}, dims)
	if got := fmt.Sprint(Rows(rows, dims[:2])); got != "[[[0 1]] [[2 3] [4 5]]]" {
		t.Error(got)
	}
	_ = append(rows[0], 9)
	if rows[1][0] != 2 {
		t.Error(rows)
	}
	for _, none := range [][]Dim{{{N: 2}, {N: 0}}, {{N: 2}, {Starts: []int{0, 0, 0}}}} {
		if got := Rows([]int{}, none); len(got) != 2 || got[0] == nil {
			t.Errorf("%v: %v", none, got)
		}
	}
}
