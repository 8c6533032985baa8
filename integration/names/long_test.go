//go:build long

package names

// starts lists where sets of names begin among n, which are size long: such that each
// name is each third slot of a model at least.
func starts(n, size int) []int {
	var list []int
	for first := 0; first < n; first += min(3, size) {
		list = append(list, first)
	}
	return list
}

// built are the kinds of models whose packages are built and run.
var built = []string{"ep", "vmp", "gibbs", "shared", "missing", "filter", "vectors", "mixed"}
