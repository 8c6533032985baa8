package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mpc"
	"mpc/data"
	"mpc/lang"
	"mpc/model"
	"mpc/run/calibrate"
	"mpc/run/posterior"
)

// CalibrateOptions say how Calibrate goes.
type CalibrateOptions struct {
	// Algorithm is ep, vmp or gibbs; "" is that of the model.
	Algorithm string
	// Data, Set and Prior say where the data are, as ReadData takes them. What the model
	// draws of them is simulated: there only sizes and what is missing count.
	Data       string
	Set, Prior []string
	// BUGS says how a program of BUGS is read, and has its data in place of Data.
	BUGS mpc.BUGSOptions
	// N is how many data sets are simulated, at least 20; Seed fixes them.
	N    int
	Seed uint64
	// Interpret runs schedules directly, without the Go toolchain.
	Interpret bool
	// Run, if not nil, says how the inference runs, such as the counts of Gibbs sampling;
	// its seed and its file of draws are those of Calibrate.
	Run func(*mpc.Compilation) Options
	// Progress, if not nil, is called with the number of data sets that are done.
	Progress func(done int)
}

// A Calibration says whether the posteriors of a model are right on average over its prior
// (Talts et al. 2018).
type Calibration struct {
	Model     string `json:"model"`
	Algorithm string `json:"algorithm"`
	N         int    `json:"n"`
	Seed      uint64 `json:"seed"`
	// Failed is how many data sets had no posterior, Failure the first reason; NotConverged
	// counts those whose posterior had not converged.
	Failed       int    `json:"failed"`
	Failure      string `json:"failure,omitempty"`
	NotConverged int    `json:"not_converged"`
	// Elements are the numbers that are inferred.
	Elements []CalibratedElement `json:"elements"`
	// Skipped are variables whose posterior has no distribution function of a number.
	Skipped []string `json:"skipped,omitempty"`
	// Off counts the elements that are off.
	Off int `json:"off"`
}

// Tells tells whether at least half of the inferences have a posterior that converged: else what the others found says nothing.
func (c *Calibration) Tells() bool { return 2*(c.NotConverged+c.Failed) <= c.N }

// A CalibratedElement is the verdict on one number.
type CalibratedElement struct {
	// Name has indices, and Element the labels that the data give them: it is "" where that is
	// the same.
	Name    string `json:"name"`
	Element string `json:"element,omitempty"`
	N       int    `json:"n"`
	calibrate.Verdict
	index []int
}

// shown is the name for people.
func (e CalibratedElement) shown() string { return cmp.Or(e.Element, e.Name) }

// falseAlarms is how often a calibration of a right inference finds an element off.
const falseAlarms = 0.01

// Calibrate draws parameters from the prior of a model and data from the model, infers the
// parameters from the data, many times over, and finds where the truth lies in the
// posteriors. A program of BUGS is read from the file name, and drawn in the order of its
// sequential program; its elements have the names of the program.
func Calibrate(ctx context.Context, name string, src []byte, opt CalibrateOptions) (*Calibration, error) {
	if opt.N < 20 {
		return nil, fmt.Errorf("%d simulations: at least 20 are needed", opt.N)
	}
	if mpc.IsBUGS(name) {
		return calibrateProgram(ctx, name, name, opt)
	}
	var edit func(*lang.File)
	if opt.Algorithm != "" {
		edit = func(f *lang.File) { f.UseAlgorithm(opt.Algorithm) }
	}
	compile := func(more func(*lang.File)) (*mpc.Compilation, error) {
		return mpc.CompileEdited(name, src, func(f *lang.File) {
			for _, e := range []func(*lang.File){edit, more} {
				if e != nil {
					e(f)
				}
			}
		}, mpc.Options{})
	}
	c, err := compile(nil)
	if err != nil {
		return nil, err
	}
	if len(c.Model.Shared) > 0 {
		return nil, errors.New("data in batches cannot be simulated: leave out shared")
	}
	set, err := ReadData(c, opt.Data, opt.Set, opt.Prior)
	if err != nil {
		return nil, err
	}
	return calibrated(ctx, c, compile, set, name, src, opt)
}

// calibrated is Calibrate of a compilation and its data. Parameters and data are simulated
// from the model in src; compile compiles it with more that is asked.
func calibrated(ctx context.Context, c *mpc.Compilation, compile compiler, set *data.Set, name string, src []byte, opt CalibrateOptions) (*Calibration, error) {
	var wanted []string
	for _, v := range c.Model.Infer {
		if v.Random && v.Asked == "" && !jointly(c, v) {
			wanted = append(wanted, v.Name)
		}
	}
	s, err := newSimulator(func(edit func(*lang.File)) (*mpc.Compilation, error) {
		return mpc.CompileEdited(name, src, edit, mpc.Options{NoPackage: true})
	}, wanted, true, nil)
	if err != nil {
		return nil, err
	}
	if len(s.simulated) == 0 {
		return nil, errors.New("no statement of the model draws an input, so that there are no data to simulate")
	}
	if err := s.take(set); err != nil {
		return nil, err
	}
	known, err := s.known()
	if err != nil {
		return nil, err
	}
	_, truths, err := s.draw(ctx, known, SimulateOptions{N: opt.N, Seed: opt.Seed})
	if err != nil {
		return nil, err
	}
	t := newTrials(c, opt)
	t.compile, t.simulator, t.labels = compile, s, set.Labels
	t.data = func(k int) (*trial, error) {
		set, err := s.data(truths[k], t.Model)
		return &trial{Compilation: t.Compilation, built: &t.built, set: set}, err
	}
	if err := t.all(ctx, truths); err != nil {
		return nil, err
	}
	return t.result(), nil
}

// trials are the inferences from simulated data.
type trials struct {
	*mpc.Compilation
	simulator *simulator
	labels    map[string][]string // of ranges
	options   CalibrateOptions
	places    []map[string]float64 // of the elements, by data set
	errors    []error
	converged []bool

	built   Built
	mu      sync.Mutex
	names   []string // in the order in which they are found
	skipped map[string]bool
	whole   map[string]bool // elements whose posterior is more than its distribution
	done    int

	// compile compiles with more that is asked, nil where that cannot be; data are those of a simulation.
	compile compiler
	data    func(k int) (*trial, error)
}

// all infers from each of the data sets, some at once.
func (t *trials) all(ctx context.Context, truths []simulation) error {
	do := func(k int) {
		t.places[k], t.errors[k] = t.one(ctx, k, truths[k])
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.done++; t.options.Progress != nil {
			t.options.Progress(t.done)
		}
	}
	do(0) // builds the program that the others run
	if t.ask(truths[0]) {
		t.done--
		do(0)
	}
	next := make(chan int)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for k := range next {
				do(k)
			}
		})
	}
	for k := 1; k < len(truths) && ctx.Err() == nil; k++ {
		next <- k
	}
	close(next)
	wait.Wait()
	return ctx.Err()
}

func (t *trials) note(element string, u float64, places map[string]float64) {
	places[element] = u
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.names, element) {
		t.names = append(t.names, element)
	}
}

func (t *trials) isWhole(element string, m posterior.Marginal) {
	if m.Whole() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.whole[element] = true
	}
}

func (t *trials) skip(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.skipped[name] = true
}

// A numbered is a number that is inferred, as the draws name it.
type numbered struct {
	name     string
	variable int // in infer
	at       []int
}

// ordered lists the elements in the order of infer, and those of an array by their indices.
func (t *trials) ordered() []numbered {
	var list []numbered
	for _, name := range t.names {
		e := numbered{name: name}
		base, indices, several := strings.Cut(strings.TrimSuffix(name, "]"), "[")
		e.variable = slices.IndexFunc(t.Model.Infer, func(v *model.Variable) bool { return t.nameOf(v.Name) == base })
		for i := range strings.SplitSeq(indices, ",") {
			if n, err := strconv.Atoi(i); several && err == nil {
				e.at = append(e.at, n)
			}
		}
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b numbered) int {
		return cmp.Or(cmp.Compare(a.variable, b.variable), slices.Compare(a.at, b.at))
	})
	return list
}

// element is the name with labels, "" where there are none.
func (t *trials) element(x numbered) string {
	if x.variable < 0 {
		return ""
	}
	r, v := &Result{Labels: t.labels}, t.Model.Infer[x.variable]
	if !slices.ContainsFunc(r.labelsOf(v), func(of []string) bool { return of != nil }) {
		return ""
	}
	return r.elementName(v, x.at)
}

// result judges what was found.
func (t *trials) result() *Calibration {
	out := &Calibration{Model: t.Model.Name, Algorithm: t.Model.Algorithm, N: t.options.N, Seed: t.options.Seed}
	for k, err := range t.errors {
		switch {
		case err != nil:
			if out.Failed++; out.Failed == 1 {
				out.Failure = err.Error()
			}
		case !t.converged[k]:
			out.NotConverged++
		}
	}
	for _, v := range t.Model.Infer {
		if name := t.nameOf(v.Name); t.skipped[name] {
			out.Skipped = append(out.Skipped, name)
		}
	}
	places := map[string][]float64{}
	var judged []numbered
	for _, x := range t.ordered() {
		for _, p := range t.places {
			if u, ok := p[x.name]; ok {
				places[x.name] = append(places[x.name], u)
			}
		}
		if len(places[x.name]) >= 20 {
			judged = append(judged, x)
		}
	}
	for _, x := range judged {
		e := CalibratedElement{Name: x.name, Element: t.element(x), N: len(places[x.name]), index: x.at,
			Verdict: calibrate.Judge(places[x.name], falseAlarms/float64(len(judged)))}
		if e.Off {
			out.Off++
		}
		out.Elements = append(out.Elements, e)
	}
	return out
}
