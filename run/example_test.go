package run_test

import (
	"context"
	"fmt"
	"os"

	"mpc"
	"mpc/run"
)

// A model is compiled, its data are read, and its posterior is printed as a table.
func Example() {
	src := []byte(`model: height
inputs: {n: int, y: "real[n]"}
program: |
  m ~ normal(170, sd = 20)
  for (i in 0..<n) {
    y[i] ~ normal(m, sd = 5)
  }
infer: [m, evidence]
`)
	c, err := mpc.Compile("height.yaml", src, mpc.Options{NoPackage: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	data, err := run.ReadData(c, "", []string{"n=3", "y=[171, 168, 180]"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := run.Run(context.Background(), c, data, run.Options{Iterations: -1, Interpret: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := run.WriteTable(os.Stdout, c, r, 0); err != nil {
		fmt.Println(err)
	}
	// Or as numbers: m has no indices, so that it has one element, with one marginal.
	for _, element := range r.Posteriors["m"].Elements() {
		list, err := element.Marginals()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%.2f %.4f\n", list[0].Mean, list[0].SD)
	}
	// Output:
	// mean     sd      5%      50%     95%
	// m             172.94   2.8571  168.24  172.94  177.64
	// log evidence  -11.102
	// computed in one pass, nothing iterates
	// 172.94 2.8571
}
