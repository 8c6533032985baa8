package mcmc

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestStartOrder: elements stand behind those that they read, whatever the order in which they are said, and those in a circle
// stand as they were said, between what they read and what reads them.
func TestStartOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		o := &StartOrder{}
		o.Begin()
		rows, columns, n := random.IntN(5), 1+random.IntN(3), random.IntN(8)
		rank := map[[3]int]int{}
		for k, p := range random.Perm(rows*columns + n) {
			if k < rows*columns {
				rank[[3]int{0, k / columns, k % columns}] = p
			} else {
				rank[[3]int{1, k - rows*columns, 0}] = p
			}
		}
		said := map[[3]int][][3]int{}
		says := func(by [3]int) {
			for range random.IntN(4) {
				of := [3]int{0, random.IntN(5), random.IntN(3)}
				if random.IntN(2) == 0 {
					of = [3]int{1, random.IntN(9) - 1, 0}
				}
				if r, ok := rank[of]; ok && r >= rank[by] {
					continue
				}
				said[by] = append(said[by], of)
				if of[0] == 0 {
					o.Reads(0, of[1], of[2])
				} else {
					o.Reads(1, of[1])
				}
			}
		}
		for i := range rows {
			for j := range columns {
				o.Element(0, i, j)
				says([3]int{0, i, j})
			}
		}
		for i := range n {
			o.Element(1, i)
			says([3]int{1, i, 0})
		}
		o.Find()
		if o.Count() != len(rank) {
			t.Fatalf("%d of %d elements", o.Count(), len(rank))
		}
		seen := map[[3]int]bool{}
		for k := range o.Count() {
			at := [3]int{o.Member(k), o.Index(k, 0), 0}
			if at[0] == 0 {
				at[2] = o.Index(k, 1)
			}
			for _, of := range said[at] {
				if _, there := rank[of]; there && !seen[of] {
					t.Fatalf("%v stands before %v, which it reads", at, of)
				}
			}
			seen[at] = true
		}
	}
}

func TestStartOrderOfCircles(t *testing.T) {
	o := &StartOrder{}
	o.Begin()
	reads := [][]int{{4}, {3}, {1}, {2, 5}, {}, {}} // 1, 3 and 2 read each other; 0 reads 4, and 3 reads 5
	for e, list := range reads {
		o.Element(0, e)
		for _, r := range list {
			o.Reads(0, r)
		}
	}
	o.Find()
	var got []int
	for k := range o.Count() {
		got = append(got, o.Index(k, 0))
	}
	if want := []int{4, 0, 5, 1, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// TestStartOrderOfLongChains: a chain of elements that stand the other way round takes memory, and no stack.
func TestStartOrderOfLongChains(t *testing.T) {
	const n = 300_000
	o := &StartOrder{}
	o.Begin()
	for e := range n {
		o.Element(0, e)
		o.Reads(0, e+1)
	}
	o.Find()
	for k := range n {
		if o.Index(k, 0) != n-1-k {
			t.Fatalf("element %d stands at %d", o.Index(k, 0), k)
		}
	}
}
