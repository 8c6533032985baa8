package samples

import (
	"reflect"
	"testing"
)

func TestLabelled(t *testing.T) {
	got := Labelled([]string{"m", "skill[0]", "skill[1]", "skill[2]", "x[1,0]", "y[1]"},
		map[string][][]string{"skill": {{"ann", "bob, jr"}}, "x": {nil, {"mon"}}, "m": {{"no"}}})
	want := []string{"m", "skill[ann]", "skill[bob, jr]", "skill[2]", "x[1,mon]", "y[1]"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
