//go:build long

package models_test

import (
	"context"
	"testing"

	"mpc/models/lda/lda_gibbs"
)

// TestLDAGibbs: draws of a topic for each token find most of the topics that another Gibbs
// sampler, in which the shares of topics are summed out, found in the same documents. It takes
// half a minute.
func TestLDAGibbs(t *testing.T) {
	c := ldaRead(t)
	inf, err := lda_gibbs.New(lda_gibbs.Data{Topic: c.Topic, Word: len(c.Word), Doc: c.Doc, Length: c.Length, Term: c.Term, Count: c.Count})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	var phi [][]float64
	for _, p := range inf.Phi() {
		phi = append(phi, p.Mean)
	}
	ldaTopWords(t, c.Word, phi)
}
