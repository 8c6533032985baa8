package run

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"mpc"
	"mpc/lang"
	"mpc/model"
)

// CompareOptions say how Compare runs a model.
type CompareOptions struct {
	// Algorithms are those to run, each of ep, vmp and gibbs.
	Algorithms []string
	// Tolerance is how far a mean may be from that of the draws, in standard deviations
	// of the posterior, and a standard deviation, relatively.
	Tolerance float64
	// Data, Set and Prior say where the data are, as ReadData takes them.
	Data       string
	Set, Prior []string
	// BUGS says how a program of BUGS is read, and has its data in place of Data.
	BUGS mpc.BUGSOptions
	// Run says how a compilation runs.
	Run func(*mpc.Compilation) Options
}

// A Comparison has the posteriors of one model and data by several algorithms.
type Comparison struct {
	Model string `json:"model"`
	// Reference is the algorithm that the others are compared with: gibbs, where it ran;
	// else no verdict is given.
	Reference  string     `json:"reference,omitempty"`
	Tolerance  float64    `json:"tolerance"`
	Algorithms []Compared `json:"algorithms"`
	// Elements are the elements of what is inferred, in the order of infer, each with a
	// cell for each algorithm.
	Elements []ComparedElement `json:"elements"`
}

// A Compared is how the run by one algorithm went.
type Compared struct {
	Algorithm   string   `json:"algorithm"`
	Converged   bool     `json:"converged"`
	Iterations  int      `json:"iterations,omitempty"`
	LogEvidence *float64 `json:"log_evidence,omitempty"`
	Warnings    []string `json:"warnings,omitempty"`
	// Diagnostics are warnings of the model as this algorithm takes it, and of the data.
	Diagnostics lang.Diagnostics `json:"diagnostics,omitempty"`
	// Still tells that the chains of gibbs may stand still, and differ from others: they are
	// no measure then, and there is no reference.
	Still bool `json:"still,omitempty"`
	// Off counts the elements whose posterior is off.
	Off int `json:"off"`
	// Err is why there is no result: diagnostics of the model, or of the run.
	Err error `json:"-"`
	// Error is the text of Err.
	Error string `json:"error,omitempty"`
}

// A ComparedElement is a number that was inferred: an element of a real variable, the
// probability of a truth, or that of one of the few values of a whole number, with a name such
// as z[3] = 1.
type ComparedElement struct {
	Name string `json:"name"`
	// Probability tells that the means are probabilities; they have no sd.
	Probability bool           `json:"probability,omitempty"`
	Cells       []ComparedCell `json:"cells"`
	variable    string
	value       bool // of a whole number
}

// A ComparedCell is what one algorithm says of an element; Known is false where it has
// nothing.
type ComparedCell struct {
	Known bool    `json:"known"`
	Mean  float64 `json:"mean"`
	SD    float64 `json:"sd"`
	// MCSE is the Monte Carlo standard error of the mean, 0 where nothing is sampled.
	MCSE float64 `json:"mcse,omitempty"`
	// Off says how the posterior is off, "" where it is not.
	Off string `json:"off,omitempty"`
	// far is the largest distance from the reference, in tolerances.
	far, essBulk float64
}

// Compare compiles a model for each of several algorithms and runs it on the data. What
// only some algorithms have, such as the evidence, is asked of these alone. An algorithm
// that cannot run the model is in the result with its error. A program of BUGS is read from
// the file name, and its elements have the names of the program.
func Compare(ctx context.Context, name string, src []byte, opt CompareOptions) (*Comparison, error) {
	out := &Comparison{Tolerance: opt.Tolerance}
	index := map[string]int{} // of elements
	for k, algorithm := range opt.Algorithms {
		r, c, err := runBy(ctx, name, src, algorithm, opt)
		if err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			out.Algorithms = append(out.Algorithms, Compared{Algorithm: algorithm, Err: err, Error: err.Error()})
			continue
		}
		out.Model = r.Model
		out.Algorithms = append(out.Algorithms, Compared{Algorithm: algorithm, Converged: r.Converged, Iterations: r.Iterations, LogEvidence: r.LogEvidence, Warnings: r.Warnings, Diagnostics: r.Diagnostics})
		if algorithm == "gibbs" {
			out.Reference, out.Algorithms[k].Still = algorithm, r.mayStandStill
		}
		for _, v := range c.Model.Infer {
			list, err := r.elementsOf(v)
			if err != nil {
				return nil, err
			}
			for _, x := range list {
				i, known := index[x.Name]
				if !known {
					i = len(out.Elements)
					index[x.Name] = i
					out.Elements = append(out.Elements, ComparedElement{Name: x.Name, Probability: x.Probability, Cells: make([]ComparedCell, len(opt.Algorithms)), variable: r.variableName(v), value: x.value})
				}
				out.Elements[i].Cells[k] = x.Cells[0]
			}
		}
	}
	out.judge()
	out.Elements = slices.DeleteFunc(out.Elements, func(e ComparedElement) bool {
		return e.value && !slices.ContainsFunc(e.Cells, func(x ComparedCell) bool { return x.Mean >= rareValue })
	})
	return out, nil
}

// runBy compiles and runs a model by an algorithm.
func runBy(ctx context.Context, name string, src []byte, algorithm string, opt CompareOptions) (*Result, *mpc.Compilation, error) {
	if mpc.IsBUGS(name) {
		m, err := mpc.CompileBUGS(name, opt.BUGS, mpc.Options{Algorithm: algorithm, Wanted: true})
		if err != nil {
			return nil, nil, err
		}
		r, err := Run(ctx, m.Compilation, m.Data, opt.Run(m.Compilation))
		return r, m.Compilation, err
	}
	c, err := mpc.CompileEdited(name, src, func(f *lang.File) { f.UseAlgorithm(algorithm) }, mpc.Options{})
	if err != nil {
		return nil, nil, err
	}
	set, err := ReadData(c, opt.Data, opt.Set, opt.Prior)
	if err != nil {
		return nil, nil, err
	}
	r, err := Run(ctx, c, set, opt.Run(c))
	return r, c, err
}

// elementsOf takes a posterior apart into numbers, each with one cell.
func (r *Result) elementsOf(v *model.Variable) (list []ComparedElement, err error) {
	p, ok := r.Posteriors[v.Name]
	if !ok {
		return nil, nil
	}
	var rows []row
	as := naming{labels: r.labelsOf(v)}
	for at, x := range p.Elements() {
		if rows, err = as.rows(rows, x, at); err != nil {
			return nil, err
		}
	}
	if r.program != nil {
		rows = r.named(v, rows)
	}
	for _, x := range rows {
		name := r.variableName(v)
		if x.name != "" {
			name += "[" + x.name + "]"
		}
		if v.Tallied() && x.P != nil && len(x.P) <= mostValues {
			list = append(list, valuesOf(name, x, r.firstValue(v))...)
			continue
		}
		rare := x.Draws != nil && x.Draws.Rare
		cell := ComparedCell{Known: !math.IsNaN(x.Mean) && !math.IsInf(x.SD, 0) && !rare, Mean: x.Mean, SD: x.SD}
		if d := x.Draws; d != nil {
			cell.MCSE, cell.essBulk = d.MCSE, d.ESSBulk
		}
		if math.IsNaN(cell.MCSE) {
			cell.MCSE = 0
		}
		e := ComparedElement{Name: name, Probability: v.Type.Kind == model.Bool}
		if e.Probability {
			cell.SD = 0
		}
		if math.IsNaN(cell.SD) || !cell.Known {
			cell.Known, cell.Mean, cell.SD = false, 0, 0
		}
		e.Cells = []ComparedCell{cell}
		list = append(list, e)
	}
	return list, nil
}

// valuesOf are the probabilities of the values of a whole number, each by itself; first is the first of them.
func valuesOf(name string, r row, first int) (list []ComparedElement) {
	for k, p := range r.P {
		cell := ComparedCell{Known: true, Mean: p}
		if math.IsNaN(p) { // of what was never there
			cell.Mean = 0
		}
		if d := r.Draws; d != nil {
			cell.Known = !d.Rare
			if k < len(d.Errors) && !math.IsNaN(d.Errors[k]) {
				cell.MCSE = d.Errors[k]
			}
		}
		list = append(list, ComparedElement{Name: fmt.Sprintf("%s = %d", name, first+k), Probability: true, Cells: []ComparedCell{cell}, value: true})
	}
	return list
}

// mostValues is how many values a whole number may have for a row of each. Of more, and of
// those whose draws are recorded as numbers are, mean and standard deviation are compared.
const mostValues = 32

// rareValue is the probability below which a value of a whole number is left out, where all
// algorithms say so.
const rareValue = 1e-4

// sureErrors is how many Monte Carlo errors a difference must have to be one.
const sureErrors = 4

// judge says which posteriors are off.
func (c *Comparison) judge() {
	ref := -1
	for k, a := range c.Algorithms {
		if a.Algorithm == c.Reference && a.Err == nil {
			ref = k
		}
	}
	if ref < 0 {
		return
	}
	for i := range c.Elements {
		e := &c.Elements[i]
		want := e.Cells[ref]
		if !want.Known {
			continue
		}
		for k := range e.Cells {
			if x := &e.Cells[k]; k != ref && x.Known {
				x.compare(want, e.Probability, c.Tolerance)
				if x.Off != "" {
					c.Algorithms[k].Off++
				}
			}
		}
	}
	// Chains that may stand still blame nobody.
	off := slices.ContainsFunc(c.Algorithms, func(a Compared) bool { return a.Off > 0 })
	if c.Algorithms[ref].Still = c.Algorithms[ref].Still && off; !c.Algorithms[ref].Still {
		return
	}
	c.Reference = ""
	for k := range c.Algorithms {
		c.Algorithms[k].Off = 0
	}
	for _, e := range c.Elements {
		for k := range e.Cells {
			e.Cells[k].Off = ""
		}
	}
}

// compare says how a posterior differs from that of draws.
func (x *ComparedCell) compare(draws ComparedCell, probability bool, tolerance float64) {
	var notes []string
	sd := draws.SD
	if probability {
		sd = math.Sqrt(draws.Mean * (1 - draws.Mean))
	}
	apart := math.Abs(x.Mean - draws.Mean)
	if probability {
		x.far = apart / tolerance
		if apart > tolerance && apart > sureErrors*draws.MCSE {
			notes = append(notes, fmt.Sprintf("probability off by %.2g", apart))
		}
	} else if apart > 0 {
		x.far = apart / sd / tolerance
		if apart > tolerance*sd && apart > sureErrors*draws.MCSE {
			notes = append(notes, fmt.Sprintf("mean off by %.2g sd", apart/sd))
		}
	}
	if !probability && sd > 0 {
		ratio := x.SD / sd
		// The relative error of a standard deviation of n normal draws.
		noise := 1 / math.Sqrt(2*math.Max(draws.essBulk, 1))
		x.far = math.Max(x.far, math.Abs(ratio-1)/tolerance)
		if d := math.Abs(ratio - 1); d > tolerance && d > sureErrors*noise {
			notes = append(notes, fmt.Sprintf("sd %.2g times", ratio))
		}
	}
	x.Off = strings.Join(notes, ", ")
}
