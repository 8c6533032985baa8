package samples

import (
	"bytes"
	"testing"
)

// TestDrawsKeeper: what is kept is each every-th draw of each chain, also of chains that
// were cut off, and reads back as it is.
func TestDrawsKeeper(t *testing.T) {
	k := NewDrawsKeeper([]string{"a", "b"}, 3)
	lengths := []int{5000, 5000, 700}
	for c, n := range lengths {
		for i := range n {
			k.Add(c, []float64{float64(i), float64(-c)})
		}
	}
	var b bytes.Buffer
	if err := k.Write(&b); err != nil {
		t.Fatal(err)
	}
	read, err := ReadKept(&b)
	if err != nil {
		t.Fatal(err)
	}
	if read.Every != 8 || len(read.Columns) != 2 {
		t.Fatalf("each %d-th draw of %v is kept", read.Every, read.Columns)
	}
	for c, draws := range read.Column(0) {
		if want := (lengths[c] + 7) / 8; len(draws) != want {
			t.Errorf("chain %d: %d draws, not %d", c, len(draws), want)
		}
		for i, x := range draws {
			if x != float64(8*i) {
				t.Fatalf("chain %d: draw %d is that of scan %v", c, i, x)
			}
			if y := read.Column(1)[c][i]; i < 3 && y != float64(-c) {
				t.Errorf("chain %d has the draws of chain %v", c, -y)
			}
		}
	}
}

// TestDrawsKeeperOfMany: of very many elements the first ones are kept.
func TestDrawsKeeperOfMany(t *testing.T) {
	columns := make([]string, 40000)
	k := NewDrawsKeeper(columns, 2)
	draw := make([]float64, len(columns))
	for i := range draw {
		draw[i] = float64(i)
	}
	k.Add(1, draw)
	var b bytes.Buffer
	if err := k.Write(&b); err != nil {
		t.Fatal(err)
	}
	read, err := ReadKept(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(read.Columns) != 16384 {
		t.Fatalf("%d columns are kept", len(read.Columns))
	}
	if draws := read.Column(16383); len(draws[0]) != 0 || len(draws[1]) != 1 || draws[1][0] != 16383 {
		t.Errorf("the last column is %v", draws)
	}
}
