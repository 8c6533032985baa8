package run_test

import (
	"testing"

	"mpc"
	"mpc/model"
	"mpc/run"
)

// drawn has all kinds of what is recorded: numbers drawn from closed families and by slices,
// truths, indices, vectors, entries of the data that are missing, and predictions.
const drawn = `model: drawn
algorithm: gibbs
inputs: {n: range, y: {type: "real[n]", missing: true}, x: "real[n]"}
program: |
  w ~ dirichlet([1, 1, 1])
  for (k in 0..<3) { m[k] ~ normal(k, sd = 2) }
  s ~ uniform(0.1, 5)
  for (i in n) {
    z[i] ~ categorical(w)
    y[i] ~ normal(m[z[i]], sd = s)
  }
  b ~ normal(0, sd = 1)
  for (i in n) { observe x[i] > b - 3 }
  next ~ normal(m[0], sd = s)
  high = next > 1
infer: [w, m, s, z, y, b, next, high]
iterate: {burnin: 40, samples: 100, thin: 2, chains: 3, seed: 5}
`

// A seed fixes every draw, whatever the number of goroutines, and however a run is cut
// off, saved and continued.
func TestDrawsContinue(t *testing.T) {
	t.Parallel()
	out := called(t, drawn, `
	data := model.Data{N: 5, Y: []float64{0.2, 1.4, math.NaN(), 2.2, -0.3}, X: []float64{1, 2, 3, 4, 5}}
	begin := func() *model.Inference {
		inf, err := model.New(data)
		if err != nil {
			panic(err)
		}
		return inf
	}
	state := func(inf *model.Inference, opts ...model.Option) string {
		if _, err := inf.Run(context.Background(), opts...); err != nil {
			panic(err)
		}
		b, err := inf.MarshalBinary()
		if err != nil {
			panic(err)
		}
		return string(b)
	}
	whole := begin()
	want := state(whole, model.Workers(1))
	fmt.Println("workers", state(begin(), model.Workers(3)) == want)
	parts := begin()
	state(parts, model.Samples(30))
	fmt.Println("parts", state(parts, model.Samples(70)) == want)
	fmt.Println("seed", state(begin(), model.WithSeed(6)) != want, state(begin(), model.WithSeed(5)) == want)

	half := begin()
	saved := state(half, model.Samples(60), model.Workers(1))
	other := begin()
	fmt.Println("restore", other.UnmarshalBinary([]byte(saved)), other.S() == half.S(), other.Summary().Draws)
	fmt.Println("resume", state(other, model.Samples(40)) == want, other.S() == whole.S())

	// Cut off in the burn-in of the second chain.
	cut := begin()
	ctx, cancel := context.WithCancel(context.Background())
	most := 0
	s, err := cut.Run(ctx, model.Workers(1), model.OnDraw(func(chain, draw int, _ []float64) {
		if most = max(most, draw+1); draw == 99 {
			cancel()
		}
	}))
	fmt.Println("cut", err == context.Canceled, s.Draws, most, cut.S().Mean == cut.S().Mean)
	saved2, _ := cut.MarshalBinary()
	other = begin()
	fmt.Println(other.UnmarshalBinary(saved2))
	last, err := other.Run(context.Background(), model.Samples(1), model.Workers(2))
	fmt.Println("caught up", err, last.Draws, last.Iterations == 40 + 2*101)

	// Stopped by its callback, once in a burn-in and once anywhere.
	stopped := begin()
	n := 0
	s, err = stopped.Run(context.Background(), model.Progress(func(model.Summary) bool { n++; return n < 5 }), model.OnDraw(func(_, draw int, _ []float64) {}))
	fmt.Println("stopped", err, s.Draws <= 100, n)

	for _, b := range []string{saved[:len(saved)-9], saved[8:], "", strings.Replace(saved, saved[:1], saved[1:2], 1)} {
		fmt.Println(other.UnmarshalBinary([]byte(b)))
	}
	data.X[0] = 7
	fmt.Println(begin().UnmarshalBinary([]byte(saved)))
	fmt.Println(whole.SetX(data.X), whole.UnmarshalBinary([]byte(saved)))
	fmt.Println("no draws", whole.S().Mean != whole.S().Mean, len(whole.M()), len(whole.W().Mean))

	wide := begin()
	rows := 0
	wide.Run(context.Background(), model.OnDraw(func(chain, draw int, values []float64) {
		if chain == 0 && len(values) == len(wide.Columns()) {
			rows++
		}
	}))
	fmt.Println(rows, wide.Columns())
	fmt.Println(wide.Y()[0].Mean, wide.Y()[0].SD, wide.Y()[2].SD > 0, wide.YAt(2) == wide.Y()[2])
	thinned := begin()
	saved3 := state(thinned, model.Samples(5), model.Thin(3))
	other = begin()
	err = other.UnmarshalBinary([]byte(saved3))
	scans := other.Summary().Iterations
	last, _ = other.Run(context.Background(), model.Samples(4))
	_, wrong := other.Run(context.Background(), model.Samples(4), model.Thin(2))
	fmt.Println("thin", err, last.Iterations-scans, wrong)
	for _, o := range []model.Option{model.Samples(0), model.BurnIn(-1), model.Thin(0), model.Chains(0), model.Workers(0)} {
		_, err := wide.Run(context.Background(), o)
		var wrong *model.OptionError
		fmt.Println(errors.As(err, &wrong), err)
	}
	sum, err := wide.Run(context.Background(), model.Chains(1), model.Samples(3))
	fmt.Println(sum.Chains, sum.Draws, sum.Converged, len(sum.Warnings) > 0, err)
`)
	want := `workers true
parts true
seed true true
restore <nil> true 60
resume true true
cut true 0 100 true
<nil>
caught up <nil> 101 true
stopped <nil> true 5
this is not the saved state of this model and data
this is not the saved state of this model and data
this is not the saved state of this model and data
this is not the saved state of this model and data
this is not the saved state of this model and data
<nil> this is not the saved state of this model and data
no draws true 3 3
100 [w[0] w[1] w[2] m[0] m[1] m[2] s z[0] z[1] z[2] z[3] z[4] y[2] b next high]
0.2 0 true true
thin <nil> 12 option Thin: 2: the chains go on with 3, as they were begun
true option Samples: 0 is not at least 1
true option BurnIn: -1 is not at least 0
true option Thin: 0 is not at least 1
true option Chains: 0 is not at least 1
true option Workers: 0 is not at least 1
1 3 false true <nil>
`
	if out != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
}

// Names of a model that the package itself has do not stand in its way.
func TestSampledNames(t *testing.T) {
	t.Parallel()
	out := called(t, `model: names
algorithm: gibbs
inputs: {n: range, mcmc: "real[n]", stream: "real[n]", row: real, time: real, list: "int[n]", samples: real}
program: |
  columns ~ normal(0, sd = 1)
  p ~ gamma(2, rate = 1)
  h ~ normal(samples, sd = row)
  r ~ uniform(0.1, 3)
  record ~ beta(1, 1)
  binary ~ bernoulli(record)
  work ~ dirichlet([1, 1, 1])
  for (i in n) {
    mcmc[i] ~ normal(columns + h, precision = p)
    stream[i] ~ normal(time * h, sd = r)
    list[i] ~ categorical(work)
    to[i] ~ categorical(work)
    log[i] ~ normal(to[i], sd = r)
  }
  slice ~ normal(h, sd = r)
  x = slice > 0
  from ~ normal(slice, variance = exp(h))
infer: [columns, p, h, r, record, x, from, binary, work, to, slice, log]
`, `
	data := model.Data{N: 2, Mcmc: []float64{1, 2}, Stream: []float64{1, 3}, Row: 1, Time: 2, List: []int{0, 2}}
	inf, err := model.New(data)
	fmt.Println(err)
	s, err := inf.Run(context.Background(), model.Samples(20), model.Chains(2))
	fmt.Println(s.Draws, err, len(inf.To()), inf.Columns_().Mean != 0)
	data.List[1] = 3
	fmt.Println(inf.SetList(data.List))
	_, err = inf.Run(context.Background())
	var contradiction *model.ContradictionError
	fmt.Println(errors.As(err, &contradiction))
`)
	if want := "<nil>\n20 <nil> 2 true\n<nil>\ntrue\n"; out != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
}

// A start that the model gives is there when the first draws are made: the labels, which
// start at draws from their prior, are drawn before the means that are given.
func TestGivenStart(t *testing.T) {
	out := called(t, `model: halves
algorithm: gibbs
inputs: {n: range, k: range, x: "real[n]", start: "normal[k]"}
program: |
  for (c in k) { mu[c] ~ normal(0, sd = 100) }
  w ~ dirichlet([1, 1])
  for (i in n) {
    z[i] ~ categorical(w)
    x[i] ~ normal(mu[z[i]], sd = 1)
  }
init: {mu: start}
infer: [mu]
`, `
	data := model.Data{N: 40, K: 2, X: make([]float64, 40), Start: []model.Normal{model.NormalPoint(-10), model.NormalPoint(10)}}
	for i := range data.X {
		data.X[i] = float64(20*(i%2) - 10)
	}
	inf, err := model.New(data)
	fmt.Println(err)
	for seed := range 20 {
		_, err := inf.Run(context.Background(), model.Samples(1), model.BurnIn(0), model.Chains(1), model.WithSeed(uint64(seed)))
		if mu := inf.Mu(); err != nil || mu[0].Mean > -8 || mu[1].Mean < 8 {
			fmt.Println(seed, mu, err)
		}
	}
`)
	if want := "<nil>\n"; out != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
}

// TestSamplingSettings: a setting without a meaning is named, with what was given.
func TestSamplingSettings(t *testing.T) {
	c, err := mpc.Plan("model.yaml", []byte("model: m\nalgorithm: gibbs\nprogram: |\n  x ~ normal(0, variance = 1)\ninfer: [x]\n"))
	if err != nil {
		t.Fatal(err)
	}
	set, err := run.ReadData(c, "", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for want, s := range map[string]model.Sampling{
		"option Samples: 0 is not at least 1": {Samples: 0, Thin: 1, Chains: 1},
		"option BurnIn: -1 is not at least 0": {Samples: 1, BurnIn: -1, Thin: 1, Chains: 1},
		"option Thin: 0 is not at least 1":    {Samples: 1, Chains: 1},
		"option Chains: -2 is not at least 1": {Samples: 1, Thin: 1, Chains: -2},
	} {
		if _, err := run.Run(t.Context(), c, set, run.Options{Iterations: -1, Interpret: true, Sampling: &s}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Data that leave a statement no density are errors of a package, in the first scan or
// before it, as they are of the interpreter.
func TestImpossibleData(t *testing.T) {
	out := called(t, `model: rates
algorithm: gibbs
inputs: {n: range, y: "int[n]", e: "real[n]", b: bool}
program: |
  r ~ gamma(shape = 5, rate = 2)
  for (i in n) { y[i] ~ poisson(r * e[i]) }
  c ~ bernoulli(0.3)
  if (c) { x ~ bernoulli(0.3) } else { x = false }
  observe x ~ bernoulli(0.4)
  m ~ normal(0, variance = 1)
  b ~ bernoulli(logistic(c * m))
infer: [r, c, m]
`, `
	infer := func(y []int, e []float64) {
		inf, err := model.New(model.Data{N: 2, Y: y, E: e, B: true})
		if err == nil {
			_, err = inf.Run(context.Background(), model.Samples(20), model.Chains(1))
		}
		fmt.Println(err)
	}
	infer([]int{1, 0}, []float64{2, 1})
	infer([]int{1, -2}, []float64{2, 1})
	infer([]int{1, 3}, []float64{2, 0})
	infer([]int{1, 1}, []float64{2, -1})
`)
	const says = "contradictory observation, its probability is zero: line 6: y[i] ~ poisson(r * e[i]) at [1]\n"
	if want := "<nil>\n" + says + says + says; out != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
}

// What conditions and data say of elements that are computed from nothing drawn is checked,
// as is that no element is drawn from itself.
func TestCertain(t *testing.T) {
	out := called(t, `model: certain
algorithm: gibbs
inputs: {n: range, p: "index(n)[n]", low: real, y: real}
program: |
  a[0] = low
  a[1] ~ normal(0, sd = 1)
  observe a[0] > 2
  y ~ uniform(a[0], 10)
  for (i in n) { x[i] ~ normal(x[p[i]], sd = 1) }
  z ~ normal(x[0], sd = 1)
infer: [a, z]
`, `
	infer := func(p []int, low, y float64) {
		inf, err := model.New(model.Data{N: len(p), P: p, Low: low, Y: y})
		if err == nil {
			_, err = inf.Run(context.Background(), model.Samples(20), model.Chains(1))
		}
		fmt.Println(err)
	}
	infer([]int{1, 0}, 3, 4)
	infer([]int{1, 0}, 1, 4)
	infer([]int{1, 0}, 3, 2.5)
	infer([]int{1, 1}, 3, 4)
`)
	want := `<nil>
contradictory observation, its probability is zero: line 7: observe a[0] > 2
contradictory observation, its probability is zero: line 8: y ~ uniform(a[0], 10)
line 9: element 1 of x is defined by itself; each element has one definition
`
	if out != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
}

// manyWays has a variable for each way to draw: a chain by elimination, closed families, a
// block of coefficients with what augments it, slices (whose widths the burn-in tunes),
// elliptical slices, adaptive rejection, a hierarchy whose precision is drawn with its
// elements integrated out, and an array that its mean is moved with.
const manyWays = `model: ways
algorithm: gibbs
inputs: {n: range, y: "real[n]", k: "int[n]", hit: "bool[n]"}
program: |
  w ~ dirichlet([1, 1, 1])
  for (s in 0..<3) { row[s] ~ dirichlet([1, 1, 1]) }
  z[0] ~ categorical(w)
  for (i in 1..<n) { z[i] ~ categorical(row[z[i-1]]) }
  tau ~ gamma(shape = 2, rate = 1)
  m ~ normal(0, variance = 10)
  for (s in 0..<3) { mu[s] ~ normal(m, precision = tau) }
  shape ~ gamma(shape = 3, rate = 1)
  within ~ gamma(shape = shape, rate = 1)
  for (i in n) { x[i] ~ normal(m, precision = within) }
  a ~ normal(0, sd = 2)
  b ~ normal(0, sd = 2)
  c ~ normal(0, sd = 2)
  e ~ normal(0, sd = 2)
  u ~ normal(0, sd = 2)
  for (i in n) {
    y[i] ~ normal(mu[z[i]] + x[i], sd = 1)
    hit[i] ~ bernoulli(logistic(a + b * y[i]))
    k[i] ~ poisson(exp(c + u + 0.1 * e * y[i]))
  }
methods: {c: slice, u: elliptical, e: adaptive_rejection}
infer: [w, row, z, tau, m, mu, shape, within, x, a, b, c, e, u]
iterate: {burnin: 25, samples: 40, chains: 2, seed: 3}
`

// A run that was saved goes on to the bit in whatever way its variables are drawn.
func TestSavedInEachWay(t *testing.T) {
	t.Parallel()
	out := called(t, manyWays, `
	data := model.Data{N: 4, Y: []float64{0.2, 1.4, -0.3, 2.5}, K: []int{0, 2, 1, 5}, Hit: []bool{true, false, true, true}}
	begin := func() *model.Inference {
		inf, err := model.New(data)
		if err != nil {
			panic(err)
		}
		return inf
	}
	state := func(inf *model.Inference, opts ...model.Option) string {
		inf.Run(context.Background(), append(opts, model.Workers(1))...)
		b, err := inf.MarshalBinary()
		if err != nil {
			panic(err)
		}
		return string(b)
	}
	want := state(begin())
	half := begin()
	saved := state(half, model.Samples(15))
	other := begin()
	fmt.Println(other.UnmarshalBinary([]byte(saved)), state(other, model.Samples(25)) == want, state(half, model.Samples(25)) == want)
`)
	if want := "<nil> true true\n"; out != want {
		t.Errorf("got %s, not %s", out, want)
	}
}
