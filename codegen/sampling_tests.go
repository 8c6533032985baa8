package codegen

// samplingTests prints the tests and the benchmark of a package that samples. They run on
// testdata/data.json where that is there, and on made-up data otherwise.
func (g *generator) samplingTests() string {
	var p printer
	p.line("// drawn returns an Inference after some draws of two chains.")
	p.line("func drawn(data Data) (*Inference, error) { return drawnBy(data, 1) }\n")
	p.line("func drawnBy(data Data, workers int) (*Inference, error) {\ninf, err := New(data)\nif err != nil {\nreturn nil, err\n}")
	p.line("_, err = inf.Run(context.Background(), BurnIn(20), Samples(20), Chains(2), Workers(workers))\nreturn inf, err\n}\n")
	p.line("// TestAllocations asserts that a scan allocates nothing, nor what is done with a draw that\n// is kept.")
	p.line("func TestAllocations(t *testing.T) {\ninf := checking.Prepared(t, drawn, madeUpData)\ninf.sampler.Reserve(100)\nchecking.Allocations(t, steps(inf.sampler.Chains[0]))\n}\n")
	p.line("// TestWorkers asserts that a saved state is the same however many goroutines share the\n// chains.")
	p.line("func TestWorkers(t *testing.T) {\nby := func(workers int) *Inference {\nreturn checking.Prepared(t, func(data Data) (*Inference, error) { return drawnBy(data, workers) }, madeUpData)\n}")
	p.line("checking.SameStates(t, by(1), by(2))\n}\n")
	p.line("// BenchmarkScan times what runs again and again.")
	p.line("func BenchmarkScan(b *testing.B) {\nchecking.Benchmark(b, steps(checking.Prepared(b, drawn, madeUpData).sampler.Chains[0]))\n}\n")
	p.line("// steps lists what a chain does again and again.")
	p.line("func steps(c *chain) map[string]func() error {\nreturn map[string]func() error{\n\"scan\": c.scan,")
	p.line("\"keep\": func() error {\nif err := c.compute(); err != nil {\nreturn err\n}\nc.sampler.Keep(&hooks, c)\nreturn nil\n},\n}\n}\n")
	g.madeUpData(&p)
	return p.String()
}
