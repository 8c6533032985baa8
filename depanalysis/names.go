package depanalysis

import "fmt"

// names holds the names given so far.
type names map[string]bool

// unique is the name itself the first time, then name#2, name#3 and so on: two
// factors of one kind that share a variable send updates of the same name to it.
func (n names) unique(name string) string {
	out := name
	for k := 2; n[out]; k++ {
		out = fmt.Sprintf("%s#%d", name, k)
	}
	n[out] = true
	return out
}
