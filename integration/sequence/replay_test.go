package sequence

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mpc/bugs"
	"mpc/bugs/replay"
	"mpc/bugs/sequence"
	"mpc/bugs/unroll"
)

// replayed compares a sequential program with the program written out for its data: the order, and
// the bits of a draw. valid is false where the text itself is no program for these data.
func replayed(prog *bugs.Program, s *sequence.Program, data bugs.Data, seed uint64) (valid bool, err error) {
	w, d := unroll.New(prog, data)
	if d.HasErrors() {
		return false, nil
	}
	list, err := w.Instances()
	if err != nil || w.Check(list).HasErrors() {
		return false, nil
	}
	if _, err := w.Order(list); err != nil {
		return false, nil
	}
	if err := replay.Check(s, w); err != nil {
		return true, err
	}
	want, err := w.Unrolled(seed)
	if err != nil {
		return true, fmt.Errorf("unrolled: %w", err)
	}
	got, err := replay.Simulate(s, w, seed)
	if err != nil {
		return true, err
	}
	for i := range want.Values {
		if math.Float64bits(got.Values[i]) != math.Float64bits(want.Values[i]) || got.Has[i] != want.Has[i] {
			return true, fmt.Errorf("%s is %v, unrolled %v", w.Name(i), got.Values[i], want.Values[i])
		}
	}
	return true, nil
}

// sizes are those on which each random program is replayed.
var sizes = []int{0, 1, 5, 8, 11}

// tally is what random programs came to.
type tally struct {
	programs, replays, invalid, elements, loops int
	moves                                       map[sequence.Move]int
}

// try makes a program, sequences it once, and replays it on data of several sizes.
func (c *tally) try(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 18))
	m := make1(r)
	prog, d := bugs.Parse("random.bug", []byte(m.text), bugs.BUGS)
	if d.HasErrors() {
		t.Fatalf("seed %d: %v\n%s", seed, d, m.text)
	}
	g, d := sequence.NewGraph(prog, m.kinds())
	if d.HasErrors() {
		t.Errorf("seed %d: %v\n%s", seed, d, m.text)
		return
	}
	s, d := sequence.Sequence(g, sequence.Options{Fission: seed%4 == 3})
	if d.HasErrors() {
		t.Errorf("seed %d: %v\n%s", seed, d, m.text)
		return
	}
	again, err := sequence.Parse(s.String())
	if err != nil || again.String() != s.String() {
		t.Errorf("seed %d: the text does not read back: %v\n%s", seed, err, s)
		return
	}
	c.programs++
	moves := s.Moves()
	for k := range moves {
		c.moves[k]++
	}
	if !m.levels {
		c.loops++
		if moves[sequence.ByElements]+moves[sequence.Leveled] > 0 && moves[sequence.Versioned] == 0 {
			c.elements++
		}
	}
	for i, n := range sizes {
		c.replays++
		valid, err := replayed(prog, again, m.data(n, rand.New(rand.NewPCG(seed, uint64(i)))), seed)
		if !valid {
			c.invalid++
		}
		if err != nil {
			t.Errorf("seed %d, size %d: %v\n%s\n%s", seed, n, err, m.text, s)
			return
		}
	}
}

// TestRandom replays random programs.
func TestRandom(t *testing.T) {
	c := &tally{moves: map[sequence.Move]int{}}
	for seed := range uint64(150) {
		c.try(t, seed)
	}
	c.hold(t)
}

// hold holds that all but few data sets are of the programs, and none of the kinds of moves is missing.
func (c *tally) hold(t *testing.T) {
	t.Helper()
	if c.invalid > c.replays/20 {
		t.Errorf("of %d data sets %d are none of their programs", c.replays, c.invalid)
	}
	for _, m := range sequence.Moves() {
		if c.moves[m] < c.programs/20 {
			t.Errorf("%s: in %d of %d programs", m, c.moves[m], c.programs)
		}
	}
	if c.elements > c.loops/20 {
		t.Errorf("%d of %d programs that have an order by loops run by elements", c.elements, c.loops)
	}
	t.Logf("%+v", *c)
}
