package sampling

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"mpc/engine"
	"mpc/samples"
)

// values are those of a chain.
type values struct {
	reals  []float64
	wholes []int
	truths []bool
	there  []bool
	free   []bool
}

// begun is a column with room for draws of one chain.
func begun(c Column[*values]) Column[*values] {
	c.begin(samples.Size{Chains: 1, Draws: 100})
	return c
}

func reals(v *values) []float64 { return v.reals }
func wholes(v *values) []int    { return v.wholes }
func truths(v *values) []bool   { return v.truths }
func there(v *values) []bool    { return v.there }
func free(v *values) []bool     { return v.free }

func said[S any](c Column[*values]) []S {
	c.summarize(2)
	return c.(interface{ saying() []S }).saying()
}

// Columns name, add and list the values of all kinds of variables.
func TestColumns(t *testing.T) {
	v := &values{reals: []float64{1, 2, 3, 4, 5, 6}, wholes: []int{2, 0}, truths: []bool{true, false}}
	two, three := []engine.Dim{{N: 2}}, []engine.Dim{{N: 3}}
	ragged := []engine.Dim{{N: 2}, {Starts: []int{0, 1, 3}}}
	for _, c := range []struct {
		of     Column[*values]
		names  string
		row    []float64
		number int
	}{
		{Reals(Variable[*values, float64]{Name: "x", Dims: []engine.Dim{{N: 6}}, Values: reals}), "[x[0] x[1] x[2] x[3] x[4] x[5]]", v.reals, 6},
		{Reals(Variable[*values, int]{Name: "k", Dims: two, Values: wholes}), "[k[0] k[1]]", []float64{2, 0}, 2},
		{Truths(Variable[*values, bool]{Name: "b", Dims: two, Values: truths}), "[b[0] b[1]]", []float64{1, 0}, 2},
		{Indices(3, Variable[*values, int]{Name: "z", Dims: two, Values: wholes}), "[z[0] z[1]]", []float64{2, 0}, 2},
		{Vectors(2, Variable[*values, float64]{Name: "w", Dims: three, Values: reals}), "[w[0,0] w[0,1] w[1,0] w[1,1] w[2,0] w[2,1]]", v.reals, 6},
		{Vectors(2, Variable[*values, float64]{Name: "w", Dims: ragged, Values: reals}), "[w[0,0,0] w[0,0,1] w[1,0,0] w[1,0,1] w[1,1,0] w[1,1,1]]", v.reals, 6},
		{Matrices(2, 3, Variable[*values, float64]{Name: "m", Values: reals}), "[m[0,0] m[0,1] m[0,2] m[1,0] m[1,1] m[1,2]]", v.reals, 6},
	} {
		begun(c.of)
		if got := fmt.Sprint(Names([]Column[*values]{c.of})); got != c.names {
			t.Errorf("%s, want %s", got, c.names)
		}
		if got := c.of.row(v, nil); !slices.Equal(got, c.row) || c.of.numbers() != c.number {
			t.Errorf("%s: %v of %d, want %v of %d", c.names, got, c.of.numbers(), c.row, c.number)
		}
		for range 8 {
			c.of.add(v, 0)
		}
	}
}

// What draws say of each element is that of its own draws.
func TestSaid(t *testing.T) {
	v := &values{}
	two := []engine.Dim{{N: 2}}
	x := begun(Reals(Variable[*values, float64]{Name: "x", Dims: two, Values: reals}))
	z := begun(Indices(3, Variable[*values, int]{Name: "z", Dims: two, Values: wholes}))
	m := begun(Matrices(1, 2, Variable[*values, float64]{Name: "m", Values: reals}))
	for n := range 20 {
		v.reals, v.wholes = []float64{float64(n), 7}, []int{n % 2, 2}
		for _, c := range []Column[*values]{x, z, m} {
			c.add(v, 0)
		}
	}
	if s := said[samples.Real](x); s[0].Mean != 9.5 || s[1].Mean != 7 {
		t.Errorf("%+v", s)
	}
	if s := said[samples.Index](z); !slices.Equal(s[0].P, []float64{0.5, 0.5, 0}) || !slices.Equal(s[1].P, []float64{0, 0, 1}) {
		t.Errorf("%+v", s)
	}
	if s := said[samples.Matrix](m); s[0].Mean[0][0] != 9.5 || s[0].Mean[0][1] != 7 {
		t.Errorf("%+v", s)
	}
}

// Elements whose branch is not taken have fewer draws, and NaN in a row.
func TestThere(t *testing.T) {
	v := &values{reals: []float64{1, 2, 3, 4}, there: []bool{true, false}}
	c := begun(Vectors(2, Variable[*values, float64]{Name: "w", Dims: []engine.Dim{{N: 2}}, Values: reals, There: there}))
	if row := c.row(v, nil); !slices.Equal(row[:2], []float64{1, 2}) || !math.IsNaN(row[2]) || !math.IsNaN(row[3]) {
		t.Errorf("%v", row)
	}
	for range 10 {
		c.add(v, 0)
	}
	if s := said[samples.Vector](c); !s[0].Local || s[0].Draws != 10 || s[1].Draws != 0 {
		t.Errorf("%+v", s)
	}
}

// Entries that are known have no recorder, no name and no warning.
func TestDrawn(t *testing.T) {
	v := &values{reals: []float64{1, 2, 3}}
	c := Reals(Variable[*values, float64]{Name: "y", Dims: []engine.Dim{{N: 3}}, Values: reals, Drawn: func(i int) bool { return i == 1 }})
	if names := c.names(); !slices.Equal(names, []string{"y[1]"}) {
		t.Errorf("%v", names)
	}
	begun(c)
	for range 10 {
		c.add(v, 0)
	}
	if row := c.row(v, nil); !slices.Equal(row, []float64{2}) {
		t.Errorf("%v", row)
	}
	c.summarize(1)
	for _, w := range c.warnings([]*values{v}) {
		if w.Element.String() != "y[1]" {
			t.Errorf("%+v", w)
		}
	}
	if list := c.warnings(nil); list != nil {
		t.Errorf("without chains: %+v", list)
	}
}

// Of elements of which only one value was ever possible there is a warning, where it is asked for.
func TestOneValue(t *testing.T) {
	v, other := &values{wholes: []int{1, 1, 1}, free: []bool{false, false, false}}, &values{free: []bool{false, true, false}}
	c := begun(Indices(2, Variable[*values, int]{Name: "z", Dims: []engine.Dim{{N: 3}}, Values: wholes, Free: free, Asked: func(i int) bool { return i < 2 }}))
	for range 10 {
		c.add(v, 0)
	}
	c.summarize(1)
	var of []string
	for _, w := range c.warnings([]*values{v, other}) {
		if w.Kind == samples.OneValue {
			of = append(of, w.Element.String())
		}
	}
	if !slices.Equal(of, []string{"z[0]"}) {
		t.Errorf("%v", of)
	}
}

// Elements that never change are no reason for a warning where some are fixed.
func TestFixed(t *testing.T) {
	v := &values{reals: []float64{3}}
	for _, fixed := range []bool{false, true} {
		for _, c := range []Column[*values]{
			Reals(Variable[*values, float64]{Name: "x", Values: reals, Fixed: fixed}),
			Vectors(1, Variable[*values, float64]{Name: "w", Values: reals, Fixed: fixed}),
		} {
			begun(c)
			for range 10 {
				c.add(v, 0)
			}
			c.summarize(1)
			if list := c.warnings([]*values{v}); (len(list) == 0) != fixed {
				t.Errorf("fixed %v: %+v", fixed, list)
			}
		}
	}
}

// A state has the recorders of what is drawn, in order.
func TestRecordState(t *testing.T) {
	v := &values{reals: []float64{1, 2, 3}}
	variable := Variable[*values, float64]{Name: "y", Dims: []engine.Dim{{N: 3}}, Values: reals, Drawn: func(i int) bool { return i != 1 }}
	c, again := begun(Reals(variable)), begun(Reals(variable))
	for range 10 {
		c.add(v, 0)
	}
	b := c.appendState(nil)
	if rest, err := again.readState(append(b, 9)); err != nil || len(rest) != 1 {
		t.Fatal(rest, err)
	}
	if one, other := said[samples.Real](c), said[samples.Real](again); one[0].Mean != other[0].Mean || one[2].Mean != other[2].Mean {
		t.Errorf("%+v, want %+v", other, one)
	}
	if _, err := again.readState(b[:len(b)/2]); err == nil {
		t.Error("half a state is read")
	}
}

// The arrays of a chain are saved and read to the bit.
func TestSaved(t *testing.T) {
	c, again := NewCourse(1, 2), NewCourse(1, 3)
	x, k, b := Saved[float64](&c, 2), Saved[int](&c, 1), Saved[bool](&c, 2)
	y, l, d := Saved[float64](&again, 2), Saved[int](&again, 1), Saved[bool](&again, 2)
	copy(x, []float64{math.Copysign(0, -1), math.NaN()})
	k[0], b[1], c.Scans = -3, true, 5
	state, err := c.appendState(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.readState(engine.NewSavedState(state)); err != nil {
		t.Fatal(err)
	}
	if !math.Signbit(y[0]) || !math.IsNaN(y[1]) || l[0] != -3 || d[0] || !d[1] || again.Scans != 5 || again.Stream != c.Stream {
		t.Errorf("%v %v %v %+v", y, l, d, again)
	}
	Saved[string](&c, 1)
	if _, err := c.appendState(nil); err == nil {
		t.Error("a state with texts")
	}
}
