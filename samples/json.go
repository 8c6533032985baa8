package samples

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// MarshalJSON writes the form that the type says.
func (s Real) MarshalJSON() ([]byte, error) {
	b := openSamples()
	for i, x := range [10]float64{s.Mean, s.SD, s.MCSE, s.ESSBulk, s.ESSTail, ratioOrNone(s.RHat), s.Q05, s.Q50, s.Q95, s.ParetoK} {
		b = appendReal(appendKey(b, realKeys[i]), x)
	}
	return append(s.appendJSON(b), '}'), nil
}

// MarshalJSON writes the form that the type says.
func (s Truth) MarshalJSON() ([]byte, error) {
	b := appendReal(appendKey(openSamples(), "p"), s.P)
	b = appendReal(appendKey(b, "mcse"), s.MCSE)
	b = appendReal(appendKey(b, "ess_bulk"), s.ESSBulk)
	b = appendReal(appendKey(b, "rhat"), ratioOrNone(s.RHat))
	return append(s.appendJSON(b), '}'), nil
}

// MarshalJSON writes the form that the type says.
func (s Index) MarshalJSON() ([]byte, error) {
	b := appendReals(appendKey(openSamples(), "p"), s.P)
	b = appendReals(appendKey(b, "mcse"), s.MCSE)
	b = appendReal(appendKey(b, "ess_bulk"), s.ESSBulk)
	b = appendReal(appendKey(b, "rhat"), ratioOrNone(s.RHat))
	return append(s.appendJSON(b), '}'), nil
}

// MarshalJSON writes the form that the type says.
func (s Vector) MarshalJSON() ([]byte, error) {
	b := openSamples()
	for i, list := range s.fields() {
		b = appendReals(appendKey(b, realKeys[i]), ratiosOrNone(realKeys[i], *list))
	}
	return append(s.appendJSON(b), '}'), nil
}

// MarshalJSON writes the form that the type says.
func (s Matrix) MarshalJSON() ([]byte, error) {
	b := openSamples()
	for i, rows := range s.fields() {
		b = append(appendKey(b, realKeys[i]), '[')
		for j, row := range *rows {
			if j > 0 {
				b = append(b, ',')
			}
			b = appendReals(b, ratiosOrNone(realKeys[i], row))
		}
		b = append(b, ']')
	}
	return append(s.appendJSON(b), '}'), nil
}

// realKeys are the keys of a Real in order; the last one may be missing where they are read, as
// results of earlier versions do not have it.
var realKeys = [10]string{"mean", "sd", "mcse", "ess_bulk", "ess_tail", "rhat", "q05", "q50", "q95", "pareto_k"}

func (s *Vector) fields() [10]*[]float64 {
	return [10]*[]float64{&s.Mean, &s.SD, &s.MCSE, &s.ESSBulk, &s.ESSTail, &s.RHat, &s.Q05, &s.Q50, &s.Q95, &s.ParetoK}
}

func (s *Matrix) fields() [10]*[][]float64 {
	return [10]*[][]float64{&s.Mean, &s.SD, &s.MCSE, &s.ESSBulk, &s.ESSTail, &s.RHat, &s.Q05, &s.Q50, &s.Q95, &s.ParetoK}
}

func openSamples() []byte { return []byte(`{"dist":"samples"`) }

func appendKey(b []byte, key string) []byte {
	b = append(append(b, `,"`...), key...)
	return append(b, `":`...)
}

// ratioOrNone is NaN for an infinite R-hat, which JSON has as null: what is known of it is
// that the chains stand still, each half at a place of its own. It is read back by the
// effective sample size, which is known where R-hat is.
func ratioOrNone(rhat float64) float64 {
	if math.IsInf(rhat, 1) {
		return math.NaN()
	}
	return rhat
}

func ratiosOrNone(key string, list []float64) []float64 {
	if key != "rhat" {
		return list
	}
	known := make([]float64, len(list))
	for i, x := range list {
		known[i] = ratioOrNone(x)
	}
	return known
}

// ratioRead undoes what ratioOrNone does.
func ratioRead(rhat, ess float64) float64 {
	if rhat != rhat && ess == ess {
		return math.Inf(1)
	}
	return rhat
}

func ratiosRead(rhat, ess []float64) {
	for i := range min(len(rhat), len(ess)) {
		rhat[i] = ratioRead(rhat[i], ess[i])
	}
}

// appendJSON appends the field that an element of a branch has, or nothing.
func (p Presence) appendJSON(b []byte) []byte {
	if !p.Local {
		return b
	}
	return strconv.AppendInt(appendKey(b, "draws"), int64(p.Draws), 10)
}

// appendReal appends a number that reads back as it is: null for NaN, the largest
// finite numbers for the infinite ones.
func appendReal(b []byte, x float64) []byte {
	switch {
	case x != x:
		return append(b, "null"...)
	case math.IsInf(x, 0):
		x = math.Copysign(math.MaxFloat64, x)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}

func appendReals(b []byte, list []float64) []byte {
	b = append(b, '[')
	for i, x := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendReal(b, x)
	}
	return append(b, ']')
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Real) UnmarshalJSON(data []byte) error {
	var r Real
	fields := [10]*float64{&r.Mean, &r.SD, &r.MCSE, &r.ESSBulk, &r.ESSTail, &r.RHat, &r.Q05, &r.Q50, &r.Q95, &r.ParetoK}
	f := readSampleFields(data)
	f.without(realKeys[9], "null")
	for i, key := range realKeys {
		*fields[i] = f.real(key)
	}
	r.RHat = ratioRead(r.RHat, r.ESSBulk)
	r.Presence = f.presence()
	return f.finish(func() { *s = r })
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Truth) UnmarshalJSON(data []byte) error {
	f := readSampleFields(data)
	r := Truth{f.real("p"), f.real("mcse"), f.real("ess_bulk"), f.real("rhat"), f.presence()}
	r.RHat = ratioRead(r.RHat, r.ESSBulk)
	return f.finish(func() { *s = r })
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Index) UnmarshalJSON(data []byte) error {
	f := readSampleFields(data)
	r := Index{f.reals("p"), f.reals("mcse"), f.real("ess_bulk"), f.real("rhat"), f.presence()}
	r.RHat = ratioRead(r.RHat, r.ESSBulk)
	if len(r.MCSE) != len(r.P) {
		f.fail(fmt.Errorf(`"p" has %d numbers, "mcse" %d`, len(r.P), len(r.MCSE)))
	}
	return f.finish(func() { *s = r })
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Vector) UnmarshalJSON(data []byte) error {
	f := readSampleFields(data)
	var r Vector
	f.without(realKeys[9], "[]")
	for i, list := range r.fields() {
		*list = f.reals(realKeys[i])
		if i == 9 && len(*list) == 0 {
			*list = unknown(len(r.Mean))
		}
		if len(*list) != len(r.Mean) {
			f.fail(fmt.Errorf(`"mean" has %d numbers, %q has %d`, len(r.Mean), realKeys[i], len(*list)))
		}
	}
	ratiosRead(r.RHat, r.ESSBulk)
	r.Presence = f.presence()
	return f.finish(func() { *s = r })
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Matrix) UnmarshalJSON(data []byte) error {
	f := readSampleFields(data)
	var r Matrix
	f.without(realKeys[9], "[]")
	for i, rows := range r.fields() {
		*rows = f.rows(realKeys[i])
		if i == 9 && len(*rows) == 0 {
			for _, row := range r.Mean {
				*rows = append(*rows, unknown(len(row)))
			}
		}
		if len(*rows) != len(r.Mean) {
			f.fail(fmt.Errorf(`"mean" has %d rows, %q has %d`, len(r.Mean), realKeys[i], len(*rows)))
			break
		}
		for j, row := range *rows {
			if len(row) != len(r.Mean[j]) {
				f.fail(fmt.Errorf(`row %d of "mean" has %d numbers, of %q %d`, j, len(r.Mean[j]), realKeys[i], len(row)))
			}
		}
	}
	for i := range min(len(r.RHat), len(r.ESSBulk)) {
		ratiosRead(r.RHat[i], r.ESSBulk[i])
	}
	r.Presence = f.presence()
	return f.finish(func() { *s = r })
}

// ReadSummary reads a summary, of the type that its fields tell: a Real, Truth, Index,
// Vector or Matrix.
func ReadSummary(data []byte) (any, error) {
	f := readSampleFields(data)
	if f.err != nil {
		return nil, f.err
	}
	p, discrete := f.values["p"]
	depth := 0
	for _, c := range append(bytes.TrimSpace(p), bytes.TrimSpace(f.values["mean"])...) {
		if c != '[' {
			break
		}
		depth++
	}
	switch {
	case discrete && depth == 0:
		var s Truth
		err := s.UnmarshalJSON(data)
		return s, err
	case discrete:
		var s Index
		err := s.UnmarshalJSON(data)
		return s, err
	case depth == 0:
		var s Real
		err := s.UnmarshalJSON(data)
		return s, err
	case depth == 1:
		var s Vector
		err := s.UnmarshalJSON(data)
		return s, err
	}
	var s Matrix
	err := s.UnmarshalJSON(data)
	return s, err
}

// sampleFields is the JSON object of a summary, while it is read: what has been taken
// is deleted. The first error sticks.
type sampleFields struct {
	values map[string]json.RawMessage
	err    error
}

func readSampleFields(data []byte) *sampleFields {
	f := &sampleFields{}
	var dist string
	switch {
	case json.Unmarshal(data, &f.values) != nil || f.values == nil:
		f.fail(errors.New(`an object such as {"dist": "samples", ...} was expected`))
	case json.Unmarshal(f.values["dist"], &dist) != nil || dist != "samples":
		f.fail(fmt.Errorf(`"dist" must be "samples", not %s`, f.values["dist"]))
	}
	delete(f.values, "dist")
	return f
}

func (f *sampleFields) fail(err error) {
	if f.err == nil {
		f.err = fmt.Errorf("samples: %w", err)
	}
}

// without stands for a field that is missing.
func (f *sampleFields) without(key, value string) {
	if _, ok := f.values[key]; !ok && f.values != nil {
		f.values[key] = json.RawMessage(value)
	}
}

// unknown is a list of numbers of which none is known.
func unknown(n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = math.NaN()
	}
	return list
}

// take decodes a field; want names its type.
func (f *sampleFields) take(key, want string, v any) {
	raw, ok := f.values[key]
	delete(f.values, key)
	switch {
	case f.err != nil:
	case !ok:
		f.fail(fmt.Errorf("%q is missing", key))
	case json.Unmarshal(raw, v) != nil:
		f.fail(fmt.Errorf("%q must be %s, not %s", key, want, raw))
	}
}

func (f *sampleFields) real(key string) float64 {
	var x *float64
	f.take(key, "a number or null", &x)
	return realOf(x)
}

func (f *sampleFields) reals(key string) []float64 {
	var list []*float64
	f.take(key, "a list of numbers", &list)
	return realsOf(list)
}

// presence reads the field that elements of branches alone have.
func (f *sampleFields) presence() (p Presence) {
	if _, p.Local = f.values["draws"]; p.Local {
		f.take("draws", "a whole number", &p.Draws)
	}
	return p
}

func (f *sampleFields) rows(key string) [][]float64 {
	var rows [][]*float64
	f.take(key, "a list of lists of numbers", &rows)
	list := make([][]float64, len(rows))
	for i, row := range rows {
		list[i] = realsOf(row)
	}
	return list
}

// realOf undoes what appendReal does.
func realOf(x *float64) float64 {
	switch {
	case x == nil:
		return math.NaN()
	case math.Abs(*x) == math.MaxFloat64:
		return math.Copysign(math.Inf(1), *x)
	}
	return *x
}

func realsOf(list []*float64) []float64 {
	out := make([]float64, len(list))
	for i, x := range list {
		out[i] = realOf(x)
	}
	return out
}

// finish reports the first error, or a field that nobody knows, and calls set if
// there is neither.
func (f *sampleFields) finish(set func()) error {
	unknown := ""
	for key := range f.values {
		if unknown == "" || key < unknown {
			unknown = key
		}
	}
	if unknown != "" {
		f.fail(fmt.Errorf("no field %q is known", unknown))
	}
	if f.err == nil {
		set()
	}
	return f.err
}
