package models_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"mpc/models/lda/held_out"
	"mpc/models/lda/lda"
)

// A corpus is the file of the model's data, whose range word has the words.
type ldaCorpus struct {
	Topic  int
	Word   []string
	Doc    int
	Length []int
	Term   [][]int
	Count  [][]int
}

func ldaRead(t *testing.T) ldaCorpus {
	t.Helper()
	file, err := os.Open("lda/data.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var c ldaCorpus
	if err := json.NewDecoder(z).Decode(&c); err != nil {
		t.Fatal(err)
	}
	return c
}

// part is the corpus of the documents for which of is true.
func (c ldaCorpus) part(of func(doc int) bool) lda.Data {
	d := lda.Data{Topic: c.Topic, Word: len(c.Word)}
	for i := range c.Term {
		if of(i) {
			d.Doc++
			d.Length = append(d.Length, c.Length[i])
			d.Term, d.Count = append(d.Term, c.Term[i]), append(d.Count, c.Count[i])
		}
	}
	return d
}

// TestLDATopics: nine tenths of the documents have most of the topics that another program
// found in all; of the others every second word is shown, and the rest is predicted.
func TestLDATopics(t *testing.T) {
	c := ldaRead(t)
	held := func(i int) bool { return i%10 == 9 }
	train, test := c.part(func(i int) bool { return !held(i) }), c.part(held)
	inf, err := lda.New(train)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background(), lda.Iterations(60)); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d documents: bound %.0f", train.Doc, inf.LogEvidence())
	var phi [][]float64
	for _, q := range inf.Phi() {
		phi = append(phi, q.Mean())
	}
	ldaTopWords(t, c.Word, phi)
	ldaPerplexity(t, phi, train, test)
}

// ldaPerplexity compares that of the model with that of the unigram model.
func ldaPerplexity(t *testing.T, phi [][]float64, train, test lda.Data) {
	shown := held_out.Data{Topic: test.Topic, Word: test.Word, Doc: test.Doc, Phi: phi}
	for i := range test.Term {
		var term, count []int
		for j := 0; j < len(test.Term[i]); j += 2 {
			term, count = append(term, test.Term[i][j]), append(count, test.Count[i][j])
		}
		shown.Length = append(shown.Length, len(term))
		shown.Term, shown.Count = append(shown.Term, term), append(shown.Count, count)
	}
	inf, err := held_out.New(shown)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	// The unigram model: each word as often as in the other documents, one more each.
	unigram, total := make([]float64, test.Word), 0.0
	for w := range unigram {
		unigram[w], total = 1, total+1
	}
	for i := range train.Term {
		for j, w := range train.Term[i] {
			unigram[w] += float64(train.Count[i][j])
			total += float64(train.Count[i][j])
		}
	}
	logs, plain, n := 0.0, 0.0, 0.0
	for i, theta := range inf.Theta() {
		mean := theta.Mean()
		for j := 1; j < len(test.Term[i]); j += 2 {
			w, count := test.Term[i][j], float64(test.Count[i][j])
			p := 0.0
			for k, share := range mean {
				p += share * phi[k][w]
			}
			logs += count * math.Log(p)
			plain += count * math.Log(unigram[w]/total)
			n += count
		}
	}
	topics, one := math.Exp(-logs/n), math.Exp(-plain/n)
	t.Logf("perplexity %.0f, unigram %.0f", topics, one)
	if topics > 0.65*one {
		t.Errorf("perplexity %.0f, that of the unigram model is %.0f", topics, one)
	}
}

// ldaTopWords looks for topics that the collapsed Gibbs sampler of the Python package lda
// finds in the same documents.
func ldaTopWords(t *testing.T, names []string, phi [][]float64) {
	var top [][]string
	for k, p := range phi {
		order := make([]int, len(p))
		for w := range order {
			order[w] = w
		}
		slices.SortFunc(order, func(a, b int) int {
			if p[a] > p[b] {
				return -1
			}
			return 1
		})
		var list []string
		for _, w := range order[:8] {
			list = append(list, names[w])
		}
		t.Logf("%d %v", k, list)
		top = append(top, list)
	}
	found := 0
	for _, want := range ldaPublished {
		best := 0
		for _, list := range top {
			n := 0
			for _, w := range want {
				if slices.Contains(list, w) {
					n++
				}
			}
			best = max(best, n)
		}
		if best >= 4 {
			found++
		} else {
			t.Logf("not found: %v", want)
		}
	}
	t.Logf("%d of %d topics", found, len(ldaPublished))
	if found < 8 {
		t.Errorf("%d of %d topics", found, len(ldaPublished))
	}
}

// ldaPublished are the first words of those of its topics that are about one thing
// (https://pypi.org/project/lda).
var ldaPublished = [][]string{
	{"elvis", "king", "fans", "presley", "life", "concert", "young"},
	{"yeltsin", "russian", "russia", "president", "kremlin", "moscow", "michael"},
	{"pope", "vatican", "paul", "john", "surgery", "hospital", "pontiff"},
	{"family", "funeral", "police", "miami", "versace", "cunanan", "city"},
	{"order", "mother", "successor", "election", "nuns", "church", "nirmala"},
	{"charles", "prince", "diana", "royal", "king", "queen", "parker"},
	{"film", "french", "france", "against", "bardot", "paris", "poster"},
	{"germany", "german", "war", "nazi", "letter", "christian", "book"},
	{"east", "peace", "prize", "award", "timor", "quebec", "belo"},
	{"mother", "teresa", "heart", "calcutta", "charity", "nun", "hospital"},
	{"church", "catholic", "bernardin", "cardinal", "bishop", "wright", "death"},
	{"harriman", "clinton", "u.s", "ambassador", "paris", "president", "churchill"},
}
