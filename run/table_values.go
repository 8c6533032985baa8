package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

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
