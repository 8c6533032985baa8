package mcmc

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// A Stream is a sequence of random numbers, that of one chain: the generator
// PCG-DXSM of O'Neill with 128 bits of state and a multiplier of 64 bits, as NumPy's
// PCG64DXSM has it; its period is 2^128. It is a Source of math/rand/v2, so that
// rand.New(stream) draws from it too. It is not for several goroutines at once.
type Stream struct {
	hi, lo uint64
}

// NewStream returns the stream that a seed and the number of a chain give. No two
// pairs start at the same place of the sequence; where they start is a
// permutation of the pairs, of four Feistel rounds with the mixer of splitmix64,
// so that seeds and chains that follow each other start far apart.
func NewStream(seed, chain uint64) *Stream {
	a, b := seed, chain
	for range 2 {
		a ^= streamMix(b + 0x9e3779b97f4a7c15)
		b ^= streamMix(a + 0xd1b54a32d192ed03)
	}
	return &Stream{hi: a, lo: b}
}

// streamMix is the finalizer of splitmix64 (Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators", 2014, variant 13 of Stafford).
func streamMix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Uint64 returns a uniform number of 64 bits.
func (s *Stream) Uint64() uint64 {
	const (
		multiplier = 0xda942042e4dd58b5
		stepHi     = 6364136223846793005
		stepLo     = 1442695040888963407
	)
	// The result is of the state before the step, so that the processor computes
	// both at once.
	hi, lo := s.hi, s.lo
	up, low := bits.Mul64(lo, multiplier)
	next, carry := bits.Add64(low, stepLo, 0)
	s.lo = next
	s.hi = hi*multiplier + up + stepHi + carry
	hi ^= hi >> 32
	hi *= multiplier
	hi ^= hi >> 48
	return hi * (lo | 1)
}

// Float64 returns a uniform number of [0, 1), a multiple of 2^-53.
func (s *Stream) Float64() float64 { return float64(s.Uint64()>>11) * 0x1p-53 }

// Open returns a uniform number of (0, 1), an odd multiple of 2^-53.
func (s *Stream) Open() float64 { return (float64(s.Uint64()>>12) + 0.5) * 0x1p-52 }

// streamMark begins the saved state of a stream and names its generator.
const streamMark = "dxsm1:"

// AppendBinary appends to b the state of the stream.
func (s *Stream) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, streamMark...)
	b = binary.BigEndian.AppendUint64(b, s.hi)
	return binary.BigEndian.AppendUint64(b, s.lo), nil
}

// MarshalBinary returns the state of the stream, from which UnmarshalBinary goes
// on to the bit.
func (s *Stream) MarshalBinary() ([]byte, error) {
	return s.AppendBinary(make([]byte, 0, len(streamMark)+16))
}

// UnmarshalBinary sets the stream to a state that MarshalBinary gave. The error is
// of bytes that are no such state; s is then as it was.
func (s *Stream) UnmarshalBinary(b []byte) error {
	if len(b) != len(streamMark)+16 || string(b[:len(streamMark)]) != streamMark {
		return errors.New("this is not the state of a random stream")
	}
	s.hi = binary.BigEndian.Uint64(b[len(streamMark):])
	s.lo = binary.BigEndian.Uint64(b[len(streamMark)+8:])
	return nil
}

// below returns a uniform whole number below n > 0 (Lemire, "Fast random integer
// generation in an interval", 2019).
func (s *Stream) below(n uint64) uint64 {
	hi, lo := bits.Mul64(s.Uint64(), n)
	if lo < n {
		for least := -n % n; lo < least; {
			hi, lo = bits.Mul64(s.Uint64(), n)
		}
	}
	return hi
}
