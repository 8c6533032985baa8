package engine

import "encoding/binary"

// AppendWords appends words to saved state.
func AppendWords(b []byte, words ...uint64) []byte {
	for _, x := range words {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return b
}

// TruthWord is the word of a truth: 1 or 0.
func TruthWord(x bool) uint64 {
	if x {
		return 1
	}
	return 0
}

// A SavedState is a state while it is read; after its end there are zeros.
type SavedState struct {
	rest  []byte
	short bool // more was read than there is
}

// NewSavedState begins to read b.
func NewSavedState(b []byte) *SavedState { return &SavedState{rest: b} }

// Rest is what was not read yet.
func (s *SavedState) Rest() []byte { return s.rest }

// Short tells whether more was read than there is.
func (s *SavedState) Short() bool { return s.short }

// Bytes takes the next n bytes.
func (s *SavedState) Bytes(n uint64) []byte {
	if n > uint64(len(s.rest)) {
		s.rest, s.short = nil, true
		return nil
	}
	b := s.rest[:n]
	s.rest = s.rest[n:]
	return b
}

// Word takes the next word.
func (s *SavedState) Word() uint64 {
	b := s.Bytes(8)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint64(b)
}
