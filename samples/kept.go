package samples

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
)

// A DrawsKeeper keeps of each chain up to 1024 draws at equal distances, for pictures of
// them, whatever the number of draws. Of very many elements it keeps the first ones alone,
// so that it takes no more than some 300 megabytes.
//
// Goroutines may add to different chains at the same time.
type DrawsKeeper struct {
	columns []string
	chains  []*keptDraws
}

// keptDraws are the draws of a chain: each every-th one from the first on, the numbers of
// a draw one after another.
type keptDraws struct {
	numbers []float64
	count   int // of draws
	every   int
	skip    int // draws before the next one that is kept
}

// mostKept is how many draws of a chain are kept, mostNumbers how many numbers of all.
const (
	mostKept    = 1024
	mostNumbers = 1 << 25
)

// NewDrawsKeeper keeps nothing yet; columns are those of the draws to come.
func NewDrawsKeeper(columns []string, chains int) *DrawsKeeper {
	k := &DrawsKeeper{columns: columns[:min(len(columns), max(1, mostNumbers/mostKept/max(chains, 1)))]}
	for range chains {
		k.chains = append(k.chains, &keptDraws{every: 1})
	}
	return k
}

// Add takes the next draw of a chain: the number of each column.
func (k *DrawsKeeper) Add(chain int, draw []float64) {
	c := k.chains[chain]
	if c.skip > 0 {
		c.skip--
		return
	}
	if c.count == mostKept {
		c.halve(len(k.columns))
	}
	c.numbers = append(c.numbers, draw[:len(k.columns)]...)
	c.count++
	c.skip = c.every - 1
}

// halve drops each second draw. The next one that comes is kept.
func (c *keptDraws) halve(columns int) {
	kept := (c.count + 1) / 2
	for i := range kept {
		copy(c.numbers[i*columns:(i+1)*columns], c.numbers[2*i*columns:])
	}
	c.numbers, c.count = c.numbers[:kept*columns], kept
	c.every *= 2
}

// A keptHead stands before the numbers of a file of kept draws, on a line of its own.
type keptHead struct {
	Columns []string `json:"columns"`
	Every   int      `json:"every"`
	Counts  []int    `json:"counts"` // of the draws of each chain
}

// Write writes what is kept: a line of JSON, and the numbers. Chains of which there are
// fewer draws, as some were cut off, are kept at the distances of the others.
func (k *DrawsKeeper) Write(to io.Writer) error {
	head := keptHead{Columns: k.columns, Every: 1}
	for _, c := range k.chains {
		head.Every = max(head.Every, c.every)
	}
	for _, c := range k.chains {
		for c.every < head.Every {
			c.halve(len(k.columns))
		}
		head.Counts = append(head.Counts, c.count)
	}
	line, err := json.Marshal(head)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(to, 1<<16)
	w.Write(append(line, '\n')) // Flush returns the error
	var b [8]byte
	for _, c := range k.chains {
		for _, x := range c.numbers {
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(x))
			w.Write(b[:])
		}
	}
	return w.Flush()
}

// Kept is what a DrawsKeeper wrote.
type Kept struct {
	// Columns are the names of the elements.
	Columns []string
	// Every is 1 if all draws are there, 2 if it is each second one of a chain.
	Every  int
	chains [][]float64
}

// ReadKept reads what a DrawsKeeper wrote.
func ReadKept(from io.Reader) (*Kept, error) {
	r := bufio.NewReaderSize(from, 1<<16)
	line, err := r.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	var head keptHead
	if err := json.Unmarshal(line, &head); err != nil {
		return nil, err
	}
	k := &Kept{Columns: head.Columns, Every: head.Every}
	for _, n := range head.Counts {
		if n < 0 || n > mostKept {
			return nil, errors.New("samples: more draws than a keeper keeps")
		}
		b := make([]byte, 8*n*len(head.Columns))
		if _, err := io.ReadFull(r, b); err != nil {
			return nil, err
		}
		numbers := make([]float64, n*len(head.Columns))
		for i := range numbers {
			numbers[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
		}
		k.chains = append(k.chains, numbers)
	}
	return k, nil
}

// Column returns the draws of each chain of a column.
func (k *Kept) Column(i int) [][]float64 {
	draws := make([][]float64, len(k.chains))
	for c, numbers := range k.chains {
		for at := i; at < len(numbers); at += len(k.Columns) {
			draws[c] = append(draws[c], numbers[at])
		}
	}
	return draws
}
