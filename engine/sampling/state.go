package sampling

import (
	"encoding/binary"

	"mpc/engine"
	"mpc/samples"
)

// Marshal returns the chains of a model and what is recorded of their draws: the version is that of the model, data the hash of the
// data.
func (s *Sampler[I, C]) Marshal(h *Hooks[I, C], version, data uint64) ([]byte, error) {
	b := engine.AppendWords(nil, version, data, s.seed, uint64(s.thin), uint64(len(s.Chains)))
	for _, c := range s.Chains {
		var err error
		if b, err = h.Course(c).appendState(b); err != nil {
			return nil, err
		}
	}
	if s.Chains != nil {
		for _, c := range s.record {
			b = c.appendState(b)
		}
	}
	return engine.AppendWords(b, engine.Checksum(b)), nil
}

// Unmarshal restores what Marshal returned. After an error the Sampler is as before.
func (s *Sampler[I, C]) Unmarshal(inf I, h *Hooks[I, C], version, data uint64, b []byte) error {
	if n := len(b) - 8; n < 0 || engine.Checksum(b[:n]) != binary.LittleEndian.Uint64(b[n:]) {
		return engine.ErrState
	}
	saved := engine.NewSavedState(b[:len(b)-8])
	if saved.Word() != version || saved.Word() != data {
		return engine.ErrState
	}
	seed, thin, n := saved.Word(), int(saved.Word()), saved.Word()
	if n > uint64(len(b)) || n > 0 && thin < 1 {
		return engine.ErrState
	}
	var chains []C
	for i := range int(n) {
		c := h.NewChain(inf, i, seed)
		if err := h.Course(c).readState(saved); err != nil {
			return err
		}
		if saved.Short() {
			return engine.ErrState
		}
		chains = append(chains, c)
	}
	var record []Column[C]
	rest := saved.Rest()
	if n > 0 {
		record = h.Record(inf)
		for _, c := range record {
			c.begin(samples.Size{Chains: int(n), Draws: 1})
			var err error
			if rest, err = c.readState(rest); err != nil {
				return engine.ErrState
			}
		}
	}
	if saved.Short() || len(rest) > 0 {
		return engine.ErrState
	}
	s.seed, s.thin, s.Chains, s.record, s.said = seed, thin, chains, record, false
	return nil
}
