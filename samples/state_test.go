package samples

import (
	"bytes"
	"encoding/binary"
	"math"
	"reflect"
	"runtime"
	"testing"
)

// TestState: a recorder that reads the state of another one goes on to the bit, from
// any draw on.
func TestState(t *testing.T) {
	x := autoregressive(2, 2, 700, 0.5)
	size := Size{Chains: 2, Keep: 64}
	for _, stop := range []int{0, 30, 64, 65, 130, 600} {
		type kind struct {
			add   func(c int, x float64)
			state func() []byte
			read  func([]byte) ([]byte, error)
			sum   func() any
		}
		kinds := func() []kind {
			r, b, z, v := NewRecorder(size), NewTruths(size), NewIndices(size, 3), NewMatrices(size, 1, 2)
			return []kind{
				{r.Add, func() []byte { return r.AppendState(nil) }, r.ReadState, func() any { return r.Summary(nil) }},
				{func(c int, x float64) { b.Add(c, x > 0) }, func() []byte { return b.AppendState(nil) }, b.ReadState, func() any { return b.Summary(nil) }},
				{func(c int, x float64) { z.Add(c, min(int(math.Abs(x)), 2)) }, func() []byte { return z.AppendState(nil) }, z.ReadState, func() any { return z.Summary(nil) }},
				{func(c int, x float64) { v.Add(c, []float64{x, -x}) }, func() []byte { return v.AppendState(nil) }, v.ReadState, func() any { return v.Matrix(nil) }},
			}
		}
		straight, first, second := kinds(), kinds(), kinds()
		for k := range straight {
			for c := range x {
				for i, v := range x[c] {
					straight[k].add(c, v)
					if i < stop {
						first[k].add(c, v)
					}
				}
			}
			state := first[k].state()
			rest, err := second[k].read(append(state[:len(state):len(state)], 7, 8, 9))
			if err != nil || !bytes.Equal(rest, []byte{7, 8, 9}) {
				t.Fatalf("kind %d after %d draws: %v, %v", k, stop, rest, err)
			}
			for c := range x {
				for _, v := range x[c][stop:] {
					second[k].add(c, v)
				}
			}
			if got, want := second[k].sum(), straight[k].sum(); !reflect.DeepEqual(got, want) || !bytes.Equal(second[k].state(), straight[k].state()) {
				t.Errorf("kind %d after %d draws: %+v, want %+v", k, stop, got, want)
			}
			for cut := 0; cut < len(state); cut += 1 + len(state)/50 {
				if _, err := second[k].read(state[:cut]); err == nil {
					t.Errorf("kind %d after %d draws: reads %d bytes of %d", k, stop, cut, len(state))
				}
			}
			for at := 0; at < min(len(state), 400); at += 8 {
				bad := bytes.Clone(state)
				bad[at+6] = 0xff
				if _, err := second[k].read(bad); err == nil {
					second[k].sum() // draws may be anything
				}
			}
		}
	}
	if _, err := NewIndices(size, 4).ReadState(NewIndices(size, 3).AppendState(nil)); err == nil {
		t.Error("a state of 3 values is read as one of 4")
	}
}

// TestStateDeclaresTooMuch: what a state says of its size is no reason to take memory that
// its bytes do not fill.
func TestStateDeclaresTooMuch(t *testing.T) {
	size := Size{Chains: 1, Keep: 64}
	for name, c := range map[string]struct {
		state []byte
		read  func([]byte) ([]byte, error)
		sizes []int // words of the state that are sizes
	}{
		"number": {NewRecorder(size).AppendState(nil), NewRecorder(size).ReadState, []int{1}},
		"truth":  {NewTruths(size).AppendState(nil), NewTruths(size).ReadState, []int{3, 4}},
		"index":  {NewIndices(size, 3).AppendState(nil), NewIndices(size, 3).ReadState, []int{3, 4}},
	} {
		for _, at := range c.sizes {
			for _, value := range []uint64{1 << 16, 1 << 32, 1<<40 + 16, 1<<63 - 16, 1 << 63} {
				bad := bytes.Clone(c.state)
				binary.LittleEndian.PutUint64(bad[8*at:], value)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				_, err := c.read(bad)
				runtime.ReadMemStats(&after)
				if took := after.TotalAlloc - before.TotalAlloc; err == nil || took > 1<<18 {
					t.Errorf("%s, word %d is %d: %v, took %d bytes", name, at, value, err, took)
				}
			}
		}
	}
}
