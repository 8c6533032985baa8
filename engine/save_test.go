package engine

import (
	"encoding/binary"
	"errors"
	"reflect"
	"testing"

	"mpc/dist"
)

// A kept inference has a part of each kind.
type kept struct {
	x     []dist.Normal
	each  []dist.Categorical
	rows  dist.CategoricalRows
	which []int32
	z     float64
	own   memory
}

type memory uint64

func (m *memory) AppendState(b []byte) []byte { return binary.LittleEndian.AppendUint64(b, uint64(*m)) }

func (m *memory) ReadState(b []byte) ([]byte, error) {
	if len(b) < 8 {
		return nil, errors.New("too short")
	}
	*m = memory(binary.LittleEndian.Uint64(b))
	return b[8:], nil
}

func (k *kept) state(s *State) {
	SaveNumbers(s, &k.x)
	SaveEach(s, &k.each)
	SaveRows(s, &k.rows)
	SaveWhich(s, &k.which, k.rows.Len())
	SaveNumber(s, &k.z)
	SaveMemory(s, &k.own)
}

func newKept(which int32) *kept {
	return &kept{x: make([]dist.Normal, 2), each: []dist.Categorical{dist.CategoricalUniform(2)}, rows: dist.NewCategoricalRows(2, 3), which: []int32{which, 0}}
}

// TestSave: what is saved is loaded, of the same model and data, whole or not at all.
func TestSave(t *testing.T) {
	was := newKept(1)
	was.x[1], was.z, was.own = dist.NormalMeanVariance(1, 2), 0.5, 7
	was.each[0] = dist.CategoricalWeights([]float64{1, 3})
	was.rows.SetUniform()
	progress := NewProgress(&Plan{Version: 5, Steps: 2})
	progress.Done[1] = true
	b, err := progress.Save(9, was.state)
	if err != nil {
		t.Fatal(err)
	}
	now, other := newKept(0), NewProgress(&Plan{Version: 5, Steps: 2})
	if err := other.Load(b, 9, now.state); err != nil || !reflect.DeepEqual(now, was) || !other.Done[1] {
		t.Errorf("%+v, %v, %v", now, other.Done, err)
	}
	refused := func(name string, b []byte, data uint64, like *kept, version uint64) {
		t.Helper()
		p := NewProgress(&Plan{Version: version, Steps: 2})
		before := *like
		if err := p.Load(b, data, like.state); err != ErrState || p.Done[1] || before.own == 0 && like.z != 0 || like.which[0] != before.which[0] || like.x[1] != before.x[1] {
			t.Errorf("%s: %v, %+v, %v", name, err, like, p.Done)
		}
	}
	for n := range b {
		refused("cut off", b[:n], 9, newKept(0), 5)
		wrong := append([]byte(nil), b...)
		wrong[n] ^= 1
		refused("a bit", wrong, 9, newKept(0), 5)
	}
	refused("other data", b, 8, newKept(0), 5)
	refused("another model", b, 9, newKept(0), 6)
	longer := newKept(0)
	longer.x = make([]dist.Normal, 3)
	refused("other sizes", b, 9, longer, 5)
	wild := newKept(2) // of two
	text, err := progress.Save(9, wild.state)
	if err != nil {
		t.Fatal(err)
	}
	refused("a message that is not there", text, 9, newKept(0), 5)
}
