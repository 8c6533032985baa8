package command

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

type given struct {
	n     int
	x     [][]float64
	known []bool
	any   map[string]int
}

func readGiven(text string) (g given, rest string, err error) {
	in := newReader(strings.NewReader(text))
	err = in.Object(func(key string) error {
		switch key {
		case "n":
			return ReadInt(in, &g.n)
		case "x":
			return ReadList(ReadList(ReadFloat))(in, &g.x)
		case "known":
			return ReadList(ReadBool)(in, &g.known)
		case "any":
			return ReadOther(in, &g.any)
		}
		b, err := in.Text()
		rest += string(b)
		return err
	})
	return g, rest, err
}

// TestRead reads data with lengths and without, whatever stands between, and leaves out what it does not know.
func TestRead(t *testing.T) {
	g, rest, err := readGiven(` {"n": 3, "x":[#2 [1, -2.5e3],[ ]], "known" : [true,false], "other": {"a": "]}\"", "b": [1, {}]}, "any": {"k": 7}, "word": "x,y", "end": null}`)
	want := given{3, [][]float64{{1, -2500}, {}}, []bool{true, false}, map[string]int{"k": 7}}
	if err != nil || !reflect.DeepEqual(g, want) || rest != `{"a": "]}\"", "b": [1, {}]}"x,y"null` {
		t.Errorf("%+v, %q, %v", g, rest, err)
	}
	if g, _, err := readGiven(`{"x": [[null]]}`); err != nil || !math.IsNaN(g.x[0][0]) {
		t.Errorf("a missing entry is %v, %v", g.x, err)
	}
	for k, c := range []byte(`{"n": 3, "x": [[1, 2]], "known": [true]}`) {
		text := []byte(`{"n": 3, "x": [[1, 2]], "known": [true]}`)
		if _, _, err := readGiven(string(text[:k])); err == nil {
			t.Errorf("before %q at %d it ends without an error", c, k)
		}
	}
	for _, text := range []string{`[]`, `{"n": x}`, `{"n" 3}`, `{"n": 3 "x": []}`, `{"x": 3}`, `{"known": [1.5]}`, `{"x": [#a 1]}`, `{"any": [1]}`} {
		if _, _, err := readGiven(text); err == nil {
			t.Errorf("%s has no error", text)
		}
	}
}

// TestReadList: what a list is told to have takes its memory once.
func TestReadList(t *testing.T) {
	var list []int
	if err := ReadList(ReadInt)(newReader(strings.NewReader("[#5 1, 2, 3, 4, 5]")), &list); err != nil || len(list) != 5 || cap(list) != 5 {
		t.Errorf("%v of %d: %v", list, cap(list), err)
	}
}
