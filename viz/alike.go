package viz

import (
	"slices"
	"strconv"
	"strings"
)

// large is the number of boxes from which a picture is folded: more do not fit a page.
const large = 40

// rounds bounds how far around a box what is alike is compared. Two tell the ends of a chain
// from its middle; more would find something of its own in each place of a long chain.
const rounds = 2

// A crowd says of the things of a picture which are drawn: things that are alike, that is of
// the same kind with the same kinds around them, are drawn once.
type crowd struct {
	first []int // the thing that is drawn in place of each
	size  []int // of the class that each belongs to
}

// alike finds the classes of things by refining their kinds by those of what each is linked
// with (Weisfeiler and Leman, "The reduction of a graph to canonical form", 1968, for a few
// rounds). Classes of one or two stay apart, as do all where there are few things.
func alike(kinds []string, links [][]int, whole bool) *crowd {
	c := &crowd{make([]int, len(kinds)), make([]int, len(kinds))}
	for i := range kinds {
		c.first[i], c.size[i] = i, 1
	}
	if whole || len(kinds) <= large {
		return c
	}
	class := numbered(kinds)
	for range rounds {
		refined := make([]string, len(kinds))
		for i, around := range links {
			var near []int
			for _, k := range around {
				near = append(near, class[k])
			}
			slices.Sort(near)
			var text strings.Builder
			text.WriteString(strconv.Itoa(class[i]))
			for _, k := range slices.Compact(near) {
				text.WriteString(" " + strconv.Itoa(k))
			}
			refined[i] = text.String()
		}
		class = numbered(refined)
	}
	members := map[int][]int{}
	for i, k := range class {
		members[k] = append(members[k], i)
	}
	for _, list := range members {
		if len(list) < 3 {
			continue
		}
		for _, i := range list {
			c.first[i], c.size[i] = list[0], len(list)
		}
	}
	return c
}

// numbered gives equal texts equal numbers.
func numbered(texts []string) []int {
	number := map[string]int{}
	out := make([]int, len(texts))
	for i, t := range texts {
		k, ok := number[t]
		if !ok {
			k = len(number)
			number[t] = k
		}
		out[i] = k
	}
	return out
}

// stands tells whether a thing is drawn.
func (c *crowd) stands(i int) bool { return c.first[i] == i }

// note is what the title of a picture says where one box stands for several.
func (c *crowd) note() string {
	if !slices.ContainsFunc(c.size, func(n int) bool { return n > 1 }) {
		return ""
	}
	return " (what is alike is drawn once)"
}

// others is what a label says of the things that it stands for.
func (c *crowd) others(i int) string {
	if c.size[i] < 2 {
		return ""
	}
	return "\nand " + strconv.Itoa(c.size[i]-1) + " like it"
}
