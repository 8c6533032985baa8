package bugs

import "math"

// shaped reads what stands between the brackets of structure(c(...), .Dim = c(2, 3)), of array and of
// matrix.
func (r *rReader) shaped(fun rToken) (a *Array, rows bool) {
	a = &Array{}
	var list, dim []float64
	var seen []string // the arguments before
	given, rowCount, columnCount := false, math.NaN(), math.NaN()
	for !r.failed && !r.takes(")") {
		key := ""
		if (r.tok.kind == rWord || r.tok.kind == rText) && r.peekByte() == '=' {
			key = r.tok.text
			r.next()
			r.next()
		}
		one := func(to *float64) {
			if part, _ := r.numbers(); len(part) == 1 {
				*to = part[0]
			}
		}
		if key == "" && given {
			key = positional(fun.text, len(seen))
		}
		seen = append(seen, key)
		switch key {
		case "", ".Data", "data":
			if given && key == "" {
				r.fail("%s has its numbers already: write .Dim = c(...)", fun.text).WithHint("write structure(c(...), .Dim = c(2, 3)), or matrix(c(...), 2, 3)")
				return a, false
			}
			list, _ = r.numbers()
			given, rows = true, key == ".Data"
		case ".Dim", "dim":
			dim, _ = r.numbers()
		case "nrow":
			one(&rowCount)
		case "ncol":
			one(&columnCount)
		case "byrow":
			by := 0.0
			one(&by)
			rows = by == 1
		case ".Names", ".Dimnames", "dimnames", "class", "names", ".Label", "levels", "row.names":
			r.skip()
		default:
			r.fail("%s is no part of %s that is read here", key, fun.text).WithHint("write structure(c(...), .Dim = c(...))")
			return a, false
		}
		if !r.failed && r.tok.text != ")" {
			r.wants(",")
		}
	}
	if r.failed {
		return a, false
	}
	if fun.text == "matrix" {
		dim = matrixDim(float64(len(list)), rowCount, columnCount)
	}
	if dim == nil {
		dim = []float64{float64(len(list))}
	}
	n := 1.0
	for _, d := range dim {
		if !(d >= 0 && d == math.Trunc(d)) {
			r.tok.at = fun.at
			r.fail("a dimension is a whole number, not %v", d)
			return a, false
		}
		a.Dim = append(a.Dim, int(d))
		n *= d
	}
	if n != float64(len(list)) {
		r.tok.at = fun.at
		r.fail("%s has %d numbers, and dimensions for %v", fun.text, len(list), n)
		return a, false
	}
	if !rows {
		list = byColumn(list, a.Dim)
	}
	a.fill(list)
	return a, rows && fun.text == "structure" && len(a.Dim) > 1
}

// positional is the name of an argument of matrix and array that is given without one, by how many stand before it.
func positional(fun string, before int) string {
	names := map[string][]string{"matrix": {"data", "nrow", "ncol", "byrow", "dimnames"}, "array": {"data", "dim", "dimnames"}}[fun]
	if before < len(names) {
		return names[before]
	}
	return ""
}

// matrixDim are the dimensions of a matrix of n numbers. What is not given is NaN: one column, then, or what the other one leaves.
func matrixDim(n, rows, columns float64) []float64 {
	if math.IsNaN(rows) && math.IsNaN(columns) {
		rows = n
	}
	if math.IsNaN(columns) {
		columns = n / rows
	}
	if math.IsNaN(rows) {
		rows = n / columns
	}
	return []float64{rows, columns}
}

// byColumn are numbers that stand column by column, the first index fastest, row by row.
func byColumn(list []float64, dim []int) []float64 {
	if len(dim) < 2 {
		return list
	}
	out := make([]float64, len(list))
	index := make([]int, len(dim))
	for i := range out {
		from, stride := 0, 1
		for k, d := range dim {
			from += index[k] * stride
			stride *= d
		}
		out[i] = list[from]
		for k := len(dim) - 1; k >= 0; k-- {
			if index[k]++; index[k] < dim[k] {
				break
			}
			index[k] = 0
		}
	}
	return out
}

// skip reads a value that is not needed, as names are.
func (r *rReader) skip() {
	depth := 0
	for r.tok.kind != rEnd {
		switch r.tok.text {
		case "(":
			depth++
		case ")", ",":
			if depth == 0 {
				return
			}
			if r.tok.text == ")" {
				depth--
			}
		}
		r.next()
	}
}
