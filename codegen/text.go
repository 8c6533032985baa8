package codegen

import "strings"

// summaryText is what Run returns, and how it is made.
func (g *generator) summaryText() string {
	fields, values := "", ""
	if g.guarded() {
		fields += "Shortened  int     // how often a step was halved, where the bound would have fallen\n"
		values += ", Shortened: inf.progress.Shortened()"
	}
	switch {
	case g.restarted():
		fields += "Seed       uint64  // of the random initial marginals\nStarts     []Start // of which the one of this seed has the largest evidence\n"
		values += ", Seed: inf.progress.From, Starts: inf.starts"
	case g.seeded():
		fields += "Seed       uint64  // of the random initial marginals\n"
		values += ", Seed: inf.progress.Seed"
	}
	return strings.NewReplacer("FIELDS", fields, "VALUES", values).Replace(summaryText)
}

const summaryText = `// A Summary says how a run went.
type Summary struct {
	Iterations int     // of the longest loop; 0 for a model without one
	Converged  bool    // whether the last change of every loop was within the tolerance, and no update was left out in it
	Change     float64 // largest change of a posterior in the last iteration
	Skipped    []Skip  // updates that were left out, by line
	FIELDS}

func (inf *Inference) summary() Summary {
	p := &inf.progress
	return Summary{Iterations: p.Sweeps(), Converged: p.Converged(), Change: p.Change(), Skipped: p.Skips()VALUES}
}

// improper is the error of a posterior that is no distribution, element being -1 where
// it is not one of the variable. Where it is not finite, messages contradict each other, or, where noise lies between
// them, overflow.
func (inf *Inference) improper(name string, line, element int, finite, noisy bool) error {
	where := Where{Line: line, Statement: name, Iteration: inf.progress.Sweeps()}
	if element >= 0 {
		where.Element = []int{element}
	}
	switch {
	case finite:
		return &ImproperError{Where: where}
	case noisy:
		return &NotFiniteError{Where: where}
	}
	return &ContradictionError{Where: where}
}

`
