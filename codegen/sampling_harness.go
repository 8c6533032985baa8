package codegen

import (
	"bytes"
	"fmt"
	"go/format"

	"mpc/loops"
	"mpc/samples"
)

// HarnessFiles prints the files of the program with which mpc run drives a generated
// package: that of Harness, and what else it needs.
func HarnessFiles(p *loops.Program, pkg *Package, importPath string) ([]File, error) {
	main, err := Harness(p, pkg, importPath)
	if err != nil {
		return nil, err
	}
	files := []File{{"main.go", main}}
	if p.Message.Sampling == nil {
		return files, nil
	}
	for _, name := range []string{"draws.go", "kept.go", "labels.go"} {
		src, err := samples.Source.ReadFile(name)
		if err != nil {
			return nil, err
		}
		alone := bytes.Replace(src, []byte("package samples\n"), []byte("package main\n"), 1)
		if bytes.Equal(alone, src) {
			return nil, fmt.Errorf("samples/%s has no package clause", name)
		}
		files = append(files, File{name, alone})
	}
	return files, nil
}

// samplingHarness prints the main file of a package that samples. Beside it stand those
// files of samples that write draws.
func samplingHarness(p *loops.Program, pkg *Package, importPath string) ([]byte, error) {
	var b printer
	b.line("// Command run is the program that mpc run builds.\npackage main\n")
	b.line("import (\n\"bufio\"\n\"compress/gzip\"\n\"context\"\n\"encoding/json\"\n\"errors\"\n\"flag\"\n\"fmt\"\n\"io\"\n\"math\"\n\"os\"\n\"os/signal\"\n\"strconv\"\n\"strings\"\n\"syscall\"\n\"time\"\n\nmodel %q\n)\n", importPath)
	it := p.Message.Graph.Model.Iterate
	b.line(`var (
	seed = flag.Uint64("seed", %d, "of all draws")
	samples = flag.Int("samples", %d, "draws that each chain keeps")
	burnIn = flag.Int("burnin", %d, "scans before the first draw is kept")
	thin = flag.Int("thin", %d, "scans for each draw that is kept")
	chains = flag.Int("chains", %d, "how many chains there are")
	drawsFile = flag.String("draws", "", "a file for the draws")
	labelled = flag.Bool("labelled", false, "the labels of elements follow the data")
	keptFile = flag.String("kept", "", "a file for some of the draws, for pictures")
	saveFile = flag.String("save", "", "a file for the state of the chains")
	resumeFile = flag.String("resume", "", "a file with the state of the chains to go on with")
	progress = flag.Bool("progress", false, "print a line now and then")
)
`, it.Seed, it.Sampling.Samples, it.Sampling.BurnIn, it.Sampling.Thin, it.Sampling.Chains)
	b.WriteString(harnessAttachedText)
	b.WriteString(samplingHarnessText)
	b.line("// posteriors lists what the draws say.\nfunc posteriors(inf *model.Inference) map[string]any {\nreturn map[string]any{")
	for _, u := range p.Marginals {
		if u.Constant != nil {
			b.line("%q: points(inf.%s()),", u.Constant.Name, accessor(u.Constant.Name))
		} else {
			b.line("%q: inf.%s(),", u.Variable.Source.Name, accessor(u.Variable.Source.Name))
		}
	}
	b.line("}\n}\n")
	harnessData(&b, p)
	harnessHelpers(&b, p)
	return format.Source([]byte(pkg.names.Text(b.String())))
}

const samplingHarnessText = `func main() {
	flag.Parse()
	if err := run(); err != nil {
		report(err)
		os.Exit(1)
	}
}

// A fileError says that draws cannot be written, or that a state cannot be read.
type fileError struct{ error }

func run() error {
	input := &reader{bufio.NewReaderSize(os.Stdin, 1<<16)}
	data, err := readData(input)
	if err != nil {
		return err
	}
	var labels map[string][][]string
	if *labelled {
		if err := readOther(input, &labels); err != nil {
			return err
		}
	}
	endWithInput()
	inf, err := model.New(data)
	if err != nil {
		return err
	}
	// Of whatever ends mpc this program ends with what it has. By SIGTERM mpc itself asks it to.
	ends := []os.Signal{syscall.SIGTERM}
	for _, x := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if !signal.Ignored(x) {
			ends = append(ends, x)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	// A first interrupt ends the drawing, and may come twice, from the terminal and from
	// mpc; a later one ends the program.
	context.AfterFunc(ctx, func() {
		time.Sleep(time.Second / 2)
		stop()
	})
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	opts := []model.Option{model.BurnIn(*burnIn), model.Samples(*samples)}
	if *resumeFile != "" {
		if err := resume(inf, *resumeFile); err != nil {
			return fileError{err}
		}
		*chains = inf.Summary().Chains
	} else {
		opts = append(opts, model.WithSeed(*seed), model.Chains(*chains), model.Thin(*thin))
	}
	if *progress {
		var last time.Time
		before := inf.Summary().Draws
		opts = append(opts, model.Progress(func(s model.Summary) bool {
			if now := time.Now(); now.Sub(last) > 50*time.Millisecond {
				last = now
				done := s.Iterations
				if *resumeFile != "" {
					done = (s.Draws - before) * *thin // as many as are waited for, however they are thinned
				}
				fmt.Fprintf(os.Stderr, "progress %d 0\n", done)
			}
			return true
		}))
	}
	var table *drawsTable
	var keeper *DrawsKeeper
	if *drawsFile != "" {
		if table, err = newDrawsTable(*drawsFile, Labelled(inf.Columns(), labels), *chains); err != nil {
			return fileError{err}
		}
	}
	if *keptFile != "" {
		keeper = NewDrawsKeeper(inf.Columns(), *chains)
	}
	made := make([]int, *chains) // draws
	opts = append(opts, model.OnDraw(func(chain, draw int, values []float64) {
		made[chain] = draw + 1
		if table != nil && table.Add(chain, values) != nil {
			cancel()
		}
		if keeper != nil {
			keeper.Add(chain, values)
		}
	}))
	s, err := inf.Run(ctx, opts...)
	if table != nil {
		if failed := table.close(err != nil && !errors.Is(err, context.Canceled)); failed != nil && (err == nil || errors.Is(err, context.Canceled)) {
			return fileError{failed}
		}
	}
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	if keeper != nil {
		if err := writeKept(*keptFile, keeper); err != nil {
			return fileError{err}
		}
	}
	if *saveFile != "" {
		if err := save(inf, *saveFile); err != nil {
			return fileError{err}
		}
	}
	result := map[string]any{
		"iterations": s.Iterations, "converged": s.Converged && !interrupted, "seed": s.Seed, "chains": s.Chains, "draws": s.Draws,
		"posteriors": posteriors(inf), "draw_warnings": s.Warnings,
	}
	if interrupted {
		result["interrupted"] = made
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}

// resume goes on with the chains of a file.
func resume(inf *model.Inference, path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := inf.UnmarshalBinary(b); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if inf.Summary().Chains == 0 {
		return fmt.Errorf("%s: there are no chains in it", path)
	}
	return nil
}

// save writes the chains to a file, which is replaced when all is written.
func save(inf *model.Inference, path string) error {
	b, err := inf.MarshalBinary()
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", b, 0o666); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// A drawsTable is the file of draws, compressed if its name ends in .gz.
type drawsTable struct {
	*DrawsWriter
	file *os.File
	zip  *gzip.Writer
}

func newDrawsTable(path string, columns []string, chains int) (*drawsTable, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	t := &drawsTable{file: f}
	var w io.Writer = f
	if strings.HasSuffix(path, ".gz") {
		t.zip = gzip.NewWriter(f)
		w = t.zip
	}
	t.DrawsWriter, err = NewDrawsWriter(w, columns, chains)
	return t, err
}

// close ends the file. After a failed run it removes it.
func (t *drawsTable) close(failed bool) error {
	err := t.Close()
	if t.zip != nil {
		err = errors.Join(err, t.zip.Close())
	}
	err = errors.Join(err, t.file.Close())
	if info, e := os.Stat(t.file.Name()); (failed || err != nil) && e == nil && info.Mode().IsRegular() {
		return errors.Join(err, os.Remove(t.file.Name()))
	}
	return err
}

func writeKept(path string, keeper *DrawsKeeper) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(keeper.Write(f), f.Close())
}

`
