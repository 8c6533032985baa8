package engine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
)

// ErrState is the error of a saved state that is not of the model and the data.
var ErrState = errors.New("this is not the saved state of this model and data")

// Checksum is the FNV-1a hash of a state.
func Checksum(b []byte) uint64 {
	h := fnv.New64a()
	h.Write(b)
	return h.Sum64()
}

// DataSum is the FNV-1a hash of data.
func DataSum(data any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, data)
	return h.Sum64()
}

// Restore reads an array as long as like.
func Restore[T any](b []byte, like []T) ([]T, []byte, error) {
	if len(b) < 8 || binary.LittleEndian.Uint64(b) != uint64(len(like)) {
		return nil, nil, ErrState
	}
	out := make([]T, len(like))
	n, err := binary.Decode(b[8:], binary.LittleEndian, out)
	if err != nil {
		return nil, nil, ErrState
	}
	return out, b[8+n:], nil
}

// RestoreEach reads messages about vectors, of the sizes of like.
func RestoreEach[M interface{ Copy() M }, P interface {
	*M
	ReadState([]byte) ([]byte, bool)
}](b []byte, like []M) ([]M, []byte, error) {
	if len(b) < 8 || binary.LittleEndian.Uint64(b) != uint64(len(like)) {
		return nil, nil, ErrState
	}
	b = b[8:]
	out := make([]M, len(like))
	for i := range out {
		out[i] = like[i].Copy()
		var ok bool
		if b, ok = P(&out[i]).ReadState(b); !ok {
			return nil, nil, ErrState
		}
	}
	return out, b, nil
}

// RestoreRows reads messages that lie side by side, as many and of the size of like.
func RestoreRows[M interface {
	Len() int
	ReadState([]byte) (M, []byte, bool)
}](b []byte, like M) (M, []byte, error) {
	if len(b) >= 8 && binary.LittleEndian.Uint64(b) == uint64(like.Len()) {
		if out, rest, ok := like.ReadState(b[8:]); ok {
			return out, rest, nil
		}
	}
	return like, nil, ErrState
}
