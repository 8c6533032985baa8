package evaluate

import (
	"fmt"
	"math"

	"mpc/codegen/code"
)

// A step does what a statement does. It returns false where the function is left.
type step func(f *Numbers) bool

// A function is a compiled row: where its values stand in a frame, and its steps.
type function struct {
	row       *code.Row
	slots     map[*code.Value][]slot
	constants map[bits]slot
	results   [][]slot
	start     Numbers // a frame before the first step: zeros and constants
	size      slots
	body      []step
	free      []*Numbers // frames that nobody uses
}

// bits is what a constant is told apart by: the zeros have two signs.
type bits struct {
	of    code.Basic
	real  uint64
	whole int64 // or a truth
}

func newFunction(r *code.Row) *function {
	f := &function{row: r, slots: map[*code.Value][]slot{}, constants: map[bits]slot{}}
	for _, p := range r.Params {
		f.define(p.Value)
	}
	for _, t := range r.Results {
		f.results = append(f.results, f.size.of(t))
	}
	return f
}

// define gives a value its slots.
func (f *function) define(v *code.Value) []slot {
	f.slots[v] = f.size.of(v.Of)
	return f.slots[v]
}

// slotsOf returns where an operand stands.
func (f *function) slotsOf(o code.Operand) []slot {
	switch o := o.(type) {
	case *code.Value:
		return f.slots[o]
	case code.Constant:
		key := bits{o.Of, math.Float64bits(o.Real), o.Whole + truth(o.Truth)}
		s, ok := f.constants[key]
		if !ok {
			s = f.size.of(o.Of)[0]
			f.constants[key] = s
		}
		return []slot{s}
	}
	return nil
}

// compile makes the steps of the body, and the frame that they begin with.
func (f *function) compile(m *Machine) (err error) {
	defer func() {
		if r := recover(); r != nil {
			draw, ok := r.(unreplaced)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%s, statement %d: a pass must replace the draw before it is run", f.row.Name, int(draw))
		}
	}()
	c := &compiler{m, f}
	f.body = append(c.block(f.row.Body), c.move(f.results, f.row.Body.Gives))
	f.start = makeNumbers(f.size.n)
	for constant, s := range f.constants {
		switch s.kind {
		case realPart:
			f.start.Reals[s.at] = math.Float64frombits(constant.real)
		case wholePart:
			f.start.Wholes[s.at] = constant.whole
		}
	}
	return nil
}

// frame returns a frame to run in. A function that calls itself has several.
func (f *function) frame() *Numbers {
	if n := len(f.free); n > 0 {
		x := f.free[n-1]
		f.free = f.free[:n-1]
		return x
	}
	x := makeNumbers(f.size.n)
	copy(x.Reals, f.start.Reals)
	copy(x.Wholes, f.start.Wholes)
	return &x
}

func (f *function) release(x *Numbers) { f.free = append(f.free, x) }

// run runs the body in a frame.
func (f *function) run(x *Numbers) { runAll(f.body, x) }

// runAll runs steps until one leaves the function, and tells whether none does.
func runAll(steps []step, x *Numbers) bool {
	for _, s := range steps {
		if !s(x) {
			return false
		}
	}
	return true
}
