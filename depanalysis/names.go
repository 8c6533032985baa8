package depanalysis

import "fmt"

// names holds how often each name was given so far: of name#2 too, where that was given.
type names map[string]int

// unique is the name itself the first time, then name#2, name#3 and so on: two
// factors of one kind that share a variable send updates of the same name to it.
func (n names) unique(name string) string {
	if n[name] == 0 {
		n[name] = 1
		return name
	}
	for {
		n[name]++
		out := fmt.Sprintf("%s#%d", name, n[name])
		if n[out] == 0 {
			n[out] = 1
			return out
		}
	}
}
