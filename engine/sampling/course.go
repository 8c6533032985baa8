package sampling

import (
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
}

// NewCourse is that of a chain without values.
func NewCourse(number int, seed uint64) Course {
	return Course{Number: number, Stream: *mcmc.NewStream(seed, uint64(number))}
}

// appendState appends the course to a saved state.
func (c *Course) appendState(b []byte) ([]byte, error) {
	stream, err := c.Stream.MarshalBinary()
	if err != nil {
		return nil, err
	}
	b = engine.AppendWords(b, uint64(len(stream)))
	b = append(b, stream...)
	return engine.AppendWords(b, uint64(c.Scans), uint64(c.Kept), uint64(c.Burning), uint64(c.Since), engine.TruthWord(c.Begun)), nil
}

// readState takes the course from a saved state.
func (c *Course) readState(s *engine.SavedState) error {
	if err := c.Stream.UnmarshalBinary(s.Bytes(s.Word())); err != nil {
		return engine.ErrState
	}
	for _, x := range []*int{&c.Scans, &c.Kept, &c.Burning, &c.Since} {
		*x = int(s.Word())
	}
	c.Begun = s.Word() != 0
	return nil
}
