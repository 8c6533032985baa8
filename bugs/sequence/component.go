package sequence

// components are the strongly connected components of items, in an order in which none depends on a
// later one; of several orders the one by IDs.
func components(items []*item, pairs []pair) [][]*item {
	n := len(items)
	at := map[int]int{}
	for i, it := range items {
		at[it.ID] = i
	}
	next := make([][]int, n)
	for _, p := range pairs {
		a, b := at[p.edge.From.ID], at[p.edge.To.ID]
		next[a] = append(next[a], b)
	}
	index, low, on := make([]int, n), make([]int, n), make([]bool, n)
	var stack []int
	var out [][]*item
	count := 0
	var visit func(v int)
	visit = func(v int) {
		count++
		index[v], low[v] = count, count
		stack, on[v] = append(stack, v), true
		for _, w := range next[v] {
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if on[w] {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] < index[v] {
			return
		}
		var comp []*item
		for {
			w := stack[len(stack)-1]
			stack, on[w] = stack[:len(stack)-1], false
			comp = append(comp, items[w])
			if w == v {
				break
			}
		}
		byID(comp)
		out = append([][]*item{comp}, out...)
	}
	for v := range items {
		if index[v] == 0 {
			visit(v)
		}
	}
	return out
}

// A group is items that one node runs.
type group struct {
	items  []*item
	cyclic bool // a component whose items depend on each other
	note   Note // why it is no part of another group of its loop
}

func (g *group) has(id int) bool {
	for _, it := range g.items {
		if it.ID == id {
			return true
		}
	}
	return false
}

// within are the pairs between items of a list.
func within(items []*item, pairs []pair) (out []pair) {
	in := map[int]bool{}
	for _, it := range items {
		in[it.ID] = true
	}
	for _, p := range pairs {
		if in[p.edge.From.ID] && in[p.edge.To.ID] {
			out = append(out, p)
		}
	}
	return out
}

// ordered sorts groups so that none depends on a later one, by the first of their IDs where
// several may come next. It is nil where groups depend on each other.
func ordered(groups []*group, pairs []pair) []*group {
	of := map[int]int{}
	for i, g := range groups {
		for _, it := range g.items {
			of[it.ID] = i
		}
	}
	waits := make([]map[int]bool, len(groups))
	for i := range waits {
		waits[i] = map[int]bool{}
	}
	for _, p := range pairs {
		a, b := of[p.edge.From.ID], of[p.edge.To.ID]
		if a != b {
			waits[b][a] = true
		}
	}
	var out []*group
	done := make([]bool, len(groups))
	for range groups {
		best := -1
		for i, g := range groups {
			if !done[i] && len(waits[i]) == 0 && (best < 0 || g.items[0].ID < groups[best].items[0].ID) {
				best = i
			}
		}
		if best < 0 {
			return nil
		}
		done[best] = true
		out = append(out, groups[best])
		for i := range waits {
			delete(waits[i], best)
		}
	}
	return out
}
