package engine

// A Doubt is what makes a posterior doubtful that was computed as a whole.
type Doubt struct {
	// Kind is Undetermined or Separable.
	Kind string `json:"kind"`
	// Left is the share that is left of the variance that the prior gives to a combination of the numbers.
	Left float64 `json:"left"`
	// Numbers are those concerned.
	Numbers []Numbered `json:"numbers"`
}

// A Numbered is an element of a variable: the number of the variable among the normals in the order of the program, and the
// place of the element among all of its.
type Numbered struct {
	Variable int `json:"variable"`
	Element  int `json:"element"`
}

// Kinds of doubts. Undetermined: the data say next to nothing of a combination of numbers, which makes up most of their
// standard deviations. Separable: a combination tells all truths apart without an error, so that how large it is only the
// prior says.
const (
	Undetermined = "undetermined"
	Separable    = "separable"
)
