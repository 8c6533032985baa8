package dist

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// What vectors and matrices need beyond distFields stands in functions, not in
// methods, which generated packages of scalar models would carry along.

// distElements decodes the field or element of that name as an array.
func distElements(f *distFields, name string, raw json.RawMessage, want string) []json.RawMessage {
	var list []json.RawMessage
	if f.err == nil && (bytes.Equal(raw, []byte("null")) || json.Unmarshal(raw, &list) != nil) {
		f.fail(fmt.Errorf("%s must be %s, not %s", name, want, raw))
	}
	return list
}

// distNumbers decodes the numbers of an array; name says where it stands.
func distNumbers(f *distFields, name string, raw json.RawMessage, want string) []float64 {
	list := distElements(f, name, raw, want)
	x := make([]float64, len(list))
	for i, r := range list {
		if f.err == nil && (bytes.Equal(r, []byte("null")) || json.Unmarshal(r, &x[i]) != nil) {
			f.fail(fmt.Errorf("%s[%d] must be a number, not %s", name, i, r))
		}
	}
	return x
}

// takeVector takes an array of numbers.
func takeVector(f *distFields, name string) []float64 {
	var raw json.RawMessage
	if f.take(name, "an array of numbers", &raw); f.err != nil {
		return nil
	}
	return distNumbers(f, strconv.Quote(name), raw, "an array of numbers")
}

// takeVectorIn takes an array of numbers of at least low, or above low if open.
func takeVectorIn(f *distFields, name string, low float64, open bool) []float64 {
	x := takeVector(f, name)
	for i, v := range x {
		switch {
		case f.err != nil:
			return nil
		case open && !(v > low):
			f.fail(fmt.Errorf("%q[%d] must be above %v, not %v", name, i, low, v))
		case !(v >= low):
			f.fail(fmt.Errorf("%q[%d] must be at least %v, not %v", name, i, low, v))
		}
	}
	return x
}

// takeProbabilities takes numbers of at least 0 that sum to 1.
func takeProbabilities(f *distFields, name string) []float64 {
	p := takeVectorIn(f, name, 0, false)
	sum := 0.0
	for _, v := range p {
		sum += v
	}
	if f.err == nil && !(math.Abs(sum-1) <= 1e-6) {
		f.fail(fmt.Errorf("%q must sum to 1, not to %v", name, sum))
	}
	return p
}

// takeLogs takes an array of logs of probabilities, where null is the log of 0.
func takeLogs(f *distFields, name string) []float64 {
	var raw json.RawMessage
	if f.take(name, "an array of numbers", &raw); f.err != nil {
		return nil
	}
	list := distElements(f, strconv.Quote(name), raw, "an array of numbers")
	x := make([]float64, len(list))
	for i, r := range list {
		switch {
		case bytes.Equal(r, []byte("null")):
			x[i] = math.Inf(-1)
		case f.err == nil && json.Unmarshal(r, &x[i]) != nil:
			f.fail(distElementError(name, i, fmt.Sprintf("must be a number or null, not %s", r)))
		}
	}
	return x
}

// takeSquare takes a square matrix, an array of its rows, and returns it row by
// row with the number of rows.
func takeSquare(f *distFields, name string) (x []float64, size int) {
	const want = "an array of rows, which are arrays of numbers"
	var raw json.RawMessage
	if f.take(name, want, &raw); f.err != nil {
		return nil, 0
	}
	rows := distElements(f, strconv.Quote(name), raw, want)
	for i, r := range rows {
		row := distNumbers(f, fmt.Sprintf("%q[%d]", name, i), r, "an array of numbers")
		if f.err == nil && len(row) != len(rows) {
			f.fail(fmt.Errorf("%q[%d] has length %d, but there are %d rows", name, i, len(row), len(rows)))
		}
		x = append(x, row...)
	}
	return x, len(rows)
}

// takeSize takes "size", which goes with "uniform"; where it is not given it is
// that of the value that is read into.
func takeSize(f *distFields, have int) int {
	if !f.has("size") {
		if f.err == nil && have == 0 {
			f.fail(fmt.Errorf(`"size" is missing`))
		}
		return have
	}
	n := f.numberIn("size", 0, 1<<24)
	if f.err == nil && n != math.Trunc(n) {
		f.fail(fmt.Errorf(`"size" must be a whole number, not %v`, n))
	}
	if f.err != nil {
		return 0
	}
	return int(n)
}

// A distArray is a field to be written: a vector, or with rows a matrix of so
// many.
type distArray struct {
	name  string
	x     []float64
	rows  int
	plain bool // a number: the only element of x
}

// appendDistArrays writes a distribution and its fields, numbers as short as
// they round-trip. It fails on numbers that JSON has not got.
func appendDistArrays(family string, arrays ...distArray) ([]byte, error) {
	b := append([]byte(`{"dist":"`), family...)
	b = append(b, '"')
	for _, a := range arrays {
		for i, v := range a.x {
			if v-v != 0 {
				return nil, fmt.Errorf("%s: %q has element %d that is %v, which JSON cannot hold", family, a.name, i, v)
			}
		}
		b = append(b, `,"`...)
		b = append(b, a.name...)
		b = append(b, `":`...)
		switch {
		case a.plain:
			b = appendDistNumber(b, a.x[0])
		case a.rows == 0:
			b = appendDistNumbers(b, a.x)
		default:
			b = append(b, '[')
			for i, n := 0, len(a.x)/a.rows; i < a.rows; i++ {
				if i > 0 {
					b = append(b, ',')
				}
				b = appendDistNumbers(b, a.x[i*n:(i+1)*n])
			}
			b = append(b, ']')
		}
	}
	return append(b, '}'), nil
}

func appendDistNumbers(b []byte, x []float64) []byte {
	b = append(b, '[')
	for i, v := range x {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendDistNumber(b, v)
	}
	return append(b, ']')
}

func appendDistNumber(b []byte, v float64) []byte { return strconv.AppendFloat(b, v, 'g', -1, 64) }

// appendDistMark adds a flag that is true to a distribution that is written.
func appendDistMark(b []byte, err error, flag string) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return append(b[:len(b)-1], `,"`+flag+`":true}`...), nil
}

// distElementError says what is wrong with an element.
func distElementError(name string, i int, problem string) error {
	return fmt.Errorf("%q[%d] %s", name, i, problem)
}

// distValueError says that there is no such value.
func distValueError(k float64, size int) error {
	return fmt.Errorf(`"value" must be one of the whole numbers below %d, not %v`, size, k)
}

// distElementsError says that two fields differ in size.
func distElementsError(a string, m int, b string, n int) error {
	return fmt.Errorf("%q has %d rows, but %q has length %d", a, m, b, n)
}
