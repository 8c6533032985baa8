package bugs

import (
	"reflect"
	"testing"
)

// TestKnownMatrices: matrices of data are computed whole, with the sizes of what is on the right.
func TestKnownMatrices(t *testing.T) {
	p, d := Parse("x", []byte(`model {
	  S <- inverse(B) H <- t(X) %*% X v <- X %*% a w <- t(v) s <- a %*% H %*% a r <- inverse(H) %*% H[, 2]
	  z ~ dnorm(S[1, 1] + H[1, 2] + v[3] + w[1, 2] + s + r[2], 1) }`), JAGS)
	if d.HasErrors() {
		t.Fatal(d)
	}
	data, err := ReadJSON([]byte(`{"B": [[2, 0], [0, 4]], "X": [[1, 2], [3, 4], [5, 6]], "a": [1, -1]}`))
	if err != nil {
		t.Fatal(err)
	}
	tr, d := Translate(p, data, Options{})
	if d.HasErrors() {
		t.Fatal(d)
	}
	for name, want := range map[string]*Array{
		"S": {Dim: []int{2, 2}, Values: []float64{0.5, 0, 0, 0.25}},
		"H": {Dim: []int{2, 2}, Values: []float64{35, 44, 44, 56}},
		"v": {Dim: []int{3}, Values: []float64{-1, -1, -1}},
		"w": {Dim: []int{1, 3}, Values: []float64{-1, -1, -1}},
	} {
		got := tr.Data[name]
		if got == nil || len(got.Dim) != len(want.Dim) || !reflect.DeepEqual(append([]int{}, got.Dim...), append([]int{}, want.Dim...)) || !reflect.DeepEqual(got.Values, want.Values) {
			t.Errorf("%s is %+v, not %+v", name, got, want)
		}
	}
	p, _ = Parse("x", []byte("model { S <- X %*% X z ~ dnorm(S[1, 1], 1) }"), JAGS)
	if _, d = Translate(p, data, Options{}); !d.HasErrors() {
		t.Error("three columns of two rows are multiplied")
	}
}
