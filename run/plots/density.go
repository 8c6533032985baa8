package plots

import (
	"math"
	"slices"

	"mpc/samples"
)

// finite returns the draws of all chains that are finite, sorted.
func finite(chains [][]float64) []float64 {
	var all []float64
	for _, draws := range chains {
		for _, x := range draws {
			if !math.IsNaN(x) && !math.IsInf(x, 0) {
				all = append(all, x)
			}
		}
	}
	slices.Sort(all)
	return all
}

// shown returns from where to where sorted draws are shown: all of them, but of outliers
// only those that are no farther from the p- and the (1-p)-quantile than these are from
// each other.
func shown(sorted []float64, p float64) (low, high float64) {
	low, high = sorted[0], sorted[len(sorted)-1]
	if a, b := samples.Quantile(sorted, p), samples.Quantile(sorted, 1-p); b > a {
		low, high = math.Max(low, a-(b-a)), math.Min(high, b+(b-a))
	}
	return low, high
}

// bins is how fine a density is.
const bins = 512

// density returns an estimate of the density of draws at bins+1 equally distant points
// from low to high, by a normal kernel with the width of Silverman (1986, "Density
// estimation", equation 3.31). Draws beyond the ends are counted
// and not shown, those that are not finite do not count.
func density(draws []float64, low, high float64) (at, value []float64) {
	draws = slices.DeleteFunc(slices.Clone(draws), func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
	step := (high - low) / bins
	at, value = make([]float64, bins+1), make([]float64, bins+1)
	for i := range at {
		at[i] = low + float64(i)*step
	}
	// Each draw is shared by the two points that it lies between.
	weight := make([]float64, bins+1)
	for _, x := range draws {
		place := (x - low) / step
		i := int(math.Floor(place))
		if !(place >= 0 && place <= bins) {
			continue
		}
		if i == bins {
			i--
		}
		part := place - float64(i)
		weight[i] += 1 - part
		weight[i+1] += part
	}
	width := math.Max(kernelWidth(draws), 0.5*step)
	reach := int(math.Ceil(math.Min(4*width/step, bins)))
	kernel := make([]float64, reach+1)
	for k := range kernel {
		z := float64(k) * step / width
		kernel[k] = math.Exp(-0.5*z*z) / (width * math.Sqrt(2*math.Pi) * float64(len(draws)))
	}
	for i, w := range weight {
		if w == 0 {
			continue
		}
		for j := max(0, i-reach); j <= min(bins, i+reach); j++ {
			value[j] += w * kernel[max(i-j, j-i)]
		}
	}
	return at, value
}

// kernelWidth is 0.9 n^(-1/5) times the standard deviation, or what half of the draws
// lie within, if that is less; 0 where nothing is spread.
func kernelWidth(draws []float64) float64 {
	if len(draws) == 0 {
		return 0
	}
	sorted := slices.Clone(draws)
	slices.Sort(sorted)
	mean, squares, n := 0.0, 0.0, float64(len(draws))
	for _, x := range draws {
		mean += x / n
	}
	for _, x := range draws {
		squares += (x - mean) * (x - mean) / n
	}
	width := math.Sqrt(squares)
	if half := (samples.Quantile(sorted, 0.75) - samples.Quantile(sorted, 0.25)) / 1.349; half > 0 && !(half > width) {
		width = half
	}
	return 0.9 * width * math.Pow(n, -0.2)
}

// frequencies returns which whole numbers there are, if draws are few of them, and how
// often each is drawn in each chain.
func frequencies(chains [][]float64) (values []float64, shares [][]float64, ok bool) {
	for _, draws := range chains {
		for _, x := range draws {
			if x != math.Trunc(x) || math.Abs(x) > 1e9 {
				return nil, nil, false
			}
			if i, found := slices.BinarySearch(values, x); !found {
				if values = slices.Insert(values, i, x); len(values) > 40 {
					return nil, nil, false
				}
			}
		}
	}
	if len(values) == 0 || values[len(values)-1]-values[0] > 60 {
		return nil, nil, false
	}
	for _, draws := range chains {
		share := make([]float64, len(values))
		for _, x := range draws {
			i, _ := slices.BinarySearch(values, x)
			share[i] += 1 / float64(len(draws))
		}
		shares = append(shares, share)
	}
	return values, shares, true
}
