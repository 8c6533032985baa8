package engine

// A LeftOut is what an observation has given all others.
type LeftOut struct {
	// Line and Statement say what it is an instance of, Name the input that it is an element of, empty of what has no name. Index is which
	// element, or, without a name, the loop indices.
	Line      int    `json:"line"`
	Statement string `json:"statement"`
	Name      string `json:"name"`
	Index     []int  `json:"index"`
	// LogDensity is the log of its density given all others, Below the probability of less than what is observed, with half of that of
	// what is observed itself; NaN where that is not found.
	LogDensity float64 `json:"logDensity"`
	Below      float64 `json:"below"`
}
