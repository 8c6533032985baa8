package interp_test

import (
	"encoding/json"
	"fmt"
	"math"

	"mpc/run/interp"
)

// compare checks a result against what a case expects, by the rules of the
// conformance cases, and returns what differs.
func compare(c *conformance, r *interp.Result) []string {
	text, err := json.Marshal(r)
	if err != nil {
		return []string{err.Error()}
	}
	var got struct {
		Posteriors  map[string]any
		LogEvidence *float64 `json:"log_evidence"`
	}
	if err := json.Unmarshal(text, &got); err != nil {
		return []string{err.Error()}
	}
	cmp := &comparison{tolerance: c.Tolerance}
	for name, want := range c.Expect {
		g, ok := got.Posteriors[name]
		if !ok {
			cmp.errorf("%s is not in the result", name)
			continue
		}
		cmp.value(name, g, want)
	}
	if c.Evidence != nil {
		if got.LogEvidence == nil {
			cmp.errorf("no evidence in the result")
		} else {
			cmp.near("evidence", *got.LogEvidence, *c.Evidence, math.Max(1, math.Abs(*c.Evidence)))
		}
	}
	if cmp.count == 0 {
		cmp.errorf("nothing was compared")
	}
	if cmp.bad > 0 {
		cmp.wrong = append(cmp.wrong, fmt.Sprintf("%d mistakes, %d numbers compared; %d iterations, converged: %v", cmp.bad, cmp.count, r.Iterations, r.Converged))
	}
	return cmp.wrong
}

// A comparison collects what differs, the first few in full.
type comparison struct {
	tolerance  float64
	count, bad int
	wrong      []string
}

func (c *comparison) errorf(format string, args ...any) {
	c.bad++
	if c.bad <= 3 {
		c.wrong = append(c.wrong, fmt.Sprintf(format, args...))
	}
}

func (c *comparison) near(name string, got, want, scale float64) {
	c.count++
	if got == want {
		return
	}
	if !(math.Abs(got-want) <= c.tolerance*scale) {
		c.errorf("%s = %.12g, want %.12g", name, got, want)
	}
}

func (c *comparison) value(name string, got, want any) {
	switch want := want.(type) {
	case nil:
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			c.errorf("%s has another shape: got %v, want %v", name, got, want)
			return
		}
		for i := range want {
			c.value(fmt.Sprintf("%s[%d]", name, i), list[i], want[i])
		}
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || g["dist"] != want["dist"] {
			c.errorf("%s is %v, want %v", name, got, want)
			return
		}
		for k, w := range want {
			c.parameter(name, k, g, want, w)
		}
	}
}

func (c *comparison) parameter(name, k string, got, want map[string]any, w any) {
	if k == "dist" {
		return
	}
	if k == "uniform" {
		c.count++
		if got[k] != w {
			c.errorf("%s is %v, want a uniform distribution", name, got)
		}
		return
	}
	if c.vector(name, k, got[k], w, want) {
		return
	}
	x, ok := got[k].(float64)
	y, ok2 := w.(float64)
	if !ok || !ok2 {
		c.errorf("%s.%s is %v, want %v", name, k, got[k], w)
		return
	}
	scale := math.Abs(y)
	switch k {
	case "mean":
		if v, ok := want["variance"].(float64); ok {
			scale = math.Max(scale, math.Sqrt(v))
		}
	case "p":
		scale = 1
	case "value":
		scale = math.Max(1, scale)
	}
	c.near(name+"."+k, x, y, scale)
}
