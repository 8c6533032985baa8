package sampling

import (
	"fmt"
	"math"

	"mpc/engine"
	"mpc/mcmc"
)

// A Course is how far a chain has come, and the random numbers of its next draws.
type Course struct {
	Number  int
	Stream  mcmc.Stream
	Begun   bool // has values
	Burning int  // scans of burn-in to come
	Scans   int  // that were made
	Since   int  // scans since a draw was kept
	Kept    int  // draws
	saved   []any
}

// NewCourse is that of a chain without values.
func NewCourse(number int, seed uint64) Course {
	return Course{Number: number, Stream: *mcmc.NewStream(seed, uint64(number))}
}

// Saved makes an array of a chain that is part of its saved states: of float64, int, bool, mcmc.SliceWidth
// mcmc.Directions, mcmc.Collapsed or mcmc.OneBlock.
func Saved[T any](c *Course, n int) []T {
	list := engine.Apart[T](n)
	c.saved = append(c.saved, list)
	return list
}

// appendState appends the course to a saved state, and the arrays of its chain.
func (c *Course) appendState(b []byte) ([]byte, error) {
	stream, err := c.Stream.MarshalBinary()
	if err != nil {
		return nil, err
	}
	b = engine.AppendWords(b, uint64(len(stream)))
	b = append(b, stream...)
	b = engine.AppendWords(b, uint64(c.Scans), uint64(c.Kept), uint64(c.Burning), uint64(c.Since), engine.TruthWord(c.Begun))
	for _, list := range c.saved {
		switch list := list.(type) {
		case []float64:
			for _, x := range list {
				b = engine.AppendWords(b, math.Float64bits(x))
			}
		case []int:
			for _, x := range list {
				b = engine.AppendWords(b, uint64(x))
			}
		case []bool:
			for _, x := range list {
				b = engine.AppendWords(b, engine.TruthWord(x))
			}
		case []mcmc.SliceWidth:
			for _, w := range list {
				b = engine.AppendWords(b, math.Float64bits(w.Width), math.Float64bits(w.Move), uint64(w.Count))
			}
		case []mcmc.Directions:
			for i := range list {
				b = engine.AppendWords(b, list[i].Words()...)
			}
		case []mcmc.Collapsed:
			for i := range list {
				b = engine.AppendWords(b, list[i].Words()...)
			}
		case []mcmc.OneBlock:
			for i := range list {
				b = engine.AppendWords(b, list[i].Words()...)
			}
		default:
			return nil, fmt.Errorf("a chain with %T", list)
		}
	}
	return b, nil
}

// readState takes the course and the arrays of its chain from a saved state.
func (c *Course) readState(s *engine.SavedState) error {
	if err := c.Stream.UnmarshalBinary(s.Bytes(s.Word())); err != nil {
		return engine.ErrState
	}
	for _, x := range []*int{&c.Scans, &c.Kept, &c.Burning, &c.Since} {
		*x = int(s.Word())
	}
	c.Begun = s.Word() != 0
	for _, list := range c.saved {
		switch list := list.(type) {
		case []float64:
			for i := range list {
				list[i] = math.Float64frombits(s.Word())
			}
		case []int:
			for i := range list {
				list[i] = int(s.Word())
			}
		case []bool:
			for i := range list {
				list[i] = s.Word() != 0
			}
		case []mcmc.SliceWidth:
			for i := range list {
				w := &list[i]
				w.Width, w.Move, w.Count = math.Float64frombits(s.Word()), math.Float64frombits(s.Word()), int(s.Word())
			}
		case []mcmc.Directions:
			for i := range list {
				list[i].SetWords(s.Word)
			}
		case []mcmc.Collapsed:
			for i := range list {
				list[i].SetWords(s.Word)
			}
		case []mcmc.OneBlock:
			for i := range list {
				list[i].SetWords(s.Word)
			}
		}
	}
	return nil
}
