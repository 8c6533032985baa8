package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"mpc"
	"mpc/codegen/lower"
	"mpc/data"
	"mpc/model"
	"mpc/model/joint"
	"mpc/model/joint/evaluate"
	"mpc/run/criteria"
	"mpc/run/interp"
	"mpc/samples"
)

// A Fit says how well a model that is sampled fits the data that it observes, and would fit new ones.
type Fit struct {
	// Draws is how many draws the log densities were computed at.
	Draws    int               `json:"draws"`
	Deviance criteria.Deviance `json:"deviance"`
	WAIC     criteria.Estimate `json:"waic"`
	LOO      criteria.Estimate `json:"loo"`
	// Statements are the same by statement that observes data, Observations by element.
	Statements   []FitStatement   `json:"statements"`
	Observations []FitObservation `json:"observations"`
	// Notes say what is left out, and what is not to be relied on.
	Notes []string `json:"notes,omitempty"`
}

// A FitStatement is what a statement has in a fit.
type FitStatement struct {
	Line         int               `json:"line"`
	Statement    string            `json:"statement"`
	Observations int               `json:"observations"`
	Deviance     criteria.Deviance `json:"deviance"`
	WAIC         criteria.Estimate `json:"waic"`
	LOO          criteria.Estimate `json:"loo"`
}

// A FitObservation is what is said of an element of the data.
type FitObservation struct {
	Name string `json:"name"`
	criteria.Point
}

// mostDensities is how many log densities are computed, at fewer draws where there are many
// observations; fewestFitted is how many draws there are all the same.
const (
	mostDensities = 1 << 23
	fewestFitted  = 400
	fitDraws      = 4000 // of a joint posterior
)

// fitted is Run of a model of which the fit is reported.
func fitted(c *mpc.Compilation, ctx context.Context, set *data.Set, opt Options) (*Result, error) {
	joint := !c.Model.Samples()
	if joint && !HasJoint(c) {
		return nil, errors.New("deviance, WAIC and leave-one-out are of draws, and there is no joint posterior to draw from: write algorithm: gibbs")
	}
	dir, err := os.MkdirTemp("", "mpc-draws-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	to := opt.Draws
	opt.Draws, opt.Fit, opt.ours = filepath.Join(dir, "draws.csv"), false, true
	if joint {
		if opt.leaveOneOut = true; !lower.LeavesOut(c.Loops) { // what the interpreter alone knows
			opt.Interpret, opt.Build = true, false
		}
		if opt.Joint.Count == 0 {
			opt.Joint = JointDraws{Count: fitDraws, Seed: 1}
		}
	}
	r, err := Run(ctx, c, set, opt)
	if err != nil {
		return r, err
	}
	if r.Fit, err = fit(c, ctx, set, opt.Draws, r.without); err != nil {
		return nil, err
	}
	if to != "" && joint {
		return r, r.writeJoint(c, set, to, false)
	}
	if to != "" {
		names, hidden := drawnNames(c)
		err = renameDraws(opt.Draws, to, names, slices.Concat(hidden, c.Besides))
	}
	return r, err
}

// summedOut are the variables that have no draws, as they are summed out of the rows that they choose.
func summedOut(c *mpc.Compilation) (list []evaluate.Summed) {
	if c.Program.Gaussian != nil {
		for _, s := range c.Program.Gaussian.Selections() {
			list = append(list, evaluate.Summed{Variable: s.Variable, Values: len(s.Branches)})
		}
	}
	return list
}

// A fitting computes log densities at draws.
type fitting struct {
	*mpc.Compilation
	set    *data.Set
	labels map[string][][]string
	draws  *source
	summed []evaluate.Summed
}

// fit reads draws, and judges the model by them.
func fit(c *mpc.Compilation, ctx context.Context, set *data.Set, path string, without []interp.LeftOut) (*Fit, error) {
	draws, err := readSource(SimulateOptions{Posterior: path})
	if err != nil {
		return nil, err
	}
	f := &fitting{Compilation: c, set: set, labels: labelsOfAll(c, set), draws: draws, summed: summedOut(c)}
	obs, err := evaluate.NewObservations(evaluate.New(c.Joint, set), f.summed...)
	if err != nil {
		return nil, err
	}
	if len(obs.List) == 0 {
		return nil, errors.New("no statement observes data, as y[i] ~ normal(m, sd = s) does: there is no deviance")
	}
	every := max(1, min(len(obs.List)*len(draws.draws)/mostDensities, len(draws.draws)/fewestFitted))
	d, rows, err := f.densities(ctx, len(obs.List), every)
	if err != nil {
		return nil, err
	}
	points := d.Points()
	leaveOut(points, obs, without)
	out := &Fit{Draws: len(rows), Deviance: d.NewDeviance(nil), WAIC: criteria.Waic(points), LOO: criteria.Loo(points, len(rows))}
	f.plugIn(out, obs, rows)
	f.byStatement(out, obs, d, points)
	r := &Result{Labels: set.Labels, aside: aside{program: c.BUGS}}
	for i, x := range obs.List {
		out.Observations = append(out.Observations, FitObservation{f.nameOf(r, x), points[i]})
	}
	out.note(f, obs, every)
	return out, nil
}

// densities computes the log densities of all observations at each every-th draw of each chain, some draws
// at once.
func (f *fitting) densities(ctx context.Context, observations, every int) (d *criteria.Draws, rows [][]float64, err error) {
	d = &criteria.Draws{}
	type job struct{ chain, row, at int }
	var jobs []job
	chain, count := 0.0, 0
	for k, row := range f.draws.draws {
		if row[0] != chain {
			chain, count = row[0], 0
			for _, to := range []*[][][]float64{&d.Chains, &d.Below, &d.Equal} {
				*to = append(*to, nil)
			}
		}
		if count++; (count-1)%every == 0 {
			c := len(d.Chains) - 1
			for _, to := range [][][][]float64{d.Chains, d.Below, d.Equal} {
				to[c] = append(to[c], make([]float64, observations))
			}
			jobs = append(jobs, job{c, k, len(d.Chains[c]) - 1})
			rows = append(rows, row)
		}
	}
	workers := runtime.GOMAXPROCS(0)
	failed := make([]error, workers)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			obs, err := evaluate.NewObservations(evaluate.New(f.Joint, f.set), f.summed...)
			columns := map[*model.Variable]map[string]int{}
			for k := w; k < len(jobs) && err == nil && ctx.Err() == nil; k += workers {
				j := jobs[k]
				err = obs.Logs(f.at(f.draws.draws[j.row], columns), d.Chains[j.chain][j.at], d.Below[j.chain][j.at], d.Equal[j.chain][j.at])
			}
			failed[w] = err
		})
	}
	wait.Wait()
	return d, rows, errors.Join(append(failed, ctx.Err())...)
}

// at are the values of a draw. columns keeps where they stand.
func (f *fitting) at(row []float64, columns map[*model.Variable]map[string]int) evaluate.Values {
	return func(v *model.Variable, index, copies []int) (float64, error) {
		if len(copies) > 0 {
			return 0, fmt.Errorf("%s is drawn in a repeat, of whose copies the draws have one: there is no deviance", v.Name)
		}
		k, err := f.column(v, index, columns)
		if err != nil {
			return 0, err
		}
		if k < 0 {
			return f.set.Value(v.Entries(), index...)
		}
		return row[k], nil
	}
}

// column is where a value stands in a draw, -1 of an entry of the data.
func (f *fitting) column(v *model.Variable, index []int, columns map[*model.Variable]map[string]int) (int, error) {
	of := columns[v]
	if of == nil {
		of = map[string]int{}
		columns[v] = of
	}
	key := make([]byte, 0, 32)
	for _, i := range index {
		key = append(strconv.AppendInt(key, int64(i), 10), ',')
	}
	if k, ok := of[string(key)]; ok {
		return k, nil
	}
	k := -1
	if in := v.Entries(); in != nil {
		if absent, err := f.set.Absent(in, index[:min(len(index), len(in.Dims))]...); err == nil && !absent {
			of[string(key)] = k
			return k, nil
		}
	}
	name := samples.Labelled([]string{elementName(v.Name, index)}, f.labels)[0]
	k, ok := f.draws.place[name]
	if !ok {
		return 0, fmt.Errorf("%s is not among the draws", name)
	}
	of[string(key)] = k
	return k, nil
}

// plugIn takes the deviance at the means of what is drawn.
func (f *fitting) plugIn(out *Fit, obs *evaluate.Observations, rows [][]float64) {
	for _, v := range evaluate.Reads(f.Joint, f.summed...) {
		if v.Type.Kind != model.Real && v.Entries() == nil {
			out.Deviance.Reason = v.Name + " is drawn from whole numbers or truths, which have no mean among them"
			return
		}
	}
	mean := make([]float64, len(rows[0]))
	for _, row := range rows {
		for k, x := range row {
			mean[k] += x / float64(len(rows))
		}
	}
	logs := make([]float64, len(obs.List))
	if err := obs.Logs(f.at(mean, map[*model.Variable]map[string]int{}), logs, nil, nil); err != nil {
		out.Deviance.Reason = "there is no density at the means: " + err.Error()
		return
	}
	sum := 0.0
	for _, x := range logs {
		sum += x
	}
	if d := -2 * sum; d-d == 0 {
		out.Deviance.PlugIn(d)
	} else {
		out.Deviance.Reason = "the density at the means is 0, or not known"
	}
}

// byStatement tells the statements apart.
func (f *fitting) byStatement(out *Fit, obs *evaluate.Observations, d *criteria.Draws, points []criteria.Point) {
	of := map[*joint.Statement][]int{}
	var order []*joint.Statement
	for i, x := range obs.List {
		if of[x.Statement] == nil {
			order = append(order, x.Statement)
		}
		of[x.Statement] = append(of[x.Statement], i)
	}
	slices.SortStableFunc(order, func(a, b *joint.Statement) int { return a.ID - b.ID })
	for _, s := range order {
		var part []criteria.Point
		for _, i := range of[s] {
			part = append(part, points[i])
		}
		out.Statements = append(out.Statements, FitStatement{Line: s.At.Line, Statement: s.Text, Observations: len(part),
			Deviance: d.NewDeviance(of[s]), WAIC: criteria.Waic(part), LOO: criteria.Loo(part, out.Draws)})
	}
}

// nameOf is the name of an observation, with labels.
func (f *fitting) nameOf(r *Result, x evaluate.Observation) string {
	if x.Variable != nil {
		return r.elementName(x.Variable, x.Index)
	}
	if x.Input == nil {
		return fmt.Sprintf("line %d %v", x.Statement.At.Line, x.Index)
	}
	v := &model.Variable{Name: x.Input.Name, Ranges: make([]*model.Input, len(x.Input.Dims))}
	for k, d := range x.Input.Dims {
		if d.Op == model.OpInput && d.Input.Type.Kind == model.RangeKind {
			v.Ranges[k] = d.Input
		}
	}
	return r.elementName(v, x.Index)
}
