package agree

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"mpc/codegen"
)

// hostileNames are names that generated code uses itself, or that Go does.
const hostileNames = `b2 b3 b5 b8 i1 i2 i3 i4 n0 n1 n5 k1 k3 k5 fault2 fault3 fault5 fault8 q m s x0 r0 j0 p0 d0 d1 total0 start1
err len inf product sum old acc lo hi best out next changed value data ctx math fmt int string error max append
steps updates origins nothing one msg constant workers mutex progress skipped done loops previous scratch fault
improper contradiction notFinite noFault func type map go select package var const interface defer chan struct return
Run LogEvidence MarshalBinary Data Inference New Option set_x SetX run normal gamma dist special operators change i j x`

// TestAgreeOnNames: no name of the model gets in the way of those of the
// generated code: as input, variable, loop index.
func TestAgreeOnNames(t *testing.T) {
	names := strings.Fields(hostileNames)
	var list []*Trial
	for k := 0; k < len(names); k++ {
		name := func(offset int) string { return names[(k+offset)%len(names)] }
		size, rows, y, idx, c, mean, tau, row, col := name(0), name(7), name(14), name(21), name(28), name(35), name(42), name(49), name(56)
		text := fmt.Sprintf(`model: names
inputs:
  %[1]s: range
  %[2]s: int[%[1]s]
  %[3]s: real[%[1]s][%[2]s[%[1]s]]
  %[4]s: index(%[1]s)[%[1]s]
program: |
  %[5]s = 2 + sum(%[3]s[0][%[9]s] : %[9]s in 0..<%[2]s[0])
  for (%[8]s in %[1]s) {
    %[6]s[%[8]s] ~ normal(0, variance = %[5]s * %[5]s)
    %[7]s[%[8]s] ~ gamma(shape = 3, rate = 2)
    for (%[9]s in 0..<%[2]s[%[8]s]) { %[3]s[%[8]s][%[9]s] ~ normal(%[6]s[%[4]s[%[8]s]], precision = %[7]s[%[8]s]) }
  }
  for (%[8]s in 0..<%[1]s - 1) { observe %[6]s[%[8]s+1] - %[6]s[%[8]s] > -2 }
infer: [%[6]s, %[7]s, %[5]s, evidence]
`, size, rows, y, idx, c, mean, tau, row, col)
		values, err := json.Marshal(map[string]any{size: 3, rows: []int{2, 0, 1}, y: [][]float64{{0.5, -1}, {}, {2}}, idx: []int{1, 1, 0}})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, &Trial{Name: strings.Join([]string{size, rows, y, idx, c, mean, tau, row, col}, ","), Model: text, Data: string(values), Iterations: 3})
	}
	All(t, list, codegen.Options{})
}
