package sampling

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"mpc/engine"
	"mpc/samples"
)

// StateHooks are what a model has in the saved states of a Sampler.
type StateHooks[C, R any] struct {
	Version uint64 // of the model
	Data    uint64 // the hash of the data
	// AppendChain appends the values of a chain, ReadChain takes them.
	AppendChain func(c C, b []byte) []byte
	ReadChain   func(C, *engine.SavedState)
	// AppendRecord appends all recorders, ReadRecord takes them.
	AppendRecord func(r *R, b []byte) []byte
	ReadRecord   func(r *R, b []byte) (rest []byte, err error)
}

// DataSum is the FNV-1a hash of data.
func DataSum(data any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, data)
	return h.Sum64()
}

// Marshal returns the chains and what is recorded of their draws.
func (s *Sampler[C, R, P]) Marshal(h *Hooks[C, R, P], m *StateHooks[C, R]) ([]byte, error) {
	b := engine.AppendWords(nil, m.Version, m.Data, s.seed, uint64(s.thin), uint64(len(s.Chains)))
	for _, c := range s.Chains {
		var err error
		if b, err = h.Course(c).appendState(b); err != nil {
			return nil, err
		}
		b = m.AppendChain(c, b)
	}
	b = m.AppendRecord(&s.Record, b)
	return engine.AppendWords(b, engine.Checksum(b)), nil
}

// Unmarshal restores what Marshal returned. After an error the Sampler is as before.
func (s *Sampler[C, R, P]) Unmarshal(h *Hooks[C, R, P], m *StateHooks[C, R], b []byte) error {
	if n := len(b) - 8; n < 0 || engine.Checksum(b[:n]) != binary.LittleEndian.Uint64(b[n:]) {
		return engine.ErrState
	}
	saved := engine.NewSavedState(b[:len(b)-8])
	if saved.Word() != m.Version || saved.Word() != m.Data {
		return engine.ErrState
	}
	seed, thin, n := saved.Word(), int(saved.Word()), saved.Word()
	if n > uint64(len(b)) || n > 0 && thin < 1 {
		return engine.ErrState
	}
	var chains []C
	for i := range int(n) {
		c := h.NewChain(i, seed)
		if err := h.Course(c).readState(saved); err != nil {
			return err
		}
		m.ReadChain(c, saved)
		if saved.Short() {
			return engine.ErrState
		}
		chains = append(chains, c)
	}
	var record R
	if n > 0 {
		record = h.NewRecord(samples.Size{Chains: int(n), Draws: 1})
	}
	rest, err := m.ReadRecord(&record, saved.Rest())
	if saved.Short() || err != nil || len(rest) > 0 {
		return engine.ErrState
	}
	s.seed, s.thin, s.Chains, s.Record, s.Reported = seed, thin, chains, record, nil
	return nil
}
