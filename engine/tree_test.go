package engine

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// The tree is compared with products of all leaves but one, however they are set.
func TestTree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	times := func(a, b int) (int, error) { return a + b, nil }
	var tree []int
	leaves := map[int]int{}
	for range 200 {
		leaf, m := rng.IntN(1+len(leaves)+3), rng.IntN(1000)
		leaves[leaf] = m
		var err error
		if tree, err = SetLeaf(tree, leaf, m, times); err != nil {
			t.Fatal(err)
		}
		for leaf := range 40 {
			if got := Leaf(tree, leaf); got != leaves[leaf] {
				t.Fatalf("leaf %d of %v is %d", leaf, leaves, got)
			}
		}
		for but := range 40 {
			want := 0
			for k, m := range leaves {
				if k != but {
					want += m
				}
			}
			if got, err := Others(tree, but, times); got != want || err != nil {
				t.Fatalf("all but %d of %v are %d, %v, want %d", but, leaves, got, err, want)
			}
		}
	}
}

func TestOthersOfNone(t *testing.T) {
	times := func(a, b int) (int, error) { return 0, errors.New("there is nothing to multiply") }
	if got, err := Others(nil, 3, times); got != 0 || err != nil {
		t.Error(got, err)
	}
}

// After an error the tree is as it was.
func TestSetLeafError(t *testing.T) {
	bad := errors.New("bad")
	times := func(a, b int) (int, error) {
		if a < 0 || b < 0 {
			return 0, bad
		}
		return a + b, nil
	}
	tree := []int{}
	for leaf, m := range []int{1, 2, 3} {
		var err error
		if tree, err = SetLeaf(tree, leaf, m, times); err != nil {
			t.Fatal(err)
		}
	}
	before := slices.Clone(tree)
	for _, leaf := range []int{0, 2, 3, 9} { // the last one makes the tree larger
		got, err := SetLeaf(tree, leaf, -1, times)
		if err != bad || !slices.Equal(got, before) || !slices.Equal(tree, before) {
			t.Errorf("leaf %d: %v, %v, want %v", leaf, got, err, before)
		}
	}
}
