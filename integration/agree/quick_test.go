//go:build !long

package agree

// starts lists where sets of names begin among n, which are size long: a few, over all
// of them.
func starts(n, size int) []int {
	const few = 3
	var list []int
	for k := range few {
		list = append(list, k*n/few)
	}
	return list
}

// built are the kinds of models whose packages are built and run.
var namesBuilt = []string{"ep", "gibbs", "shared", "missing"}
