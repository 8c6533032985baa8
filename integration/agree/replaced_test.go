package agree

import (
	"fmt"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/integration/program"
)

// TestReplacedRows: after SetData with as many numbers in all, in rows of other lengths, an inference says what a new one says.
func TestReplacedRows(t *testing.T) {
	const model = `model: rows
algorithm: vmp
inputs:
  n: range
  m: range
  k: "int[n]"
  who: "index(n)[m]"
  x: "int[m]"
program: |
  for (i in n) {
    for (j in 0..<k[i]) { one[i][j] = 1 }
    p[i] ~ dirichlet(one[i])
  }
  for (t in m) { x[t] ~ categorical(p[who[t]]) }
infer: [p]
`
	c, err := mpc.Compile("model.yaml", []byte(model), mpc.Options{Codegen: codegen.Options{Import: true}})
	if err != nil {
		t.Fatal(err)
	}
	p := program.Program{"main.go": []byte(fmt.Sprintf(replacedText, program.Path+"/rows"))}
	p.Add("rows", c.Package)
	var said [2]string
	p.Run(t, nil, &said)
	if said[0] != said[1] || said[0] == "" {
		t.Errorf("it says %s, a new one %s", said[0], said[1])
	}
}

const replacedText = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	model %q
)

func main() {
	before := model.Data{N: 2, M: 3, K: []int{2, 3}, Who: []int{0, 1, 1}, X: []int{1, 2, 2}}
	data := model.Data{N: 2, M: 3, K: []int{3, 2}, Who: []int{0, 0, 1}, X: []int{2, 2, 1}}
	say := func(inf *model.Inference, err error) string {
		if err != nil {
			panic(err)
		}
		if _, err := inf.Run(context.Background()); err != nil {
			panic(err)
		}
		return fmt.Sprint(inf.P())
	}
	inf, err := model.New(before)
	say(inf, err)
	json.NewEncoder(os.Stdout).Encode([2]string{say(inf, inf.SetData(data)), say(model.New(data))})
}
`
