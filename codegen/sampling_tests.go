package codegen

// samplingTests prints the test and the benchmark of a package that samples. They run on
// testdata/data.json where that is there, and on made-up data otherwise.
func (g *generator) samplingTests() string {
	var p printer
	p.WriteString(samplingTestsText)
	g.madeUpData(&p)
	return p.String()
}

const samplingTestsText = `// testChain returns a chain over testdata/data.json, or over made-up data where there is
// no such file, after some draws.
func testChain(tb testing.TB) *chain {
	if b, err := os.ReadFile("testdata/data.json"); err == nil {
		var data Data
		if err := json.Unmarshal(b, &data); err != nil {
			tb.Fatal(err)
		}
		inf, err := sampled(data, 1)
		if err != nil {
			tb.Fatal(err)
		}
		return inf.sampler.Chains[0]
	}
	var first error
	for kind := range 3 {
		inf, err := sampled(madeUpData(kind), 1)
		if err == nil {
			return inf.sampler.Chains[0]
		}
		if first == nil {
			first = err
		}
	}
	tb.Skipf("no made-up data fit the model (%v): put data into testdata/data.json", first)
	return nil
}

// sampled returns an Inference after some draws of two chains.
func sampled(data Data, workers int) (*Inference, error) {
	inf, err := New(data)
	if err != nil {
		return nil, err
	}
	_, err = inf.Run(context.Background(), BurnIn(20), Samples(20), Chains(2), Workers(workers))
	return inf, err
}

// TestAllocations asserts that a scan allocates nothing, nor what is done with a draw that
// is kept.
func TestAllocations(t *testing.T) {
	c := testChain(t)
	c.sampler.Reserve(100)
	for name, step := range steps(c) {
		if n := testing.AllocsPerRun(10, func() {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// TestWorkers asserts that a saved state is the same however many goroutines share the
// chains.
func TestWorkers(t *testing.T) {
	c := testChain(t)
	want, err := c.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	other := &Inference{}
	other.in = c.in
	if err := other.prepare(); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Run(context.Background(), BurnIn(20), Samples(20), Chains(2), Workers(2)); err != nil {
		t.Fatal(err)
	}
	if got, err := other.MarshalBinary(); err != nil || !bytes.Equal(got, want) {
		t.Errorf("two goroutines draw other values than one: %v", err)
	}
}

// BenchmarkScan times what runs again and again.
func BenchmarkScan(b *testing.B) {
	c := testChain(b)
	for name, step := range steps(c) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := step(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// steps lists what a chain does again and again.
func steps(c *chain) map[string]func() error {
	return map[string]func() error{
		"scan": c.scan,
		"keep": func() error {
			if err := c.compute(); err != nil {
				return err
			}
			c.sampler.Keep(&hooks, c)
			return nil
		},
	}
}

`
