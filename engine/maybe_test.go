package engine

import (
	"encoding/json"
	"reflect"
	"testing"
)

// What may be missing goes through JSON as it is: a known 0 is not a missing one.
func TestMaybe(t *testing.T) {
	list := []Maybe[int]{Known(3), {}, Known(0)}
	text, err := json.Marshal(list)
	if err != nil || string(text) != "[3,null,0]" {
		t.Fatal(string(text), err)
	}
	got := []Maybe[int]{{}, Known(5)} // what was there before is forgotten
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, list) {
		t.Error(got, err)
	}
	if json.Unmarshal([]byte(`["x"]`), &got) == nil {
		t.Error("a text is read as a whole number")
	}
}
