package codegen

// The parts of a generated package that are the same for every model.

const runText = `// progress says how far a run has come.
type progress struct {
	done    [steps]bool
	loops   [steps]loop
	skipped map[int]int // updates that had no proper message, by update
	last    map[skip]bool // those of the last iteration
	left    [steps]map[skip]bool // those of the last iteration of each step, nil for none
}

// A skip is an update that had no proper message, with its first loop indices.
type skip struct {
	update  int
	element [4]int
}

// A loop is how far the iteration of a step has come.
type loop struct {
	iterations int
	change     float64
	open       bool // it has not converged
}

func (s *progress) restart() {
	for i, done := range s.done {
		if !done {
			s.loops[i] = loop{}
		}
	}
	s.skipped, s.last = map[int]int{}, map[skip]bool{}
}

// sweeps is the number of iterations of the longest loop.
func (s *progress) sweeps() int {
	n := 0
	for _, l := range s.loops {
		n = max(n, l.iterations)
	}
	return n
}

// A Summary says how a run went.
type Summary struct {
	Iterations int     // of the longest loop; 0 for a model without one
	Converged  bool    // whether the last change of every loop was within the tolerance, and no update was left out in it
	Change     float64 // largest change of a posterior in the last iteration
	Skipped    []Skip  // updates that were left out, by line
}

// A Skip says that updates of a statement were left out because a marginal or
// a cavity would not have been proper.
type Skip struct {
	Line      int
	Statement string
	Count     int
}

func (inf *Inference) summary() Summary {
	s := Summary{Iterations: inf.sweeps(), Converged: true}
	for i, l := range inf.loops {
		s.Converged = s.Converged && inf.done[i]
		s.Change = math.Max(s.Change, l.change)
		s.Converged = s.Converged && !l.open
	}
	for id := range updates {
		if n := inf.skipped[id]; n > 0 {
			s.Skipped = append(s.Skipped, Skip{origins[id].line, origins[id].statement, n})
		}
	}
	return s
}

` + optionsText + `// skip counts an update that has no proper message, and returns an error for
// one that can have none.
func (inf *Inference) skip(update int, fault dist.Fault, element []int) error {
	at := origins[update]
	where := Where{Line: at.line, Column: at.column, Statement: at.statement, Element: element, Iteration: inf.sweeps()}
	switch fault {
	case dist.Contradiction:
		return &ContradictionError{where}
	case dist.NotFinite:
		return &NotFiniteError{where}
	}
	inf.count(update, element)
	return nil
}

func (inf *Inference) contradiction(update int, element []int) error {
	return inf.skip(update, dist.Contradiction, element)
}

// improper is the error of a posterior that is no distribution, element being -1 where
// it is not one of the variable.
func (inf *Inference) improper(name string, line, element int, finite bool) error {
	where := Where{Line: line, Statement: name, Iteration: inf.sweeps()}
	if element >= 0 {
		where.Element = []int{element}
	}
	if !finite {
		return inf.clash(name, where)
	}
	return &ImproperError{Where: where}
}

` + errorText + messageErrorText

const iterateText = `// iterate runs the iteration of a step until it has converged.
func (inf *Inference) iterate(ctx context.Context, o options, step int, first, body, last func() error, change func() float64) error {
	l := &inf.loops[step]
	if !inf.done[step] {
		if err := first(); err != nil {
			return err
		}
		change()
		inf.done[step] = true
	} else if !o.exact && !l.open && l.change <= o.tolerance {
		return nil
	}
	l.open = true
	for later := step + 1; later < steps; later++ { // what follows may read the results
		if inf.loops[later].iterations > 0 {
			inf.loops[later].open = true
		} else {
			inf.done[later] = false
		}
	}
	still := true // no posterior has moved yet, but by rounding: what moves them may be on its way
	half := math.Inf(1)
	for n := 1; n <= o.max; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		clear(inf.last)
		if err := body(); err != nil {
			return err
		}
		l.iterations++
		l.change = change()
		still = still && l.change <= 1e-12 && l.iterations <= reach[step]
		moving := still || !(l.change <= o.tolerance)
		l.open = moving || len(inf.last) > 0 // without messages that are left out nothing has converged
		if math.IsNaN(l.change) {
			if err := inf.checkMarginals(); err != nil {
				return err
			}
		}
		if n == o.max/2 {
			half = l.change
		}
		if o.callback != nil && !o.callback(inf.summary()) {
			break
		}
		if !moving && !o.exact && o.tolerance > 0 {
			break
		}
		if n == o.max && !o.exact && n >= 20 && l.change > 1 && l.change >= half {
			return &DivergenceError{Iterations: l.iterations, Change: l.change}
		}
	}
	if err := last(); err != nil {
		return err
	}
	return inf.checkSkipped(step)
}

// A DivergenceError says that the iteration runs away: its last change is above
// one standard deviation and no smaller than half way before.
type DivergenceError struct {
	Iterations int
	Change     float64
}

func (e *DivergenceError) Error() string {
	return fmt.Sprintf("the iteration diverges: after %d iterations posteriors still change by %.3g standard deviations; add damping, or give narrower priors", e.Iterations, e.Change)
}

`

const onceText = `// once runs a step unless its results are there.
func (inf *Inference) once(ctx context.Context, step int, body func() error) error {
	if inf.done[step] {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	clear(inf.last)
	if err := body(); err != nil {
		return err
	}
	inf.done[step] = true
	inf.loops[step].open = len(inf.last) > 0
	return inf.checkSkipped(step)
}

`

const stateText = `func (s *progress) marshal() []byte {
	b := binary.LittleEndian.AppendUint64(nil, stateVersion)
	for i, l := range s.loops {
		var flags uint64
		if s.done[i] {
			flags = 1
		}
		if l.open {
			flags |= 2
		}
		b = binary.LittleEndian.AppendUint64(b, flags)
		b = binary.LittleEndian.AppendUint64(b, uint64(l.iterations))
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(l.change))
	}
	return b
}

func (s *progress) unmarshal(b []byte) ([]byte, error) {
	if len(b) < 8+24*steps || binary.LittleEndian.Uint64(b) != stateVersion {
		return nil, engine.ErrState
	}
	b = b[8:]
	for i := range s.loops {
		flags := binary.LittleEndian.Uint64(b)
		s.done[i] = flags&1 != 0
		s.loops[i] = loop{
			iterations: int(binary.LittleEndian.Uint64(b[8:])),
			change:     math.Float64frombits(binary.LittleEndian.Uint64(b[16:])),
			open:       flags&2 != 0,
		}
		b = b[24:]
	}
	return b, nil
}

`

const parallelText = `
// parallel runs a plate in as many parts as there are workers. Of several errors
// it returns that of the first part.
func (inf *Inference) parallel(lo, hi int, plate func(lo, hi int) error) error {
	n := hi - lo
	if n <= 0 {
		return nil
	}
	parts := min(inf.workers, n)
	errs := make([]error, parts)
	var group sync.WaitGroup
	for i := range parts {
		group.Add(1)
		go func() {
			defer group.Done()
			errs[i] = plate(lo+n*i/parts, lo+n*(i+1)/parts)
		}()
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
`
