package dist

import (
	"math"
	"testing"
)

// What is set in a message is stored, beside the others, and saved with them.
func TestCategoricalRows(t *testing.T) {
	r := NewCategoricalRows(3, 2)
	for i := range r.Len() {
		if m := r.At(i); m.Size() != 2 || !m.IsUniform() {
			t.Errorf("message %d is %v", i, m)
		}
	}
	m := r.At(1)
	m.Set(CategoricalLogWeights(0, -2))
	m = r.At(2)
	m.SetPoint(1)
	if r.At(1).LogP[1] != -2 || !r.At(0).IsUniform() || r.At(2).LogP[0] != math.Inf(-1) {
		t.Errorf("%v, %v, %v", r.At(0), r.At(1), r.At(2))
	}
	b := r.AppendState(nil)
	other, rest, ok := NewCategoricalRows(3, 2).ReadState(append(b, 7))
	if !ok || len(rest) != 1 || other.At(1).LogP[1] != -2 {
		t.Errorf("read %v, %v, %v", other, rest, ok)
	}
	if _, _, ok := NewCategoricalRows(4, 2).ReadState(b); ok {
		t.Error("read more messages than there are")
	}
	r.SetUniform()
	if !r.At(2).IsUniform() || other.At(1).IsUniform() {
		t.Error("messages that were read share memory with others")
	}
	if r := NewCategoricalRows(-1, 3); r.Len() != 0 {
		t.Errorf("%d messages", r.Len())
	}
	if r := NewCategoricalRows(2, 0); r.At(1).Size() != 0 {
		t.Error("messages of no values have some")
	}
}
