package passing

import (
	"math"

	"mpc/dist"
)

// A Belief is what is known of the elements of a shared variable.
type Belief interface {
	// change is the largest change since an older one of the same variable, +Inf where that has another size.
	change(old Belief) float64
}

// Known are the posteriors of elements.
type Known[M interface {
	IsUniform() bool
	Change(old M) float64
}] []M

func (k Known[M]) change(old Belief) float64 {
	return largestChange(k, old.(Known[M]), M.IsUniform, M.Change)
}

// KnownIn are posteriors that are compared in memory to work in.
type KnownIn[M interface {
	IsUniform() bool
	Change(old M, work *dist.MvWork) float64
}] []M

func (k KnownIn[M]) change(old Belief) float64 {
	work := new(dist.MvWork)
	return largestChange(k, old.(KnownIn[M]), M.IsUniform, func(m, old M) float64 { return m.Change(old, work) })
}

// largestChange is that of an element. What was uniform and is so still has not changed.
func largestChange[M any](now, old []M, uniform func(M) bool, change func(m, old M) float64) float64 {
	if len(now) != len(old) {
		return math.Inf(1)
	}
	largest := 0.0
	for i, m := range now {
		if !uniform(m) || !uniform(old[i]) {
			largest = math.Max(largest, change(m, old[i]))
		}
	}
	return largest
}

// changeOf is the largest change of a shared variable.
func changeOf(now, old []Belief) float64 {
	largest := 0.0
	for i, b := range now {
		largest = math.Max(largest, b.change(old[i]))
	}
	return largest
}
