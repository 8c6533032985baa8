package samples

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
)

// A DrawsWriter writes draws as CSV as they come, with the columns .chain, .iteration
// and .draw, which count from 1, and one for each element, as R's posterior reads them
// with as_draws_df(read.csv(f, check.names = FALSE)), and ArviZ from a table. All rows
// of the first chain come first, then those of the second, so that the file does not
// depend on which chain was faster. It keeps nothing in memory: chains after the first
// one go to temporary files until Close.
//
// Goroutines may add to different chains at the same time.
type DrawsWriter struct {
	to      *bufio.Writer
	chains  []*chainDraws
	columns int
}

// chainDraws is where the rows of a chain go, without .chain and .draw where that
// is a temporary file.
type chainDraws struct {
	file *os.File // nil of the first chain
	to   *bufio.Writer
	rows int
	line []byte
	err  error // the first one
}

// NewDrawsWriter writes the head of the table to w; columns are the names of the
// elements.
func NewDrawsWriter(w io.Writer, columns []string, chains int) (*DrawsWriter, error) {
	d := &DrawsWriter{to: bufio.NewWriterSize(w, 1<<16), columns: len(columns)}
	line := []byte(".chain,.iteration,.draw")
	for _, name := range columns {
		line = append(append(line, ','), quoteCSV(name)...)
	}
	if _, err := d.to.Write(append(line, '\n')); err != nil {
		return nil, err
	}
	for c := range chains {
		to := &chainDraws{to: d.to}
		d.chains = append(d.chains, to)
		if c == 0 {
			continue
		}
		f, err := os.CreateTemp("", "draws-*.csv")
		if err != nil {
			d.remove()
			return nil, err
		}
		to.file, to.to = f, bufio.NewWriterSize(f, 1<<16)
	}
	return d, nil
}

// quoteCSV quotes a field where it must be.
func quoteCSV(s string) string {
	if strings.ContainsAny(s, ",\"\r\n") {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}

// Add writes the next draw of a chain: the number of each column; a boolean is 0 or 1. NaN is
// an empty entry, which R reads as NA: that of an element which is not there in the draw.
// It allocates nothing once lines have been written. After an error it does nothing
// but return that error.
func (d *DrawsWriter) Add(chain int, draw []float64) error {
	c := d.chains[chain]
	if c.err == nil && len(draw) != d.columns {
		c.err = fmt.Errorf("a draw of %d numbers for %d columns", len(draw), d.columns)
	}
	if c.err != nil {
		return c.err
	}
	c.rows++
	c.line = c.line[:0]
	if c.file == nil {
		c.line = appendDrawHead(c.line, chain+1, c.rows, c.rows)
	}
	for _, x := range draw {
		c.line = appendDraw(append(c.line, ','), x)
	}
	c.line = append(c.line, '\n')
	_, c.err = c.to.Write(c.line)
	return c.err
}

func appendDrawHead(b []byte, chain, iteration, draw int) []byte {
	b = append(strconv.AppendInt(b, int64(chain), 10), ',')
	b = append(strconv.AppendInt(b, int64(iteration), 10), ',')
	return strconv.AppendInt(b, int64(draw), 10)
}

// appendDraw appends a number that reads back as it is, and nothing for NaN: the element is
// not there.
func appendDraw(b []byte, x float64) []byte {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 && (x != 0 || !math.Signbit(x)) {
		return strconv.AppendInt(b, int64(x), 10)
	}
	switch {
	case x != x:
		return b
	case math.IsInf(x, 1):
		return append(b, "Inf"...)
	case math.IsInf(x, -1):
		return append(b, "-Inf"...)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}

// Close writes the rows of all chains after the first one, and removes the temporary
// files, whether or not there was an error. It returns the first one.
func (d *DrawsWriter) Close() error {
	defer d.remove()
	for _, c := range d.chains {
		if c.err != nil {
			return c.err
		}
	}
	draws := 0
	for i, c := range d.chains {
		if c.file != nil {
			if err := d.join(i, draws); err != nil {
				return err
			}
		}
		draws += c.rows
	}
	return d.to.Flush()
}

// join copies the rows of a chain, before which there are so many others.
func (d *DrawsWriter) join(chain, before int) error {
	c := d.chains[chain]
	if err := c.to.Flush(); err != nil {
		return err
	}
	if _, err := c.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	from := bufio.NewReaderSize(c.file, 1<<16)
	for i := range c.rows {
		if _, err := d.to.Write(appendDrawHead(c.line[:0], chain+1, i+1, before+i+1)); err != nil {
			return err
		}
		for {
			part, err := from.ReadSlice('\n')
			if _, failed := d.to.Write(part); failed != nil {
				return failed
			}
			if err == nil {
				break
			}
			if err != bufio.ErrBufferFull {
				return err
			}
		}
	}
	return nil
}

// remove closes and removes the temporary files.
func (d *DrawsWriter) remove() {
	for _, c := range d.chains {
		if c.file != nil {
			// What Close had to read of them has been read: an error changes nothing.
			_ = c.file.Close()
			_ = os.Remove(c.file.Name())
		}
	}
}
