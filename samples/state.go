package samples

import (
	"encoding/binary"
	"errors"
	"math"
)

// errSampleState says that bytes are no state of such a recorder.
var errSampleState = errors.New("samples: not the state of a recorder of this kind")

// AppendState appends all that the recorder holds to b, so that one that reads it goes
// on to the bit.
func (r *Recorder) AppendState(b []byte) []byte {
	b = appendInts(b, len(r.chains))
	for _, c := range r.chains {
		b = appendInts(b, len(c.kept), c.stride, c.count, c.skip, c.total, c.filled, c.length, c.open)
		b = appendBits(b, c.shift, c.inverse, c.sum, c.squares, c.part.sum, c.part.near)
		b = appendBits(b, c.kept[:c.count]...)
		for _, x := range c.batches[:c.filled] {
			b = appendBits(b, x.sum, x.near)
		}
	}
	return b
}

// ReadState replaces what the recorder holds by what AppendState appended, and returns
// the bytes after it. The number of chains must be the same. After an error the
// recorder is as it was.
func (r *Recorder) ReadState(b []byte) (rest []byte, err error) {
	s := stateReader{rest: b}
	if s.int() != len(r.chains) {
		return nil, errSampleState
	}
	chains := make([]*chainRecord, len(r.chains))
	for i := range chains {
		c := &chainRecord{}
		room := s.int()
		for _, field := range [7]*int{&c.stride, &c.count, &c.skip, &c.total, &c.filled, &c.length, &c.open} {
			*field = s.int()
		}
		for _, field := range [6]*float64{&c.shift, &c.inverse, &c.sum, &c.squares, &c.part.sum, &c.part.near} {
			*field = math.Float64frombits(s.word())
		}
		long := c.stride > 1
		if room < fewestKept || room%16 != 0 || room > max(usuallyKept, 2*c.count) || c.count > room || c.stride < 1 || c.stride&(c.stride-1) != 0 || c.skip >= c.stride ||
			long && (c.filled >= room/4 || c.length < 4 || c.open < 1 || c.open > c.length) || !long && c.filled > 0 || !s.has(c.count+2*c.filled) {
			return nil, errSampleState
		}
		c.kept = make([]float64, room)
		for i := range c.kept[:c.count] {
			c.kept[i] = math.Float64frombits(s.word())
		}
		if long {
			c.makeBatches()
		}
		for i := range c.filled {
			c.batches[i] = batchSums{math.Float64frombits(s.word()), math.Float64frombits(s.word())}
		}
		chains[i] = c
	}
	if s.ended {
		return nil, errSampleState
	}
	r.chains = chains
	return s.rest, nil
}

// AppendState is that of a Recorder.
func (r *Truths) AppendState(b []byte) []byte { return appendTallies(b, r.chains) }

// ReadState is that of a Recorder.
func (r *Truths) ReadState(b []byte) (rest []byte, err error) { return readTallies(b, r.chains) }

// AppendState is that of a Recorder.
func (r *Indices) AppendState(b []byte) []byte { return appendTallies(b, r.chains) }

// ReadState is that of a Recorder; the number of values must be the same too.
func (r *Indices) ReadState(b []byte) (rest []byte, err error) { return readTallies(b, r.chains) }

// AppendState is that of a Recorder.
func (r *Vectors) AppendState(b []byte) []byte {
	b = appendInts(b, len(r.parts))
	for _, p := range r.parts {
		b = p.AppendState(b)
	}
	return b
}

// ReadState is that of a Recorder; the number of components must be the same too.
func (r *Vectors) ReadState(b []byte) (rest []byte, err error) {
	s := stateReader{rest: b}
	if s.int() != len(r.parts) {
		return nil, errSampleState
	}
	parts := make([]*Recorder, len(r.parts))
	rest = s.rest
	for i, p := range r.parts {
		parts[i] = &Recorder{chains: p.chains}
		if rest, err = parts[i].ReadState(rest); err != nil {
			return nil, err
		}
	}
	r.parts = parts
	return rest, nil
}

func appendTallies(b []byte, chains []*tally) []byte {
	b = appendInts(b, len(chains))
	for _, t := range chains {
		b = appendInts(b, t.first, t.values, t.limit, t.n, t.filled, t.length, t.open)
		b = appendInts(b, t.totals...)
		for _, x := range t.words[:t.usedWords()] {
			b = binary.LittleEndian.AppendUint64(b, x)
		}
		for _, x := range t.counts[:t.usedCounts()] {
			b = appendInts(b, int(x))
		}
	}
	return b
}

// usedWords is how many of t.words have draws that are not counted yet.
func (t *tally) usedWords() int {
	if t.length > 0 {
		return 0
	}
	return (t.n*int(t.width) + 63) / 64
}

// usedCounts is how many of t.counts are counted: of complete batches, and of the one
// that is being filled.
func (t *tally) usedCounts() int {
	if t.length == 0 {
		return 0
	}
	return (t.filled + 1) * t.values
}

func readTallies(b []byte, chains []*tally) (rest []byte, err error) {
	s := stateReader{rest: b}
	if s.int() != len(chains) {
		return nil, errSampleState
	}
	read := make([]*tally, len(chains))
	for i, like := range chains {
		if s.int() != like.first || s.int() != like.values {
			return nil, errSampleState
		}
		limit := s.int()
		var n, filled, length, open int
		for _, field := range [4]*int{&n, &filled, &length, &open} {
			*field = s.int()
		}
		most := usuallyKept
		if length == 0 && n > 0 && n/64 <= len(s.rest)/8 { // the draws are there themselves
			most = max(most, 2*n)
		}
		if limit < fewestKept || limit > most {
			return nil, errSampleState
		}
		t := newTally(Size{Draws: limit, Keep: limit}, like.first, like.values)
		t.n, t.filled, t.length, t.open = n, filled, length, open
		long := t.length > 0
		if t.limit != limit || t.n < 0 || long != (t.n > limit) || t.filled < 0 || t.filled >= t.batches || long && (t.open < 1 || t.open > t.length) ||
			!s.has(t.values+t.usedWords()+t.usedCounts()) {
			return nil, errSampleState
		}
		for k := range t.totals {
			t.totals[k] = s.int()
		}
		for k := range t.usedWords() {
			t.words[k] = s.word()
		}
		if long {
			t.counts = make([]uint32, t.batches*t.values)
		} else {
			for i := range t.n {
				if t.draw(i) >= t.first+t.values {
					return nil, errSampleState
				}
			}
		}
		for k := range t.usedCounts() {
			t.counts[k] = uint32(s.word())
		}
		read[i] = t
	}
	if s.ended {
		return nil, errSampleState
	}
	copy(chains, read)
	return s.rest, nil
}

func appendInts(b []byte, list ...int) []byte {
	for _, x := range list {
		b = binary.LittleEndian.AppendUint64(b, uint64(x))
	}
	return b
}

func appendBits(b []byte, list ...float64) []byte {
	for _, x := range list {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

// A stateReader takes words from a state; after its end they are ones.
type stateReader struct {
	rest  []byte
	ended bool
}

func (s *stateReader) has(words int) bool { return words >= 0 && words <= len(s.rest)/8 }

func (s *stateReader) word() uint64 {
	if len(s.rest) < 8 {
		s.rest, s.ended = nil, true
		return math.MaxUint64
	}
	x := binary.LittleEndian.Uint64(s.rest)
	s.rest = s.rest[8:]
	return x
}

// int is a word that must not be negative, -1 if it is.
func (s *stateReader) int() int { return max(int(s.word()), -1) }
