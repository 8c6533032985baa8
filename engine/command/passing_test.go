package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// A made inference adds up numbers: an option says how many iterations it makes, or its seed.
type made struct{ sum, seed, iterations int }

type madeSummary struct {
	iterations int
	skipped    string
}

type madeOption func(*made, func(madeSummary) bool) func(madeSummary) bool

func (m *made) run(_ context.Context, opts ...madeOption) (s madeSummary, err error) {
	tell := func(madeSummary) bool { return true }
	for _, o := range opts {
		tell = o(m, tell)
	}
	if m.sum < 0 {
		return s, errors.New("a negative sum")
	}
	s = madeSummary{m.iterations, "x ~ y"}
	tell(s)
	return s, nil
}

var passing = Passing[[]int, made, madeOption, madeSummary]{
	Read: func(in *Reader) (list []int, err error) { return list, ReadList(ReadInt)(in, &list) },
	New: func(list []int) (*made, error) {
		m := &made{iterations: 1}
		for _, x := range list {
			m.sum += x
		}
		if len(list) == 0 {
			return nil, errors.New("no data")
		}
		return m, nil
	},
	Run: (*made).run,
	Iterations: func(n int) madeOption {
		return func(m *made, tell func(madeSummary) bool) func(madeSummary) bool { m.iterations = n; return tell }
	},
	WithSeed: func(seed uint64) madeOption {
		return func(m *made, tell func(madeSummary) bool) func(madeSummary) bool { m.seed = int(seed); return tell }
	},
	Progress: func(f func(madeSummary) bool) madeOption {
		return func(*made, func(madeSummary) bool) func(madeSummary) bool { return f }
	},
	Ran: func(s madeSummary) Ran {
		r := Ran{Iterations: s.iterations, Change: 0.5, Converged: true}
		r.Skip(4, 2, s.skipped)
		return r
	},
	Result: func(m *made, _ madeSummary) map[string]any { return map[string]any{"sum": m.sum, "seed": m.seed} },
	Shared: func(m *made, _ madeSummary) map[string]any { return map[string]any{"shared": m.sum} },
}

// TestPass: data come in, the result and what was left out go out; an error ends the run before anything is written.
func TestPass(t *testing.T) {
	for _, c := range []struct {
		in, out, notes, err string
		options             []madeOption
		progress            bool
	}{
		{in: "[1, 2, 3]", out: `{"converged":true,"iterations":7,"seed":5,"sum":6}` + "\n", notes: "progress 7 0.5\nskipped 4 2 x ~ y\n", options: passing.options(7, 5), progress: true},
		{in: "[1]", out: `{"converged":true,"iterations":1,"seed":0,"sum":1}` + "\n", notes: "skipped 4 2 x ~ y\n", options: passing.options(-1, 0)},
		{in: "[-1]", err: "a negative sum"}, {in: "[]", err: "no data"}, {in: "[", err: "unexpected EOF"},
	} {
		var out, notes strings.Builder
		err := passing.once(t.Context(), strings.NewReader(c.in), &out, &notes, c.options, c.progress)
		if out.String() != c.out || notes.String() != c.notes || fmt.Sprint(err) != c.err && (err != nil || c.err != "") {
			t.Errorf("%s: %q, %q, %v", c.in, out.String(), notes.String(), err)
		}
	}
}

// Some batches that add up all that they are given.
type someBatches struct{ last *made }

func (b *someBatches) Visit(ctx context.Context, batch int, list []int, opts ...madeOption) (madeSummary, error) {
	m, err := passing.New(list)
	if err != nil {
		return madeSummary{}, err
	}
	if b.last != nil {
		m.sum += b.last.sum
	}
	b.last = m
	return m.run(ctx, opts...)
}

func (b *someBatches) Change() float64  { return 0.25 }
func (b *someBatches) Inference() *made { return b.last }

// TestVisits: batches are visited as they come, and at the end stands what all of them say.
func TestVisits(t *testing.T) {
	for _, c := range []struct{ in, out, notes, err string }{
		{`{"batch": 0, "data": [1]} {"batch": 1, "data": [2, 3]}`, `{"converged":true,"iterations":1,"shared":6}` + "\n", strings.Repeat("skipped 4 2 x ~ y\nvisited true 0.25\n", 2), ""},
		{"", "", "", "there is no batch of data"},
		{`{"batch": 0, "data": [1]} {"batch": "x"}`, "", "skipped 4 2 x ~ y\nvisited true 0.25\n", "json: cannot unmarshal"},
		{`{"batch": 0, "data": []}`, "", "", "no data"},
	} {
		var out, notes strings.Builder
		err := passing.visits(t.Context(), strings.NewReader(c.in), &out, &notes, nil, &someBatches{})
		if out.String() != c.out || notes.String() != c.notes || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %q, %q, %v", c.in, out.String(), notes.String(), err)
		}
	}
}
