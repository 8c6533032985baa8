package bugs

import (
	"math"
	"strings"
)

// value reads a number, c(...), a:b, structure(...), array(...) or matrix(...), and tells whether
// only the word .Data says that it stands row by row.
func (r *rReader) value() (a *Array, rows bool) {
	if r.tok.kind == rWord && r.peekByte() == '(' {
		fun := r.tok
		switch fun.text {
		case "structure", "array", "matrix":
			r.next()
			r.next()
			return r.shaped(fun)
		case "c", "rep", "as.integer", "as.numeric":
		default:
			r.fail("%s(...) is no value that is read here", fun.text).WithHint("numbers, NA, c(...), a:b and structure(c(...), .Dim = c(...)) are; write the data with dump or dput")
			return &Array{}, false
		}
	}
	list, single := r.numbers()
	a = &Array{}
	a.fill(list)
	if !single {
		a.Dim = []int{len(list)}
	}
	return a, false
}

func (a *Array) fill(list []float64) {
	a.Values, a.Missing = make([]float64, len(list)), make([]bool, len(list))
	for i, v := range list {
		if a.Missing[i] = math.IsNaN(v); !a.Missing[i] {
			a.Values[i] = v
		}
	}
}

// mostRead is how many numbers one value may have.
const mostRead = 1 << 26

// numbers reads one expression of numbers; single tells whether it is one number, no vector.
func (r *rReader) numbers() (list []float64, single bool) {
	t := r.tok
	switch {
	case r.tok.kind == rWord && r.tok.text == "c" && r.peekByte() == '(':
		r.next()
		r.next()
		for !r.failed && !r.takes(")") {
			part, _ := r.numbers()
			list = append(list, part...)
			if !r.failed && r.tok.text != ")" {
				r.wants(",")
			}
		}
		return list, false
	case r.tok.kind == rWord && (r.tok.text == "rep" || strings.HasPrefix(r.tok.text, "as.")) && r.peekByte() == '(':
		fun := r.tok.text
		r.next()
		r.next()
		part, _ := r.numbers()
		times := []float64{1}
		if fun == "rep" && r.wants(",") {
			if r.tok.kind == rWord && r.tok.text == "times" {
				r.next()
				r.wants("=")
			}
			times, _ = r.numbers()
		}
		r.wants(")")
		if len(times) != 1 || !(times[0] >= 0 && times[0]*float64(len(part)) <= mostRead) {
			r.tok.at = t.at
			r.fail("rep repeats a vector a number of times")
			return nil, false
		}
		for range int(times[0]) {
			list = append(list, part...)
		}
		return list, false
	}
	from, ok := r.number()
	if !ok {
		return nil, true
	}
	if !r.takes(":") {
		return []float64{from}, true
	}
	to, ok := r.number()
	if !ok {
		return nil, true
	}
	if !(math.Abs(to-from) < mostRead) {
		r.tok.at = t.at
		r.fail("%v:%v has too many numbers", from, to)
		return nil, false
	}
	for v := from; from <= to && v <= to || from > to && v >= to; {
		list = append(list, v)
		if from <= to {
			v++
		} else {
			v--
		}
	}
	return list, false
}

// number reads one number: NaN stands for NA.
func (r *rReader) number() (float64, bool) {
	sign := 1.0
	for r.tok.kind == rMark && (r.tok.text == "-" || r.tok.text == "+") {
		if r.tok.text == "-" {
			sign = -sign
		}
		r.next()
	}
	t := r.tok
	switch {
	case t.kind == rNumber:
		r.next()
		return sign * t.value, true
	case t.text == "NaN" && r.ofChains:
		r.fail("NaN is no number that a chain can start at").WithHint("write NA, or nothing, for what is not to start anywhere")
		return 0, false
	case t.kind == rWord:
		v, known := map[string]float64{"NA": math.NaN(), "NA_real_": math.NaN(), "NA_integer_": math.NaN(), "NaN": math.NaN(),
			"Inf": math.Inf(1), "TRUE": 1, "T": 1, "FALSE": 0, "F": 0}[t.text]
		if known {
			r.next()
			return sign * v, true
		}
	}
	if !r.failed {
		d := r.fail("a number is expected here, not %s", t)
		if t.kind == rText {
			d.WithHint("texts are no data: number the names, as.integer(factor(x)) in R")
		}
	}
	return 0, false
}
