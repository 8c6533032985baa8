package lang

import "strings"

// Nearest returns the one of the names that word was probably meant to be, or
// "" if none is near: at most a third of its letters wrong, where two letters
// swapped count as one mistake, or the only one that word begins. It is for "did you
// mean" hints.
func Nearest(word string, names []string) string {
	if len(word) > 64 {
		return ""
	}
	best, limit := "", max(1, (len(word)+1)/3)+1
	for _, name := range names {
		if name != word && strings.EqualFold(name, word) {
			return name
		}
		if name == word || len(name) > 64 {
			continue
		}
		if d := editDistance(word, name); d < limit && d < len(name) {
			best, limit = name, d
		}
	}
	if best != "" || len(word) < 3 {
		return best
	}
	for _, name := range names {
		if strings.HasPrefix(name, word) && name != word {
			if best != "" {
				return ""
			}
			best = name
		}
	}
	return best
}

// editDistance is the number of letters inserted, dropped, changed or swapped
// with their neighbour that turns a into b (optimal string alignment).
func editDistance(a, b string) int {
	before := make([]int, len(b)+1)
	last := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
