package samples

import (
	"encoding/csv"
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// TestDrawsWriter: the file does not depend on which goroutine comes first.
func TestDrawsWriter(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var out strings.Builder
	d, err := NewDrawsWriter(&out, []string{"mu", Element{Variable: "skill", Index: []int{0}}.String(), Element{Variable: "s", Index: nil}.At(1).At(2).String(), `odd "name"`}, 3)
	if err != nil {
		t.Fatal(err)
	}
	draws := [][][]float64{
		{{1, 0.1, math.Inf(1), -3}, {math.Copysign(0, -1), 1e300, math.NaN(), 1e15}},
		{{5, 6, 7, 8}},
		{{9, 10, 1.0 / 3, 12}, {13, 14, math.Inf(-1), 16}},
	}
	var wait sync.WaitGroup
	for c := len(draws) - 1; c >= 0; c-- {
		wait.Go(func() {
			for _, x := range draws[c] {
				if err := d.Add(c, x); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	want := `.chain,.iteration,.draw,mu,skill[0],"s[1,2]","odd ""name"""
1,1,1,1,0.1,Inf,-3
1,2,2,-0,1e+300,,1e+15
2,1,3,5,6,7,8
3,1,4,9,10,0.3333333333333333,12
3,2,5,13,14,-Inf,16
`
	if out.String() != want {
		t.Errorf("%s, want %s", out.String(), want)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestManyDraws: rows that are longer than what is read at a time.
func TestManyDraws(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	columns, draw := make([]string, 9000), make([]float64, 9000)
	for i := range columns {
		columns[i], draw[i] = Element{Variable: "x", Index: []int{i}}.String(), float64(i)+0.123456789
	}
	var out strings.Builder
	d, err := NewDrawsWriter(&out, columns, 2)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		for c := range 2 {
			if err := d.Add(c, draw); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n := testing.AllocsPerRun(10, func() { err = d.Add(1, draw) }); n != 0 || err != nil {
		t.Errorf("%v allocations, %v", n, err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil || len(rows) != 1+5+5+11 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	last := rows[len(rows)-1]
	x, err := strconv.ParseFloat(last[3+8999], 64)
	if err != nil || x != draw[8999] || strings.Join(last[:3], " ") != "2 16 21" {
		t.Errorf("the last row begins with %v and ends with %v, %v", last[:3], x, err)
	}
}

// full is a writer without room.
type full struct{}

func (full) Write(p []byte) (int, error) { return 0, errors.New("no room") }

func TestDrawsErrors(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	d, err := NewDrawsWriter(full{}, []string{"x"}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Add(1, []float64{1, 2}); err == nil || err.Error() != "a draw of 2 numbers for 1 columns" {
		t.Error(err)
	}
	if err := d.Add(1, []float64{1}); err == nil {
		t.Error("the chain goes on after an error")
	}
	if err := d.Close(); err == nil {
		t.Error("no error of the chain")
	}
	d, err = NewDrawsWriter(full{}, []string{"x"}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err == nil || err.Error() != "no room" {
		t.Error(err)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	t.Setenv("TMPDIR", "/nowhere/at/all")
	if _, err := NewDrawsWriter(full{}, []string{"x"}, 2); err == nil {
		t.Error("no error without a folder for temporary files")
	}
}
