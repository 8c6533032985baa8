package bugs

import (
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
)

// A Summary is the posterior of one element by its name in the program, alpha.c or b[1,2].
type Summary struct {
	Name           string
	Mean, SD, MCSE float64
	Q05, Q50, Q95  float64 // NaN where there are none
	ESS, RHat      float64
}

// Element is the name of an element in the program, b[1,2], of a name and indices of the file,
// which count from 0.
func (t *Translation) Element(name string, index []int) string {
	subs := make([]int, len(index))
	for k, i := range index {
		subs[k] = i + 1
	}
	return element(t.Names[name], subs)
}

// Summaries reads posteriors of a result, and gives them the names of the program. Whole
// numbers that count from 1 there do so here too.
func (t *Translation) Summaries(posteriors map[string]json.RawMessage) ([]Summary, error) {
	var names []string
	for n := range posteriors {
		if t.Names[n] != "" {
			names = append(names, n)
		}
	}
	sort.Slice(names, func(i, j int) bool { return t.Names[names[i]] < t.Names[names[j]] })
	var list []Summary
	for _, n := range names {
		var v any
		if err := json.Unmarshal(posteriors[n], &v); err != nil {
			return nil, fmt.Errorf("%s: %w", n, err)
		}
		list = t.summarize(list, n, v, nil)
	}
	return list, nil
}

func (t *Translation) summarize(list []Summary, name string, v any, subs []int) []Summary {
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			list = t.summarize(list, name, e, append(subs[:len(subs):len(subs)], i+1))
		}
	case map[string]any:
		return t.element(list, name, v, subs)
	}
	return list
}

// element adds a number, or all components of a vector or a matrix.
func (t *Translation) element(list []Summary, name string, v map[string]any, subs []int) []Summary {
	if mean, ok := v["mean"].([]any); ok {
		return t.components(list, name, v, mean, nil, subs)
	}
	s := Summary{Name: element(t.Names[name], subs), Mean: number(v["mean"]), SD: number(v["sd"]), MCSE: number(v["mcse"]),
		Q05: number(v["q05"]), Q50: number(v["q50"]), Q95: number(v["q95"]), ESS: number(v["ess_bulk"]), RHat: number(v["rhat"])}
	switch p := v["p"].(type) {
	case float64:
		s.Mean, s.SD = p, math.Sqrt(p*(1-p))
	case []any:
		s.Mean, s.SD = 0, 0
		for k, x := range p {
			s.Mean += float64(k) * number(x)
		}
		for k, x := range p {
			s.SD += (float64(k) - s.Mean) * (float64(k) - s.Mean) * number(x)
		}
		s.SD = math.Sqrt(s.SD)
		s.MCSE = s.SD / math.Sqrt(s.ESS)
	}
	if v["dist"] == "point" {
		s.Mean, s.SD, s.MCSE = number(v["value"]), 0, 0
	}
	if t.Holes[s.Name] {
		return list
	}
	if t.Shifted[name] {
		s.Mean, s.Q05, s.Q50, s.Q95 = s.Mean+1, s.Q05+1, s.Q50+1, s.Q95+1
	}
	return append(list, s)
}

// components adds the components of a vector or a matrix, whose fields are lists.
func (t *Translation) components(list []Summary, name string, v map[string]any, mean []any, path, subs []int) []Summary {
	for i, m := range mean {
		here, at := append(path[:len(path):len(path)], i), append(subs[:len(subs):len(subs)], i+1)
		if row, ok := m.([]any); ok {
			list = t.components(list, name, v, row, here, at)
			continue
		}
		s := Summary{Name: element(t.Names[name], at), Mean: number(m), SD: number(entry(v["sd"], here)), MCSE: number(entry(v["mcse"], here)),
			Q05: number(entry(v["q05"], here)), Q50: number(entry(v["q50"], here)), Q95: number(entry(v["q95"], here)),
			ESS: number(entry(v["ess_bulk"], here)), RHat: number(entry(v["rhat"], here))}
		list = append(list, s)
	}
	return list
}

// entry is an entry of nested lists.
func entry(v any, path []int) any {
	for _, i := range path {
		list, ok := v.([]any)
		if !ok || i >= len(list) {
			return v
		}
		v = list[i]
	}
	return v
}

func element(name string, subs []int) string {
	if len(subs) == 0 {
		return name
	}
	list := make([]string, len(subs))
	for i, s := range subs {
		list[i] = strconv.Itoa(s)
	}
	return name + "[" + strings.Join(list, ",") + "]"
}

func number(v any) float64 {
	if x, ok := v.(float64); ok {
		return x
	}
	return math.NaN()
}
