package engine

// Quantiles are those of 5, 50 and 95 % of a posterior.
type Quantiles struct {
	Q05 float64 `json:"q05"`
	Q50 float64 `json:"q50"`
	Q95 float64 `json:"q95"`
	// SD is the standard deviation, of an entry of a matrix: that which the distribution of the matrix has is another. It is 0 of all else.
	SD float64 `json:"sd,omitempty"`
	// Rare tells that the mean and the standard deviation are those of values far beyond the quantiles, which were not
	// followed to their end: they are larger than is said, or there are none.
	Rare bool `json:"rare,omitempty"`
}

// ByVector are the quantiles of the components of vectors, vector by vector.
func ByVector[D interface{ Size() int }](vectors []D, components []Quantiles) [][]Quantiles {
	list := make([][]Quantiles, len(vectors))
	for i, v := range vectors {
		n := v.Size()
		list[i], components = append([]Quantiles(nil), components[:n]...), components[n:]
	}
	return list
}

// An entry is the posterior of an entry of the data, a point mass where it is not missing.
type entry interface {
	IsPoint() bool
	Mean() float64
}

// EntryQuantiles are those of an entry.
func EntryQuantiles[D entry](posterior D, missing Quantiles) Quantiles {
	if posterior.IsPoint() {
		x := posterior.Mean()
		return Quantiles{Q05: x, Q50: x, Q95: x}
	}
	return missing
}

// EntriesQuantiles are those of all entries. The list of the missing ones is empty where none is.
func EntriesQuantiles[D entry](posteriors []D, missing []Quantiles) []Quantiles {
	list := make([]Quantiles, len(posteriors))
	for i, m := range posteriors {
		var of Quantiles
		if len(missing) > 0 {
			of = missing[i]
		}
		list[i] = EntryQuantiles(m, of)
	}
	return list
}
