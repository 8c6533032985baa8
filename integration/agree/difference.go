package agree

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// A difference compares two results number by number.
type difference struct {
	tolerance float64
	count     int
	lines     []string
	largest   float64
}

func (d *difference) errorf(format string, args ...any) {
	if len(d.lines) < 4 {
		d.lines = append(d.lines, fmt.Sprintf(format, args...))
	}
}

func (d *difference) posteriors(got, want json.RawMessage) {
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		d.errorf("%v", err)
		return
	}
	if err := json.Unmarshal(want, &w); err != nil {
		d.errorf("%v", err)
		return
	}
	d.value("", g, w)
	if d.count == 0 && !strings.Contains(string(want), "[]") {
		d.errorf("nothing was compared")
	}
}

func (d *difference) value(name string, got, want any) {
	switch want := want.(type) {
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			d.errorf("%s has another shape: %v, want %v", name, got, want)
			return
		}
		for i := range want {
			d.value(fmt.Sprintf("%s[%d]", name, i), list[i], want[i])
		}
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			d.errorf("%s is %v, want %v", name, got, want)
			return
		}
		if len(g) != len(want) {
			d.errorf("%s is %v, want %v", name, got, want)
			return
		}
		for _, k := range slices.Sorted(maps.Keys(want)) {
			w := want[k]
			x, isNumber := w.(float64)
			y, ok := g[k].(float64)
			if list, ok := w.([]any); ok && want["dist"] != nil {
				d.vector(name+"."+k, g[k], list, want)
				continue
			}
			if !isNumber || !ok {
				d.value(name+"."+k, g[k], w)
				continue
			}
			scale := math.Abs(x)
			if v, ok := want["variance"].(float64); ok && k == "mean" {
				scale = math.Max(scale, math.Sqrt(v))
			}
			if k == "p" || k == "log_evidence" {
				scale = math.Max(scale, 1)
			}
			d.number(name+"."+k, y, x, scale)
		}
	default:
		if got != want {
			d.errorf("%s is %v, want %v", name, got, want)
		}
	}
}

func (d *difference) number(name string, got, want, scale float64) {
	d.count++
	if got == want {
		return
	}
	r := math.Abs(got-want) / scale
	d.largest = math.Max(d.largest, r)
	if !(r <= d.tolerance) {
		d.errorf("%s = %.17g, want %.17g: %.2g", name, got, want, r)
	}
}

// collapsed tells whether some posterior is next to a point: observations that
// almost contradict each other make EP run there, and what comes out is the
// difference of numbers that are larger by ten orders of magnitude.
func collapsed(posteriors json.RawMessage) bool {
	for _, part := range strings.Split(string(posteriors), `"variance":`)[1:] {
		var v float64
		if _, err := fmt.Sscanf(part, "%g", &v); err == nil && v < 1e-8 {
			return true
		}
	}
	return false
}
