package limits

import (
	"math"
	"math/rand/v2"
)

// TopicCount topics; Few and Rare are the pseudocounts of the topics of documents and of
// the words of topics: constants, as whoever writes the loop for one model would have it.
const (
	TopicCount = 20
	Few        = 0.1
	Rare       = 0.05
)

type topics = [TopicCount]float64

// A Corpus is documents as bags of words, one after the other: document d has the
// entries Start[d] to Start[d+1].
type Corpus struct {
	Words int
	Start []int32
	Word  []int32
	Count []float64
}

// NewCorpus draws documents of about 100 tokens, each of two topics, from a fixed seed.
func NewCorpus(docs, words int) *Corpus {
	r := rand.New(rand.NewPCG(13, 14))
	c := &Corpus{Words: words, Start: make([]int32, 1, docs+1)}
	seen := make([]int32, words)
	for range docs {
		a, b := r.IntN(TopicCount), r.IntN(TopicCount)
		first := len(c.Word)
		for range 80 + r.IntN(41) {
			k := a
			if r.Float64() < 0.4 {
				k = b
			}
			// A topic is a part of the vocabulary, its first words more frequent.
			u := r.Float64()
			w := (k*words/TopicCount + int(u*u*float64(words)/8)) % words
			if s := seen[w]; s > int32(first) {
				c.Count[s-1]++
				continue
			}
			c.Word, c.Count = append(c.Word, int32(w)), append(c.Count, 1)
			seen[w] = int32(len(c.Word))
		}
		c.Start = append(c.Start, int32(len(c.Word)))
	}
	return c
}

// Topics is the posterior of latent Dirichlet allocation by VMP: the parameters of the
// topics of each document, and, by word, of the words of each topic.
type Topics struct {
	Doc, Word []topics
	log       []topics // by word: mean logs of the probabilities, or exp of these
}

// NewTopics makes a posterior for a corpus, to be filled in.
func NewTopics(c *Corpus) *Topics {
	return &Topics{make([]topics, len(c.Start)-1), make([]topics, c.Words), make([]topics, c.Words)}
}

// sums are those of the parameters of each topic.
func (m *Topics) sums() (s topics) {
	for w := range m.Word {
		for k, x := range &m.Word[w] {
			s[k] += x
		}
	}
	return s
}

// SweepPlain updates the indicator of each entry, in logs, and all posteriors from
// these.
func (m *Topics) SweepPlain(c *Corpus) {
	total := m.sums()
	for k, x := range total {
		total[k] = digamma(x)
	}
	for w := range m.Word {
		l, e := &m.Word[w], &m.log[w]
		for k := range l {
			e[k] = digamma(l[k]) - total[k]
			l[k] = Rare
		}
	}
	for d := range m.Doc {
		g := &m.Doc[d]
		var log topics
		sum := 0.0
		for _, x := range g {
			sum += x
		}
		sum = digamma(sum)
		for k, x := range g {
			log[k] = digamma(x) - sum
			g[k] = Few
		}
		for i := c.Start[d]; i < c.Start[d+1]; i++ {
			w := c.Word[i]
			var p topics
			z := 0.0
			for k := range p {
				p[k] = math.Exp(log[k] + m.log[w][k])
				z += p[k]
			}
			for k := range p {
				x := c.Count[i] * p[k] / z
				g[k] += x
				m.Word[w][k] += x
			}
		}
	}
}

// Sweep does the same in products instead of logs: no exponential for an entry, no
// indicator in memory, what is a factor of a whole document or of a whole word
// multiplied once.
func (m *Topics) Sweep(c *Corpus) {
	total := m.sums()
	for k, x := range total {
		total[k] = 1 / expDigamma(x)
	}
	prior := expDigamma(Rare)
	for w := range m.Word {
		l, e := &m.Word[w], &m.log[w]
		for k := range l {
			if x := l[k]; x == Rare { // most are the prior
				e[k] = prior * total[k]
			} else {
				e[k] = expDigamma(x) * total[k]
			}
			l[k] = 0
		}
	}
	for d := range m.Doc {
		g := &m.Doc[d]
		var e, sum topics
		for k, x := range g {
			e[k] = expDigamma(x)
		}
		for i := c.Start[d]; i < c.Start[d+1]; i++ {
			w := c.Word[i]
			b, l := &m.log[w], &m.Word[w]
			z0, z1, z2, z3 := 0.0, 0.0, 0.0, 0.0
			for k := 0; k+3 < TopicCount; k += 4 {
				z0 += e[k] * b[k]
				z1 += e[k+1] * b[k+1]
				z2 += e[k+2] * b[k+2]
				z3 += e[k+3] * b[k+3]
			}
			s := c.Count[i] / ((z0 + z1) + (z2 + z3))
			for k := range TopicCount {
				sum[k] += s * b[k]
				l[k] += s * e[k]
			}
		}
		for k := range g {
			g[k] = Few + e[k]*sum[k]
		}
	}
	for w := range m.Word {
		l, e := &m.Word[w], &m.log[w]
		for k := range l {
			l[k] = Rare + l[k]*e[k]
		}
	}
}

// digamma is the derivative of log Gamma for x > 0: six steps of the recurrence as one
// fraction, then the asymptotic series.
func digamma(x float64) float64 {
	shift := 0.0
	if x < 6 {
		a, b, c := x*(x+5), (x+1)*(x+4), (x+2)*(x+3)
		shift = (2*x + 5) * (b*c + a*c + a*b) / (a * b * c)
		x += 6
	}
	r := 1 / x
	r2 := r * r
	return math.Log(x) - 0.5*r - r2*(1.0/12-r2*(1.0/120-r2*(1.0/252-r2*(1.0/240-r2*(1.0/132-r2*(691.0/32760-r2*(1.0/12))))))) - shift
}

// expDigamma is exp(digamma(x)) without a logarithm, by its series in 1/(x-1/2)^2.
func expDigamma(x float64) float64 {
	scale := 1.0
	if x < 6 {
		a, b, c := x*(x+5), (x+1)*(x+4), (x+2)*(x+3)
		scale = math.Exp(-(2*x + 5) * (b*c + a*c + a*b) / (a * b * c))
		x += 6
	}
	y := x - 0.5
	r := 1 / y
	r2 := r * r
	return scale * (y + r*(1.0/24-r2*(37.0/5760-r2*(10313.0/2903040-r2*(5509121.0/1393459200-r2*(2709398569.0/367873228800))))))
}
