package engine

// A tree of products has a message for each batch, its leaves, and above them the products
// of those below: what all batches but one say is the product of few, and nothing is ever
// divided. Node i has the nodes 2i and 2i+1 below it, node 1 is the root, and the leaves are
// the second half. The zero value of a message says nothing.

// Others is the product of all leaves of a tree but one, which it may not have yet.
func Others[M any](tree []M, leaf int, times func(a, b M) (M, error)) (out M, err error) {
	size := len(tree) / 2
	switch {
	case size == 0:
		return out, nil
	case leaf >= size:
		return tree[1], nil
	}
	for i := leaf + size; i > 1 && err == nil; i /= 2 {
		out, err = times(out, tree[i^1])
	}
	return out, err
}

// Leaf is a leaf of a tree, which it may not have yet.
func Leaf[M any](tree []M, leaf int) (m M) {
	if size := len(tree) / 2; leaf < size {
		return tree[leaf+size]
	}
	return m
}

// SetLeaf is a tree with another leaf, which has room for it. After an error the tree that
// was given is as before.
func SetLeaf[M any](given []M, leaf int, m M, times func(a, b M) (M, error)) ([]M, error) {
	tree := given
	size := len(tree) / 2
	if leaf >= size {
		was := size
		size = max(1, size)
		for leaf >= size {
			size *= 2
		}
		larger := make([]M, 2*size)
		copy(larger[size:], tree[was:])
		for i := size - 1; i > 0; i-- {
			var err error
			if larger[i], err = times(larger[2*i], larger[2*i+1]); err != nil {
				return given, err
			}
		}
		tree = larger
	}
	at := leaf + size
	path := []M{m} // from the leaf to the root
	for i := at; i > 1; i /= 2 {
		up, err := times(path[len(path)-1], tree[i^1])
		if err != nil {
			return given, err
		}
		path = append(path, up)
	}
	for _, s := range path {
		tree[at] = s
		at /= 2
	}
	return tree, nil
}
