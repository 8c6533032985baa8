package engine

import (
	"encoding/binary"
	"slices"
)

// A State lists the parts of what an inference saves, in their order: where they stand, and how they are written and read.
type State struct{ parts []statePart }

// A statePart is one of them.
type statePart struct {
	write func(b []byte) ([]byte, error)
	// read gives what comes behind the part, and what puts the part in its place once all have been read.
	read func(b []byte) (rest []byte, put func(), err error)
}

func (s *State) add(write func(b []byte) ([]byte, error), read func(b []byte) ([]byte, func(), error)) {
	s.parts = append(s.parts, statePart{write, read})
}

// restoring reads a part by a function as Restore.
func restoring[A any](at *A, restore func(b []byte, like A) (A, []byte, error)) func(b []byte) ([]byte, func(), error) {
	return func(b []byte) ([]byte, func(), error) {
		read, rest, err := restore(b, *at)
		return rest, func() { *at = read }, err
	}
}

func appendLength(b []byte, n int) []byte { return binary.LittleEndian.AppendUint64(b, uint64(n)) }

// SaveNumbers adds an array of numbers, or of what has a fixed number of them.
func SaveNumbers[T any](s *State, at *[]T) {
	s.add(func(b []byte) ([]byte, error) {
		return binary.Append(appendLength(b, len(*at)), binary.LittleEndian, *at)
	}, restoring(at, Restore[T]))
}

// SaveNumber adds one.
func SaveNumber(s *State, at *float64) {
	s.add(func(b []byte) ([]byte, error) {
		return binary.Append(appendLength(b, 1), binary.LittleEndian, *at)
	}, func(b []byte) ([]byte, func(), error) {
		read, rest, err := Restore(b, []float64{0})
		return rest, func() { *at = read[0] }, err
	})
}

// SaveEach adds messages about vectors.
func SaveEach[M interface {
	Copy() M
	AppendState(b []byte) []byte
}, P interface {
	*M
	ReadState([]byte) ([]byte, bool)
}](s *State, at *[]M) {
	s.add(func(b []byte) ([]byte, error) {
		b = appendLength(b, len(*at))
		for _, m := range *at {
			b = m.AppendState(b)
		}
		return b, nil
	}, restoring(at, RestoreEach[M, P]))
}

// A SavedRows is an array of messages that lie side by side.
type SavedRows[M any] interface {
	Len() int
	AppendState(b []byte) []byte
	ReadState([]byte) (M, []byte, bool)
}

// SaveRows adds such messages.
func SaveRows[M SavedRows[M]](s *State, at *M) {
	s.add(func(b []byte) ([]byte, error) {
		return (*at).AppendState(appendLength(b, (*at).Len())), nil
	}, restoring(at, RestoreRows[M]))
}

// SaveWhich adds which of n messages each element has.
func SaveWhich(s *State, at *[]int32, n int) {
	s.add(func(b []byte) ([]byte, error) {
		return binary.Append(appendLength(b, len(*at)), binary.LittleEndian, *at)
	}, restoring(at, func(b []byte, like []int32) ([]int32, []byte, error) {
		read, rest, err := Restore(b, like)
		if slices.ContainsFunc(read, func(i int32) bool { return i < 0 || int(i) >= n }) {
			err = ErrState
		}
		return read, rest, err
	}))
}

// SaveMemory adds what reads its own state where it stands.
func SaveMemory(s *State, at interface {
	AppendState(b []byte) []byte
	ReadState(b []byte) ([]byte, error)
}) {
	s.add(func(b []byte) ([]byte, error) { return at.AppendState(b), nil }, func(b []byte) ([]byte, func(), error) {
		rest, err := at.ReadState(b)
		if err != nil {
			err = ErrState
		}
		return rest, func() {}, err
	})
}

// Save returns a state of an inference whose data have a sum: how far it has come, its parts, and a checksum.
func (p *Progress) Save(data uint64, parts func(s *State)) ([]byte, error) {
	var s State
	parts(&s)
	b := binary.LittleEndian.AppendUint64(p.Marshal(), data)
	for _, part := range s.parts {
		var err error
		if b, err = part.write(b); err != nil {
			return nil, err
		}
	}
	return binary.LittleEndian.AppendUint64(b, Checksum(b)), nil
}

// Load puts a state back that Save returned. The error is ErrState where it is of another model or of other data; then
// nothing has changed.
func (p *Progress) Load(b []byte, data uint64, parts func(s *State)) error {
	n := len(b) - 8
	if n < 0 || Checksum(b[:n]) != binary.LittleEndian.Uint64(b[n:]) {
		return ErrState
	}
	saved := p.Clone()
	b, err := saved.Unmarshal(b[:n])
	if err != nil {
		return err
	}
	if len(b) < 8 || binary.LittleEndian.Uint64(b) != data {
		return ErrState
	}
	b = b[8:]
	var s State
	parts(&s)
	var puts []func()
	for _, part := range s.parts {
		rest, put, err := part.read(b)
		if err != nil {
			return err
		}
		b, puts = rest, append(puts, put)
	}
	if len(b) != 0 {
		return ErrState
	}
	for _, put := range puts {
		put()
	}
	*p = saved
	return nil
}
