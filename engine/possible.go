package engine

// Possible is a product of messages in a branch, or, where they contradict each other, the one that says nothing: the evidence
// of the branch says that it is impossible.
func Possible[M interface{ IsFinite() bool }](m, uniform M) M {
	if !m.IsFinite() {
		return uniform
	}
	return m
}
