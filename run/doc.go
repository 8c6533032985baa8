// Package run infers from data what a compiled model asks for: by its generated package, which is
// built, or by the interpreter. It runs models whole or in batches, writes results as tables, CSV and
// pictures, simulates data, and compares and calibrates algorithms.
//
//	c, err := mpc.Compile("model.yaml", src, mpc.Options{})
//	set, err := run.ReadData(c, "data.json", nil, nil)
//	r, err := run.Run(ctx, c, set, run.Options{Iterations: -1})
//	err = run.WriteTable(os.Stdout, c, r, 0)
//
// What was found of each variable is a posterior.Posterior.
package run
