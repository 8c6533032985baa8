package samples

import (
	"strconv"
	"strings"
)

// Labelled gives the names of columns, skill[0], the labels of their elements, skill[ann]:
// labels has those of each index of a variable, nil of an index that has none.
func Labelled(columns []string, labels map[string][][]string) []string {
	named := make([]string, len(columns))
	for c, column := range columns {
		named[c] = column
		variable, rest, ok := strings.Cut(column, "[")
		of := labels[variable]
		if !ok || of == nil {
			continue
		}
		index := strings.Split(strings.TrimSuffix(rest, "]"), ",")
		for k, text := range index {
			if i, err := strconv.Atoi(text); err == nil && k < len(of) && i < len(of[k]) {
				index[k] = of[k][i]
			}
		}
		named[c] = variable + "[" + strings.Join(index, ",") + "]"
	}
	return named
}
