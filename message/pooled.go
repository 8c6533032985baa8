package message

import (
	"mpc/factor"
	"mpc/model"
	"mpc/operators"
)

// pooledTerms are the terms of a factor whose messages are pooled; false for
// another factor.
func (l *lowering) pooledTerms(f *factor.Factor, algorithm operators.Algorithm) ([]*Term, bool) {
	for _, s := range f.Slots {
		if s.Edge == nil || l.program.To[s.Edge.ID] == nil || !l.program.To[s.Edge.ID].Pooled {
			continue
		}
		terms := []*Term{}
		if op := l.choose(f, operators.Coefficient, algorithm); op != nil {
			terms = append(terms, l.factorTerm(f, op))
		}
		if algorithm == operators.VMP {
			terms = append(terms, &Term{Kind: PooledTerm, Sign: 1, Factor: f, Edge: s.Edge, Variable: s.Edge.Variable, Times: model.Product(f.Repeats), At: f.At})
		}
		return terms, true
	}
	return nil, false
}
