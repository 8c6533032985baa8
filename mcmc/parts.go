package mcmc

// The connected parts of a graph, found edge by edge (Tarjan 1975): a list has for each element another one of its part before it,
// or itself.

// PartsOf is a graph of so many elements without edges.
func PartsOf(n int) []int {
	parts := make([]int, n)
	for i := range parts {
		parts[i] = i
	}
	return parts
}

// JoinParts joins the parts of two elements.
func JoinParts(parts []int, a, b int) []int {
	for parts[a] != a {
		parts[a] = parts[parts[a]]
		a = parts[a]
	}
	for parts[b] != b {
		parts[b] = parts[parts[b]]
		b = parts[b]
	}
	parts[max(a, b)] = min(a, b)
	return parts
}

// FirstOfParts writes for each element the first one of its part.
func FirstOfParts(parts []int) []int {
	for i, p := range parts {
		parts[i] = parts[p] // which comes before, and is known
	}
	return parts
}
