package run

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"mpc/bugs"
	"mpc/data"
	"mpc/lang"
	"mpc/mcmc"
	"mpc/model"
	"mpc/run/posterior"
	"mpc/samples"
)

// A source gives the variables of a model values from a posterior, for data that are simulated:
// from draws of Gibbs sampling, or from the marginals in a result file.
type source struct {
	path  string
	draws [][]float64    // rows of a file of draws, empty of a result file
	place map[string]int // of its columns
	// marginals are those of a result file, by element.
	marginals map[string]posterior.Posterior
	ranges    map[string][]string // labels in the result file
	stream    *mcmc.Stream
	// variables are those that there are values of, by the names of the file.
	variables map[string]bool
	anew      map[string]bool // variables that are drawn anew
	// program is that of BUGS whose names the values have, nil of a model file; labels are those
	// of the indices of variables.
	program *bugs.Translation
	labels  func(v *model.Variable) [][]string
	of      int // how many simulations there are
	// met counts the elements of each variable that had a value, fresh lists those that had none.
	met   map[string]int
	fresh []string
	seen  map[string]bool
}

// readSource reads a file of draws, or a result file; nil where parameters come from the prior.
func readSource(opt SimulateOptions) (*source, error) {
	path := opt.Posterior
	if path == "" {
		return nil, nil
	}
	text, err := data.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := &source{path: path, place: map[string]int{}, marginals: map[string]posterior.Posterior{}, variables: map[string]bool{}, anew: map[string]bool{},
		stream: mcmc.NewStream(opt.Seed, 1), of: opt.N, met: map[string]int{}, seen: map[string]bool{}}
	wrong := func(message, hint string) error {
		d := lang.Diagnostic{Severity: lang.Error, File: path, Pos: lang.Pos{Line: 1, Col: 1}, Code: CodePrior, Message: message}
		return lang.Diagnostics{*d.WithHint("%s", hint)}
	}
	for _, name := range opt.Anew {
		r.anew[name] = true
	}
	const forms = "a posterior is a file of draws, as mpc run --draws writes it, or a result file, as mpc run -o does"
	switch head := bytes.TrimSpace(text); {
	case bytes.HasPrefix(head, []byte("{")):
		if err := r.readResult(text); err != nil {
			return nil, wrong(err.Error(), forms)
		}
	case bytes.HasPrefix(head, []byte(".chain,")):
		if err := r.readDraws(text); err != nil {
			return nil, wrong(err.Error(), forms)
		}
	default:
		return nil, wrong("these are neither draws nor a result", forms)
	}
	return r, nil
}

func (r *source) readDraws(text []byte) error {
	c := csv.NewReader(bytes.NewReader(text))
	c.ReuseRecord = true
	head, err := c.Read()
	if err != nil {
		return err
	}
	for k, name := range head {
		if !strings.HasPrefix(name, ".") {
			r.place[name] = k
			variable, _, _ := strings.Cut(name, "[")
			r.variables[variable] = true
		}
	}
	for {
		row, err := c.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		numbers := make([]float64, len(row))
		for k, text := range row {
			if numbers[k], err = strconv.ParseFloat(text, 64); err != nil && text != "" {
				return fmt.Errorf("%s is no number", text)
			} else if text == "" {
				numbers[k] = math.NaN()
			}
		}
		r.draws = append(r.draws, numbers)
	}
	if len(r.draws) == 0 {
		return errors.New("there are no draws")
	}
	return nil
}

func (r *source) readResult(text []byte) error {
	var result Result
	if err := json.Unmarshal(text, &result); err != nil {
		return fmt.Errorf("this is no result file: %w", err)
	}
	if len(result.Posteriors) == 0 {
		return errors.New("the file holds no posteriors")
	}
	r.ranges = result.Labels
	for _, name := range slices.Sorted(maps.Keys(result.Posteriors)) {
		value := result.Posteriors[name]
		r.variables[name] = true
		for at, x := range value.Elements() {
			if x.IsSummary() {
				return fmt.Errorf("%s is a summary of draws, which cannot be drawn from: give the draws themselves, as mpc run --draws draws.csv writes them", name)
			}
			r.marginals[elementName(name, at)] = x
		}
	}
	return nil
}

// value gives an element the value of a simulation, and is false where it is drawn anew.
func (r *source) value(draw int, v *model.Variable, index []int, to []float64) bool {
	name := r.nameOf(v)
	if !r.variables[name] || r.anew[name] {
		return false
	}
	ok := false
	if r.draws == nil {
		ok = r.fromMarginal(v, index, to)
	} else {
		ok = r.fromDraw(r.row(draw), v, index, to)
	}
	if ok {
		r.met[name]++
		return true
	}
	r.lacking(r.element(v, index))
	return false
}

// row is the row of draws for a simulation.
func (r *source) row(draw int) []float64 {
	return r.draws[draw*len(r.draws)/max(r.of, 1)%len(r.draws)]
}

// lacking notes an element that the posterior does not have.
func (r *source) lacking(element string) {
	if !r.seen[element] {
		r.seen[element] = true
		r.fresh = append(r.fresh, element)
	}
}

// nameOf is the name that a variable has in the file.
func (r *source) nameOf(v *model.Variable) string {
	if r.program != nil && r.program.Names[v.Name] != "" {
		return r.program.Names[v.Name]
	}
	return v.Name
}

// element is the name of an element, or of a component of one, in the file.
func (r *source) element(v *model.Variable, index []int) string {
	if r.program != nil && r.program.Names[v.Name] != "" {
		return r.program.Element(v.Name, index)
	}
	return samples.Labelled([]string{elementName(v.Name, index)}, map[string][][]string{v.Name: r.labels(v)})[0]
}

func (r *source) fromDraw(row []float64, v *model.Variable, index []int, to []float64) bool {
	side := 0
	if v.Type.Dimensions == 2 {
		for side*side < len(to) {
			side++
		}
	}
	for k := range to {
		at := index
		switch v.Type.Dimensions {
		case 1:
			at = append(index[:len(index):len(index)], k)
		case 2:
			at = append(index[:len(index):len(index)], k/side, k%side)
		}
		column, ok := r.place[r.element(v, at)]
		if !ok || row[column] != row[column] {
			return false
		}
		to[k] = row[column]
		if r.program != nil && r.program.Shifted[v.Name] {
			to[k]--
		}
	}
	return true
}

// fromMarginal draws an element from its marginal, by itself.
func (r *source) fromMarginal(v *model.Variable, index []int, to []float64) bool {
	at, labels := slices.Clone(index), r.labels(v)
	for k, in := range v.Ranges {
		if in == nil || r.ranges[in.Name] == nil || k >= len(labels) || index[k] >= len(labels[k]) {
			continue
		}
		if at[k] = slices.Index(r.ranges[in.Name], labels[k][index[k]]); at[k] < 0 {
			return false
		}
	}
	p, ok := r.marginals[elementName(r.nameOf(v), at)]
	return ok && p.Sample(r.stream, to)
}
