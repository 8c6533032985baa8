package codegen

import (
	"fmt"
	"strings"
)

// numbers is a source of random numbers, told from others by a number.
func (g *generator) numbers(of uint64) string {
	seed := "Seed"
	if g.model.Iterate.Restarts > 1 {
		seed = "From"
	}
	return fmt.Sprintf("rand.New(rand.NewPCG(inf.progress.%s, %#016x))", seed, of)
}

// startsOver prints what runs from other random initial marginals.
func (g *generator) startsOver(p *printer) {
	if !g.code.program.Run.Restarts {
		return
	}
	var at []string
	for _, s := range g.code.program.Run.StartSteps {
		at = append(at, fmt.Sprint(s))
	}
	p.line("// restarts are runs from the random initial marginals of one seed after the other.")
	p.line("func (inf *Inference) restarts() *passing.Restarts[Inference] {\nreturn &passing.Restarts[Inference]{\nN: %d, Steps: []int{%s},", g.model.Iterate.Restarts, strings.Join(at, ", "))
	p.line("Copy: func() Inference {\nother := *inf\nother.progress = inf.progress.Clone()\nother.allocate()\nreturn other\n},")
	p.line("Reset: func() { inf.reset(0) }, LogEvidence: inf.LogEvidence,\n}\n}\n")
}
