package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

func asJSON(t *testing.T, x any) string {
	t.Helper()
	b, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestAnswers: values, counts and quantiles are written as they are nested.
func TestAnswers(t *testing.T) {
	type dist struct {
		P []float64 `json:"p"`
	}
	for _, c := range []struct {
		x    any
		want string
	}{
		{Points([][]float64{{1.5}, {}}), `[[{"dist":"point","value":1.5}],[]]`},
		{Points([]bool{true, false}), `[{"dist":"bernoulli","p":1},{"dist":"bernoulli","p":0}]`},
		{Points(7), `{"dist":"point","value":7}`},
		{Counts([]dist{{[]float64{0.25, 0.5, 0.25}}}), `[{"dist":"poisson","p":[0.25,0.5,0.25],"rate":1}]`},
		{Quantiled([]map[string]int{{"a": 1}, {"a": 2}}, []map[string]int{{"q": 3}, {"q": 4}}), `[{"a":1,"q":3},{"a":2,"q":4}]`},
		{Quantiled(map[string]int{"a": 1}, map[string]int{"q": 3}), `{"a":1,"q":3}`},
		{Quantiled([]any{map[string]any{"dist": "point", "value": 1}, map[string]int{"a": 2}}, []map[string]int{{"q": 3}, {"q": 4}}), `[{"dist":"point","value":1},{"a":2,"q":4}]`},
		{Term(3, "x ~ y", -1.5), `{"line":3,"statement":"x ~ y","value":-1.5}`},
		{Start(2, nil, -1, 5, true), `{"converged":true,"iterations":5,"log_evidence":-1,"seed":2}`},
		{Start(2, errors.New("no"), 0, 0, false), `{"error":"no","seed":2}`},
	} {
		if got := asJSON(t, c.x); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if x := Points(math.Inf(1)); x != math.Inf(1) {
		t.Errorf("what JSON has not is %v", x)
	}
}

type parameterError struct{ line int }

func (e *parameterError) Error() string { return "a parameter" }

type inputError struct{ at []int }

func (e *inputError) Error() string { return "an input" }

// TestProblem: an error is said by the first kind that it is of, wrapped or not.
func TestProblem(t *testing.T) {
	kinds := []Kind{
		Of(func(e *parameterError, p *Problem) { p.Is("parameter", e.line, 2, []int{1}) }),
		Of(func(e *inputError, p *Problem) { p.Code, p.Input, p.At = "data", "y", e.at }),
		Of(func(e error, p *Problem) { p.Defines(9, false, false) }),
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("so: %w", &parameterError{4}), `error {"code":"parameter","column":2,"element":[1],"line":4,"message":"so: a parameter"}`},
		{fileError{errors.New("full")}, `error {"code":"file","column":0,"element":null,"line":0,"message":"full"}`},
		{&inputError{[]int{3}}, `error {"at":[3],"code":"data","column":0,"element":null,"input":"y","line":0,"message":"an input"}`},
		{errors.New("other"), `error {"code":"undefined","column":0,"element":null,"line":9,"message":"other"}`},
	} {
		var b strings.Builder
		if report(&b, c.err, kinds); b.String() != c.want+"\n" {
			t.Errorf("got %s, want %s", b.String(), c.want)
		}
	}
	for _, c := range []struct {
		twice, itself bool
		want          string
	}{{true, false, "double-definition"}, {true, true, "cycle"}, {false, true, "cycle"}, {false, false, "undefined"}} {
		var p Problem
		if p.Defines(3, c.twice, c.itself); p.Code != c.want || p.Line != 3 {
			t.Errorf("%+v, want %s", p, c.want)
		}
	}
}
