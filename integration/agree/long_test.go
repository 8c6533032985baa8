//go:build long

package agree

// starts lists where sets of names begin among n, which are size long: such that each
// name is a slot of a model.
func starts(n, size int) []int {
	var list []int
	for first := 0; first < n; first += size {
		list = append(list, first)
	}
	return list
}

// built are the kinds of models whose packages are built and run.
var namesBuilt = []string{"ep", "vmp", "gibbs", "shared", "missing", "filter", "vectors", "mixed"}
