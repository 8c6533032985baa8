package engine

import (
	"math"
	"slices"
	"testing"
)

func TestReads(t *testing.T) {
	var size int
	var real float64
	var reals []float64
	var indices []int32
	var truths []bool
	for _, c := range []struct {
		err  error
		want string
	}{
		{ReadSize(&size, 3, "n"), ""},
		{ReadSize(&size, -1, "n"), "input n: a size is at least 0 and at most 2147483647"},
		{ReadSize(&size, 1<<31, "n"), "input n: a size is at least 0 and at most 2147483647"},
		{ReadReal(&real, 2.5, "x"), ""},
		{ReadReal(&real, math.NaN(), "x"), "input x: NaN is not a finite number"},
		{ReadReal(&real, math.Inf(-1), "x", 4), "input x[4]: -Inf is not a finite number"},
		{ReadReals(&reals, []float64{7, 8, 9}, "y", "n", 3), ""},
		{ReadReals(&reals, []float64{1, 2}, "y", "n", 3), "input y: has 2 elements, but n is 3"},
		{ReadReals(&reals, []float64{1}, "y", "n", -5), "input y: has 1 elements, but n is 0"},
		{ReadReals(&reals, []float64{1, math.Inf(1)}, "y", "n", 2, 6), "input y[6][1]: +Inf is not a finite number"},
		{ReadReals(&reals, []float64{1}, "y", "size[%[2]d]", 2, 6, 3), "input y[6][3]: has 1 elements, but size[3] is 2"},
		{ReadIndices(&indices, []int{0, 3}, "k", "n", 2, "word", 4), ""},
		{ReadIndices(&indices, []int{0, 4}, "k", "n", 2, "word", 4), "input k[1]: 4 is no index of word, which has 4 elements"},
		{ReadIndices(&indices, []int{-1}, "k", "n", 1, "word", 4, 2), "input k[2][0]: -1 is no index of word, which has 4 elements"},
		{ReadIndices(&indices, nil, "k", "n", 1, "word", 4), "input k: has 0 elements, but n is 1"},
		{ReadValues(&truths, []bool{true, false}, "b", "n", 2), ""},
		{ReadValues(&truths, []bool{true}, "b", "n", 2), "input b: has 1 elements, but n is 2"},
		{FitsSizes(2, 2, "y"), ""},
		{FitsSizes(2, 3, "y"), "input y: has 2 values, but its sizes ask for 3"},
		{FitsIndices([]int32{2, 0}, 2, "k", "word", 3), ""},
		{FitsIndices([]int32{2, 0}, 3, "k", "word", 3), "input k: has 2 values, but its sizes ask for 3"},
		{FitsIndices([]int32{0, 2}, 2, "k", "word", 2), "input k[1]: 2 is no index of word, which has 2 elements"},
	} {
		got := ""
		if c.err != nil {
			got = c.err.Error()
		}
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// What was there before stays as it is: an inference that the data come from may still have it. Rows stand behind each other.
func TestReadsCopies(t *testing.T) {
	before := []float64{1, 2}
	now := before
	given := []float64{3, 4}
	if err := ReadReals(&now, given, "x", "n", 2); err != nil || !slices.Equal(before, []float64{1, 2}) || !slices.Equal(now, given) {
		t.Error(before, now, err)
	}
	given[0] = 5
	if now[0] != 3 {
		t.Error("the caller's values are kept, and no copy")
	}
	rows := make([]int32, 0, 3)
	for i, row := range [][]int{{0}, {2, 1}} {
		if err := ReadIndices(&rows, row, "k", "size[%[1]d]", i+1, "word", 3, i); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(rows, []int32{0, 2, 1}) {
		t.Error(rows)
	}
	at := []int{7}
	err := ReadReal(new(float64), math.NaN(), "x", at...)
	if at[0] = 8; err.Error() != "input x[7]: NaN is not a finite number" {
		t.Error(err)
	}
}
