package bench

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"testing"
	"unsafe"

	"mpc/bench/lda"
	"mpc/bench/limits"
)

// corpusData are the documents of a corpus for the generated package.
func corpusData(c *limits.Corpus) lda.Data {
	d := lda.Data{Topic: limits.TopicCount, Word: c.Words, Doc: len(c.Start) - 1}
	for i := range d.Doc {
		var term, count []int
		for j := c.Start[i]; j < c.Start[i+1]; j++ {
			term, count = append(term, int(c.Word[j])), append(count, int(c.Count[j]))
		}
		d.Length = append(d.Length, len(term))
		d.Term, d.Count = append(d.Term, term), append(d.Count, count)
	}
	return d
}

func topicModel(tb testing.TB, c *limits.Corpus) *lda.Inference {
	inf, err := lda.New(corpusData(c))
	if err != nil {
		tb.Fatal(err)
	}
	return inf
}

// topicSweep returns a function that runs one more iteration.
func topicSweep(tb testing.TB, inf *lda.Inference) func() {
	ctx := context.Background()
	one := lda.Iterations(1)
	return func() {
		if _, err := inf.Run(ctx, one); err != nil {
			tb.Fatal(err)
		}
	}
}

// copyTopics writes the posteriors of the generated package to those of a loop.
func copyTopics(inf *lda.Inference, m *limits.Topics) {
	for d, q := range inf.Theta() {
		copy(m.Doc[d][:], q.A)
	}
	for k, q := range inf.Phi() {
		for w, a := range q.A {
			m.Word[w][k] = a
		}
	}
}

// TestTopicsAgree compares each of 30 iterations, from the first one of the generated
// package on.
func TestTopicsAgree(t *testing.T) {
	c := limits.NewCorpus(100, 500)
	inf := topicModel(t, c)
	run := topicSweep(t, inf)
	run()
	plain, fused, got := limits.NewTopics(c), limits.NewTopics(c), limits.NewTopics(c)
	copyTopics(inf, plain)
	copyTopics(inf, fused)
	for n := 2; n <= 30; n++ {
		run()
		copyTopics(inf, got)
		plain.SweepPlain(c)
		fused.Sweep(c)
		for _, m := range []struct {
			want      *limits.Topics
			tolerance float64
		}{{plain, 1e-6}, {fused, 1e-4}} {
			for d := range got.Doc {
				for k, a := range got.Doc[d] {
					if w := m.want.Doc[d][k]; math.Abs(a-w) > m.tolerance*w {
						t.Fatalf("iteration %d, document %d, topic %d: %.12g, want %.12g", n, d, k, a, w)
					}
				}
			}
			for v := range got.Word {
				for k, a := range got.Word[v] {
					if w := m.want.Word[v][k]; math.Abs(a-w) > m.tolerance*w {
						t.Fatalf("iteration %d, word %d, topic %d: %.12g, want %.12g", n, v, k, a, w)
					}
				}
			}
		}
	}
}

// TestTopicsAllocations compares one iteration with ten.
func TestTopicsAllocations(t *testing.T) {
	ctx := context.Background()
	inf := topicModel(t, limits.NewCorpus(20, 200))
	count := func(iterations int) float64 {
		o := lda.Iterations(iterations)
		return testing.AllocsPerRun(10, func() {
			if _, err := inf.Run(ctx, o); err != nil {
				t.Fatal(err)
			}
		})
	}
	if one, many := count(1), count(10); one != many {
		t.Errorf("9 iterations allocate %g times", many-one)
	}
}

// BenchmarkTopicsVocabulary measures an iteration over the same documents with 500 words and
// with 20,000. What it takes beyond the posteriors of the words does not grow with the
// vocabulary: the difference is at most 100 ns for each of the 390,000 further parameters.
func BenchmarkTopicsVocabulary(b *testing.B) {
	for _, words := range []int{500, 20000} {
		b.Run(fmt.Sprintf("words=%d", words), func(b *testing.B) {
			c := limits.NewCorpus(200, 500)
			c.Words = words
			run := topicSweep(b, topicModel(b, c))
			run()
			for b.Loop() {
				run()
			}
		})
	}
}

// BenchmarkTopics measures an iteration, per word of a document.
func BenchmarkTopics(b *testing.B) {
	for _, docs := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprintf("docs=%d", docs), func(b *testing.B) {
			c := limits.NewCorpus(docs, 5000)
			plain, fused := limits.NewTopics(c), limits.NewTopics(c)
			inf := topicModel(b, c)
			run := topicSweep(b, inf)
			run()
			copyTopics(inf, plain)
			copyTopics(inf, fused)
			runtime.GC()
			interleave(b, len(c.Word),
				rival{"generated", run},
				rival{"plain", func() { plain.SweepPlain(c) }},
				rival{"fused", func() { fused.Sweep(c) }})
		})
	}
}

// topicMemory returns the number of different words of all documents, what the loops need
// for them, and a function that runs one sweep from the data on.
func topicMemory(tb testing.TB, docs int) (words, byHand int, run func() any) {
	c := limits.NewCorpus(docs, 5000)
	d := corpusData(c)
	m := limits.NewTopics(c)
	row := int(unsafe.Sizeof(m.Doc[0]))
	byHand = 4*(len(c.Start)+len(c.Word)) + 8*len(c.Count) + row*(len(m.Doc)+2*len(m.Word))
	return len(c.Word), byHand, func() any {
		inf, err := lda.New(d)
		if err != nil {
			tb.Fatal(err)
		}
		topicSweep(tb, inf)()
		return inf.Theta()
	}
}

func TestTopicsMemory(t *testing.T) {
	_, byHand, run := topicMemory(t, 1000)
	if ratio := allocated(run) / float64(byHand); ratio > 1.5 {
		t.Errorf("the topics need %.3g times the memory of the loops", ratio)
	}
}

// BenchmarkTopicsMemory measures what BenchmarkMemory does.
func BenchmarkTopicsMemory(b *testing.B) {
	for _, docs := range []int{1000, 10000} {
		b.Run(fmt.Sprintf("docs=%d", docs), func(b *testing.B) {
			words, byHand, run := topicMemory(b, docs)
			memory(b, words, byHand, run)
		})
	}
}
