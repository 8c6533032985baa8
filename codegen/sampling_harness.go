package codegen

import (
	"go/format"

	"mpc/loops"
)

// samplingHarness prints the program with which mpc run drives a package that samples.
func samplingHarness(p *loops.Program, importPath string) ([]byte, error) {
	var b printer
	b.line("// Command run is the program that mpc run builds.\npackage main\n")
	b.line("import (\n\"bufio\"\n\"context\"\n\"encoding/json\"\n\"errors\"\n\"flag\"\n\"fmt\"\n\"os\"\n\"os/signal\"\n\"strconv\"\n\nmodel %q\n)\n", importPath)
	it := p.Message.Graph.Model.Iterate
	b.line(`var (
	seed = flag.Uint64("seed", %d, "of all draws")
	samples = flag.Int("samples", %d, "draws that each chain keeps")
	burnIn = flag.Int("burnin", %d, "scans before the first draw is kept")
	thin = flag.Int("thin", %d, "scans for each draw that is kept")
	chains = flag.Int("chains", %d, "how many chains there are")
	draws = flag.String("draws", "", "a file for the draws")
)
`, it.Seed, it.Sampling.Samples, it.Sampling.BurnIn, it.Sampling.Thin, it.Sampling.Chains)
	b.WriteString(`func main() {
	flag.Int("iterations", -1, "is the burn-in and the samples of the model")
	progress := flag.Bool("progress", false, "print a line now and then")
	flag.Parse()
	if err := run(*progress); err != nil {
		report(err)
		os.Exit(1)
	}
}

func run(progress bool) error {
	var data model.Data
	if err := json.NewDecoder(os.Stdin).Decode(&data); err != nil {
		return err
	}
	inf, err := model.New(data)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	opts := []model.Option{model.WithSeed(*seed), model.BurnIn(*burnIn), model.Samples(*samples), model.Thin(*thin), model.Chains(*chains)}
	if progress {
		opts = append(opts, model.Progress(func(s model.Summary) bool {
			fmt.Fprintf(os.Stderr, "progress %d 0\n", s.Scans)
			return true
		}))
	}
	kept := make([][][]float64, *chains)
	if *draws != "" {
		opts = append(opts, model.OnDraw(func(chain, _ int, values []float64) {
			kept[chain] = append(kept[chain], append([]float64(nil), values...))
		}))
	}
	s, err := inf.Run(ctx, opts...)
	if err != nil {
		return err
	}
	if *draws != "" {
		if err := writeDraws(*draws, inf.Columns(), kept); err != nil {
			return err
		}
	}
	result := map[string]any{
		"iterations": s.Scans, "converged": true, "seed": s.Seed,
		"posteriors": map[string]any{
`)
	for _, u := range p.Marginals {
		if u.Constant != nil {
			b.line("%q: points(inf.%s()),", u.Constant.Name, accessor(u.Constant.Name))
		} else {
			b.line("%q: inf.%s(),", u.Variable.Source.Name, accessor(u.Variable.Source.Name))
		}
	}
	b.WriteString(`},
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}

// writeDraws writes a row for each draw, chain after chain; chains and draws are counted
// from 1.
func writeDraws(path string, columns []string, kept [][][]float64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	fmt.Fprint(w, ".chain,.iteration,.draw")
	for _, c := range columns {
		fmt.Fprintf(w, ",%q", c)
	}
	fmt.Fprintln(w)
	n := 0
	for chain, list := range kept {
		for i, row := range list {
			n++
			fmt.Fprintf(w, "%d,%d,%d", chain+1, i+1, n)
			for _, x := range row {
				w.WriteByte(',')
				w.WriteString(strconv.FormatFloat(x, 'g', -1, 64))
			}
			w.WriteByte('\n')
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

`)
	harnessHelpers(&b, p)
	return format.Source(b.Bytes())
}
