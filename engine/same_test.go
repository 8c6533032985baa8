package engine_test

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"mpc/engine"
)

type state byte

func (s state) AppendState(b []byte) []byte { return append(b, byte(s)) }

func TestSame(t *testing.T) {
	none := math.NaN()
	if !engine.SameValues([]float64{1, none}, []float64{1, none}) || engine.SameValues([]float64{1, none}, []float64{none, 1}) || engine.SameValues([]int{1}, nil) {
		t.Error("of values")
	}
	if !engine.SameStates([]state{1, 2}, []state{1, 2}) || engine.SameStates([]state{1, 2}, []state{1, 3}) || engine.SameStates([]state{1}, []state{1, 2}) {
		t.Error("of states")
	}
}

// An input of another type is named; other errors of JSON stay as they are.
func TestJSONError(t *testing.T) {
	var data struct {
		Rates []float64 `json:"rates"`
	}
	var input *engine.InputError
	err := engine.JSONError(json.Unmarshal([]byte(`{"rates": "high"}`), &data))
	if !errors.As(err, &input) || err.Error() != "input rates: a JSON string cannot be read as []float64" {
		t.Error(err)
	}
	broken := json.Unmarshal([]byte(`{`), &data)
	if err := engine.JSONError(broken); err != broken {
		t.Error(err)
	}
	if err := (&engine.MissingError{Line: 3, Input: "y", At: []int{2, 0}}); err.Error() != "line 3: y[2][0] is missing, but its value is needed" {
		t.Error(err)
	}
}
