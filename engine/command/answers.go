package command

import "encoding/json"

// plain is a value as JSON has it, or nil.
func plain(x any) any {
	b, err := json.Marshal(x)
	if err != nil {
		return nil
	}
	var v any
	if json.Unmarshal(b, &v) != nil {
		return nil
	}
	return v
}

// Points gives values as point masses, nested as they are.
func Points(x any) any {
	if v := plain(x); v != nil {
		return point(v)
	}
	return x
}

func point(v any) any {
	if list, ok := v.([]any); ok {
		for i := range list {
			list[i] = point(list[i])
		}
		return list
	}
	if b, ok := v.(bool); ok {
		p := 0.0
		if b {
			p = 1
		}
		return map[string]any{"dist": "bernoulli", "p": p}
	}
	return map[string]any{"dist": "point", "value": v}
}

// Counts gives the posteriors of Poisson counts, nested as they are: the rate is the mean.
func Counts(x any) any {
	if v := plain(x); v != nil {
		return count(v)
	}
	return x
}

func count(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = count(v[i])
		}
		return v
	case map[string]any:
		p, _ := v["p"].([]any)
		mean := 0.0
		for k, x := range p {
			x, _ := x.(float64)
			mean += float64(k) * x
		}
		return map[string]any{"dist": "poisson", "rate": mean, "p": p}
	}
	return v
}

// Quantiled gives posteriors with their quantiles, nested as they are.
func Quantiled(x, q any) json.RawMessage {
	a, err := json.Marshal(x)
	if err != nil {
		return nil
	}
	b, err := json.Marshal(q)
	if err != nil {
		return nil
	}
	return with(a, b)
}

// with puts the fields of the objects in b behind those in a, but for values that are known.
func with(a, b json.RawMessage) json.RawMessage {
	var of struct{ Dist string }
	if json.Unmarshal(a, &of) == nil && of.Dist == "point" {
		return a
	}
	if a[0] != '[' {
		if b[0] == '[' { // of a vector
			b = ofComponents(b)
		}
		return append(append(a[:len(a)-1:len(a)-1], ','), b[1:]...)
	}
	var x, q []json.RawMessage
	_, _ = json.Unmarshal(a, &x), json.Unmarshal(b, &q)
	for i := range x {
		x[i] = with(x[i], q[i])
	}
	a, _ = json.Marshal(x)
	return a
}

// ofComponents are the fields of the quantiles of a vector's components, lists of theirs.
func ofComponents(list json.RawMessage) json.RawMessage {
	var components []struct {
		Q05, Q50, Q95, SD float64
		Rare              bool
	}
	_ = json.Unmarshal(list, &components)
	var of struct {
		Q05  []float64 `json:"q05"`
		Q50  []float64 `json:"q50"`
		Q95  []float64 `json:"q95"`
		SDs  []float64 `json:"sds,omitempty"`
		Rare bool      `json:"rare,omitempty"`
	}
	for _, q := range components {
		of.Q05, of.Q50, of.Q95, of.Rare = append(of.Q05, q.Q05), append(of.Q50, q.Q50), append(of.Q95, q.Q95), of.Rare || q.Rare
		if q.SD > 0 {
			of.SDs = append(of.SDs, q.SD)
		}
	}
	text, _ := json.Marshal(of)
	return text
}

// Term gives a part of a log evidence.
func Term(line int, statement string, value float64) any {
	return map[string]any{"line": line, "statement": statement, "value": value}
}

// LeftOut gives what an observation has given all others; numbers that were not found are null.
func LeftOut(line int, statement, name string, index []int, logDensity, below float64) any {
	known := func(x float64) any {
		if x-x != 0 {
			return nil
		}
		return x
	}
	return map[string]any{"line": line, "statement": statement, "name": name, "index": index, "log": known(logDensity), "below": known(below)}
}

// Start gives what a run from one seed came to.
func Start(seed uint64, err error, logEvidence float64, iterations int, converged bool) any {
	if err != nil {
		return map[string]any{"seed": seed, "error": err.Error()}
	}
	return map[string]any{"seed": seed, "log_evidence": logEvidence, "iterations": iterations, "converged": converged}
}
