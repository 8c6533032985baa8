package agree

// leastSampled is how many trials of a list are run at least, where not all are.
const leastSampled = 2

// Sample is some of a list, as many as count, evenly spread over it: to build a package of each
// trial takes minutes. With -tags long it is the whole list.
func Sample[T any](list []T, count int) []T {
	if long || len(list) <= count {
		return list
	}
	some := make([]T, count)
	for i := range some {
		some[i] = list[i*len(list)/count]
	}
	return some
}
