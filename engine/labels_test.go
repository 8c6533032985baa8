package engine_test

import (
	"testing"

	"mpc/engine"
)

// Numbers of labelled elements are found in the list, or are those that are given.
func TestFindLabels(t *testing.T) {
	abc := []string{"a", "b", "c"}
	for _, c := range []struct {
		labels         []string
		size, x, y     int // the numbers given of b and c
		foundX, foundY int
		want           string
	}{
		{labels: abc, size: 3, foundX: 1, foundY: 2},
		{labels: abc, size: 3, x: 1, y: 2, foundX: 1, foundY: 2},
		{labels: abc, size: 4, want: "input names: has 3 labels of 4 elements"},
		{labels: abc[:2], size: 2, want: `input names: has no "c", which the model names`},
		{labels: []string{"b", "c", "b"}, size: 3, want: `input names: has "b" twice`},
		{labels: abc, size: 3, x: 2, want: `input x: is 2, but "b" is element 1 of names`},
		{size: 5, x: 3, y: 4, foundX: 3, foundY: 4},
		{size: 2, x: 0, y: 1, foundY: 1},
		{size: 5, x: 3, want: `input y: the number of "c" may have been left out; give names, the labels of all elements in their order`},
		{size: 5, x: 3, y: 3, want: `input y: 3 is the number of "b" too; give names, the labels of all elements in their order`},
	} {
		x, y := c.x, c.y
		err := engine.FindLabels("names", c.labels, c.size, engine.Labelled{Input: "x", Label: "b", Number: &x}, engine.Labelled{Input: "y", Label: "c", Number: &y})
		switch {
		case c.want != "":
			if err == nil || err.Error() != c.want {
				t.Errorf("%+v: %v", c, err)
			}
		case err != nil || x != c.foundX || y != c.foundY:
			t.Errorf("%+v: %d, %d, %v", c, x, y, err)
		}
	}
}
