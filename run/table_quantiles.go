package run

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"mpc/factor/families"
)

// shownQuantiles are the probabilities of the quantiles in tables.
var shownQuantiles = [3]float64{0.05, 0.5, 0.95}

// quantiles are those of a number's distribution in its JSON form, NaN where there are none.
func quantiles(v map[string]any) (q [3]float64) {
	name, _ := v["dist"].(string)
	if x, ok := v["value"].(float64); ok && name == "point" {
		return [3]float64{x, x, x}
	}
	if x, ok := v["q05"].(float64); ok { // those of a posterior that is computed as a whole
		median, _ := v["q50"].(float64)
		high, _ := v["q95"].(float64)
		return [3]float64{x, median, high}
	}
	f, d := decoded(v)
	if f == nil {
		return noQuantiles
	}
	return quantilesOf(f, d)
}

// decoded is a distribution in its JSON form as the message that it is, with its family;
// nil of a known value, of draws, and of what is no distribution.
func decoded(v map[string]any) (*families.Family, any) {
	name, _ := v["dist"].(string)
	f := families.Named(name)
	raw, err := json.Marshal(v)
	if f == nil || err != nil {
		return nil, nil
	}
	d, err := f.Read(raw)
	if err != nil {
		return nil, nil
	}
	return f, d
}

func quantilesOf(f *families.Family, d any) (q [3]float64) {
	for i, p := range shownQuantiles {
		q[i] = f.Quantile(d, p)
	}
	return q
}

// componentQuantiles are those of component i of a vector of distribution d; NaN of a matrix.
// Of a known vector d is nil, and the mean is its value.
func componentQuantiles(d any, i int, mean float64) [3]float64 {
	if d == nil {
		return [3]float64{mean, mean, mean}
	}
	if f, marginal := componentMarginal(d, i); f != nil {
		return quantilesOf(f, marginal)
	}
	return noQuantiles
}

// probabilities are those of the values 0, 1, ... of a whole number's distribution in its
// JSON form, nil of another distribution.
func probabilities(v map[string]any) (p []float64) {
	list, ok := v["p"].([]any)
	if !ok {
		return nil
	}
	for _, x := range list {
		x, ok := x.(float64)
		if !ok {
			x = math.NaN()
		}
		p = append(p, x)
	}
	return p
}

// probable lists the values by their probabilities, the largest first, of equals the
// smaller value.
func probable(p []float64) []int {
	list := make([]int, len(p))
	for k := range list {
		list[k] = k
	}
	slices.SortStableFunc(list, func(a, b int) int { return -cmp.Compare(p[a], p[b]) })
	return list
}

// modeText is the most probable value.
func modeText(p []float64, values []string) string {
	if list := probable(p); len(list) > 0 && p[list[0]] > 0 {
		return valueText(list[0], values)
	}
	return "-"
}

// probableText lists the values that have nearly all of the probability, some of them at
// most, and what is left.
func probableText(p []float64, values []string) string {
	const most, enough, rare = 5, 0.99, 0.005
	var text []string
	total := 0.0
	for _, k := range probable(p) {
		if !(p[k] >= rare) || total > enough || len(text) == most {
			break
		}
		total += p[k]
		text = append(text, fmt.Sprintf("%s (%s)", valueText(k, values), percent(p[k])))
	}
	if rest := 1 - total; len(text) > 0 && rest >= rare {
		text = append(text, fmt.Sprintf("others (%s)", percent(rest)))
	}
	return strings.Join(text, ", ")
}

// percent prints a probability in two digits, more of one near 1.
func percent(p float64) string {
	if p > 0.99 {
		return fmt.Sprintf("%.4g %%", 100*p)
	}
	return fmt.Sprintf("%.2g %%", 100*p)
}

// valueText is a value of a whole number, by its label where it has one.
func valueText(k int, values []string) string {
	if k < len(values) {
		return values[k]
	}
	return fmt.Sprint(k)
}
