package codegen

import (
	"go/format"
	"slices"

	"mpc/factor"
	"mpc/loops"
)

// harnessResult prints the end of a function that prints the result of inf, run
// with the summary s: the posteriors that are wanted.
func harnessResult(b *printer, p *loops.Program, wanted func(*factor.Variable) bool) {
	b.WriteString(`result := map[string]any{
		"iterations": s.Iterations, "converged": s.Converged,`)
	b.WriteString(`"posteriors": map[string]any{`)
	for _, u := range p.Marginals {
		if u.Constant != nil && wanted(nil) {
			b.line("%q: points(inf.%s()),", u.Constant.Name, accessor(u.Constant.Name))
		} else if u.Variable != nil && wanted(u.Variable) && u.Variable.Poisson() {
			b.line("%q: counts(inf.%s()),", u.Variable.Source.Name, accessor(u.Variable.Source.Name))
		} else if u.Variable != nil && wanted(u.Variable) && p.Message.Integrates(u.Variable.Source) && u.Variable.Family != factor.Bernoulli {
			b.line("%q: quantiled(inf.%s(), inf.%s()),", u.Variable.Source.Name, accessor(u.Variable.Source.Name), quantileAccessor(u.Variable.Source.Name))
		} else if u.Variable != nil && wanted(u.Variable) {
			b.line("%q: inf.%s(),", u.Variable.Source.Name, accessor(u.Variable.Source.Name))
		}
	}
	b.line("},\n}")
	for _, s := range p.Steps {
		if s.Checks {
			b.line("if s.Shortened > 0 {\nresult[\"shortened\"] = s.Shortened\n}")
			break
		}
	}
	if p.Message.Graph.Model.StartsAtRandom() {
		b.line("result[\"seed\"] = s.Seed")
		if p.Message.Graph.Model.Iterate.Restarts > 1 {
			b.WriteString(harnessStartsText)
		}
	}
	if p.Evidence != nil {
		b.line("result[\"log_evidence\"] = inf.LogEvidence()")
		b.line("var terms []any\nfor _, t := range inf.EvidenceTerms() {\nterms = append(terms, map[string]any{\"line\": t.Line, \"statement\": t.Statement, \"value\": t.Value})\n}")
		b.line("result[\"evidence_terms\"] = terms")
	}
	b.line("return json.NewEncoder(os.Stdout).Encode(result)\n}\n")
}

const harnessCountsText = `// counts writes the posteriors of Poisson counts, nested as they are: the rate is
// the mean.
func counts(x any) any {
	b, err := json.Marshal(x)
	if err != nil {
		return x
	}
	var v any
	if json.Unmarshal(b, &v) != nil {
		return x
	}
	return count(v)
}

func count(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = count(v[i])
		}
		return v
	case map[string]any:
		p, _ := v["p"].([]any)
		mean := 0.0
		for k, x := range p {
			x, _ := x.(float64)
			mean += float64(k) * x
		}
		return map[string]any{"dist": "poisson", "rate": mean, "p": p}
	}
	return v
}
`

const harnessStartsText = `var starts []any
	for _, x := range s.Starts {
		if x.Err != nil {
			starts = append(starts, map[string]any{"seed": x.Seed, "error": x.Err.Error()})
			continue
		}
		starts = append(starts, map[string]any{"seed": x.Seed, "log_evidence": x.LogEvidence, "iterations": x.Iterations, "converged": x.Converged})
	}
	result["restarts"] = starts
`

// harnessVisits prints the function that visits batches, in the order in which they
// come on standard input, and at its end prints the posteriors of the shared
// variables.
func harnessVisits(b *printer, p *loops.Program) {
	b.WriteString(`func visits(iterations int, _ bool) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var opts []model.Option
	if iterations >= 0 {
		opts = append(opts, model.Iterations(iterations))
	}
` + harnessSeed(p) + `	type visit struct {
		Batch int
		Data  model.Data
	}
	next := make(chan visit)
	var wrong error // of the input
	var running atomic.Bool
	go func() {
		defer close(next)
		for in := json.NewDecoder(os.Stdin); in.More(); {
			var v visit
			if wrong = in.Decode(&v); wrong != nil {
				return
			}
			next <- v
		}
		if *attached && running.Load() {
			os.Exit(1)
		}
	}()
	var batches model.Batches
	var s model.Summary
	for visit := range next {
		running.Store(true)
		var err error
		if s, err = batches.Visit(ctx, visit.Batch, visit.Data, opts...); err != nil {
			return err
		}
		for _, k := range s.Skipped {
			fmt.Fprintf(os.Stderr, "skipped %d %d %s\n", k.Line, k.Count, k.Statement)
		}
		running.Store(false)
		fmt.Fprintf(os.Stderr, "visited %t %g\n", s.Converged, batches.Change())
	}
	if wrong != nil {
		return wrong
	}
	inf := batches.Inference()
	if inf == nil {
		return errors.New("there is no batch of data")
	}
`)
	shared := map[*factor.Variable]bool{}
	for _, s := range p.Message.Graph.Shared {
		shared[s.Variable] = true
	}
	harnessResult(b, p, func(v *factor.Variable) bool { return shared[v] })
}

// harnessAttachedText prints what ends a program that nobody waits for.
const harnessAttachedText = `var attached = flag.Bool("attached", false, "end where standard input does: whoever started the program holds it open")

// endWithInput ends the program where standard input does.
func endWithInput() {
	if *attached {
		go func() {
			io.Copy(io.Discard, os.Stdin)
			os.Exit(1)
		}()
	}
}

`

// harnessSeed gives the option of the seed, where there is one.
func harnessSeed(p *loops.Program) string {
	if !p.Message.Graph.Model.StartsAtRandom() {
		return ""
	}
	return "opts = append(opts, model.WithSeed(*seed))\n"
}

// Harness prints the main program with which mpc run drives a generated
// package: data as JSON on standard input, the result as JSON on standard
// output, progress and warnings as lines on standard error.
func Harness(p *loops.Program, pkg *Package, importPath string) ([]byte, error) {
	if p.Message.Sampling != nil {
		return samplingHarness(p, pkg, importPath)
	}
	var b printer
	visiting := ""
	if p.Message.Graph.Shared != nil {
		visiting = "\"sync/atomic\"\n"
	}
	b.line("// Command run is the program that mpc run builds.\npackage main\n")
	b.line("import (\n\"bufio\"\n\"context\"\n\"encoding/json\"\n\"errors\"\n\"flag\"\n\"fmt\"\n\"io\"\n\"math\"\n\"os\"\n\"os/signal\"\n\"strconv\"\n%s\nmodel %q\n)\n", visiting, importPath)
	b.WriteString(harnessAttachedText)
	if p.Message.Graph.Model.StartsAtRandom() {
		b.line("var seed = flag.Uint64(\"seed\", %d, \"of random initial marginals\")\n", p.Message.Graph.Model.Iterate.Seed)
	}
	b.WriteString(`func main() {
	iterations := flag.Int("iterations", -1, "run exactly so many")
	progress := flag.Bool("progress", false, "print a line per iteration")
`)
	if p.Message.Graph.Shared != nil {
		b.WriteString(`	batches := flag.Bool("batches", false, "read batches of data, one after the other")
	flag.Parse()
	run := run
	if *batches {
		run = visits
	}
`)
	} else {
		b.WriteString("flag.Parse()\n")
	}
	b.WriteString(`	if err := run(*iterations, *progress); err != nil {
		report(err)
		os.Exit(1)
	}
}
`)
	b.WriteString(`func run(iterations int, progress bool) error {
	data, err := readData(&reader{bufio.NewReaderSize(os.Stdin, 1<<16)})
	if err != nil {
		return err
	}
	endWithInput()
	inf, err := model.New(data)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var opts []model.Option
	if iterations >= 0 {
		opts = append(opts, model.Iterations(iterations))
	}
	if progress {
		opts = append(opts, model.Progress(func(s model.Summary) bool {
			fmt.Fprintf(os.Stderr, "progress %d %g\n", s.Iterations, s.Change)
			return true
		}))
	}
` + harnessSeed(p) + `	s, err := inf.Run(ctx, opts...)
	if err != nil {
		return err
	}
	for _, k := range s.Skipped {
		fmt.Fprintf(os.Stderr, "skipped %d %d %s\n", k.Line, k.Count, k.Statement)
	}
`)
	harnessResult(&b, p, func(*factor.Variable) bool { return true })
	if p.Message.Graph.Shared != nil {
		harnessVisits(&b, p)
	}
	harnessData(&b, p)
	harnessHelpers(&b, p)
	return format.Source([]byte(pkg.names.Text(b.String())))
}

// harnessHelpers prints the functions that a harness calls.
func harnessHelpers(b *printer, p *loops.Program) {
	constants, counts, quantiles := false, false, false
	for _, u := range p.Marginals {
		constants = constants || u.Constant != nil
		counts = counts || u.Variable != nil && u.Variable.Poisson()
		quantiles = quantiles || u.Variable != nil && p.Message.Integrates(u.Variable.Source) && u.Variable.Family != factor.Bernoulli
	}
	if counts {
		b.WriteString(harnessCountsText)
	}
	if quantiles {
		b.WriteString(harnessQuantilesText)
	}
	if constants {
		b.WriteString(`// points writes values as point masses, nested as they are.
func points(x any) any {
	b, err := json.Marshal(x)
	if err != nil {
		return x
	}
	var v any
	if json.Unmarshal(b, &v) != nil {
		return x
	}
	return point(v)
}

func point(v any) any {
	if list, ok := v.([]any); ok {
		for i := range list {
			list[i] = point(list[i])
		}
		return list
	}
	if b, ok := v.(bool); ok {
		p := 0.0
		if b {
			p = 1
		}
		return map[string]any{"dist": "bernoulli", "p": p}
	}
	return map[string]any{"dist": "point", "value": v}
}
`)
	}
	b.WriteString(`// report prints an error as JSON on standard error, for mpc run to show at its
// place in the model or the data.
func report(err error) {
	out := map[string]any{"message": err.Error()}
	var where model.Where
	var improper *model.ImproperError
	var contradiction *model.ContradictionError
	var notFinite *model.NotFiniteError
	var input *model.InputError
	var index *model.IndexError
	var definition *model.DefinitionError
`)
	known, code := "", ""
	for _, in := range p.Message.Graph.Model.Inputs {
		if in.Missing {
			known = "	var missing *model.MissingError\n"
			code = "	case errors.As(err, &missing):\n		out[\"code\"], where.Line = \"missing-input\", missing.Line\n"
		}
	}
	if demands(p) {
		known += "	var parameter *model.ParameterError\n"
		code += "	case errors.As(err, &parameter):\n		out[\"code\"], where = \"parameter\", parameter.Where\n"
	}
	if len(p.Message.Networks) > 0 {
		known += "	var network *model.NetworkError\n"
		code += "	case errors.As(err, &network):\n		out[\"code\"], where = \"block\", network.Where\n"
	}
	if p.Message.Sampling != nil {
		known += "	var file fileError\n"
		code += "	case errors.As(err, &file):\n		out[\"code\"] = \"file\"\n"
	} else {
		known += "	var twice *model.TwiceError\n"
		code += "	case errors.As(err, &twice):\n		out[\"code\"], where = \"no-operator\", twice.Where\n"
	}
	if p.Message.Gaussian != nil {
		known += "	var integral *model.IntegralError\n"
		code += "	case errors.As(err, &integral):\n		out[\"code\"], where = \"integrate\", integral.Where\n"
	}
	if slices.ContainsFunc(p.Steps, func(s *loops.Step) bool { return s.Iterate }) {
		known += "	var divergence *model.DivergenceError\n"
		code += "	case errors.As(err, &divergence):\n		out[\"code\"] = \"divergence\"\n"
	}
	b.WriteString(known + "	switch {\n" + code)
	b.WriteString(`	case errors.As(err, &improper):
		out["code"], where = "improper", improper.Where
	case errors.As(err, &contradiction):
		out["code"], where = "contradiction", contradiction.Where
	case errors.As(err, &notFinite):
		out["code"], where = "not-finite", notFinite.Where
	case errors.As(err, &input):
		out["code"], out["input"], out["at"] = "data", input.Input, input.At
	case errors.As(err, &index):
		out["code"], where.Line = "index", index.Line
	case errors.As(err, &definition):
		out["code"], where.Line = "double-definition", definition.Line
		switch {
		case definition.Itself:
			out["code"] = "cycle"
		case !definition.Twice:
			out["code"] = "undefined"
		}
	}
	out["line"], out["column"], out["element"] = where.Line, where.Column, where.Element
	b, _ := json.Marshal(out)
	fmt.Fprintf(os.Stderr, "error %s\n", b)
}`)
}
