package command

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A counting inference draws the numbers from 1 on; its state is how many there are.
type counting struct {
	add, draws, chains, want int
	onDraw                   func(chain, draw int, values []float64)
	tell                     func(int) bool
	failing                  error
}

type countingOption func(*counting)

func (c *counting) Run(ctx context.Context, opts ...countingOption) (int, error) {
	for _, o := range opts {
		o(c)
	}
	for range c.want {
		c.draws++
		for k := range c.chains {
			c.onDraw(k, c.draws-1, []float64{float64(c.add + c.draws)})
		}
		if c.tell != nil {
			c.tell(c.draws)
		}
		if ctx.Err() != nil {
			return c.draws, ctx.Err()
		}
	}
	return c.draws, c.failing
}

func (c *counting) Summary() int                   { return c.draws }
func (c *counting) Columns() []string              { return []string{"x[0]"} }
func (c *counting) MarshalBinary() ([]byte, error) { return []byte{byte(c.draws)}, nil }
func (c *counting) UnmarshalBinary(b []byte) error {
	if len(b) != 1 {
		return errors.New("another state")
	}
	c.draws, c.chains = int(b[0]), 1
	return nil
}

func ofInt(set func(c *counting, n int)) func(n int) countingOption {
	return func(n int) countingOption { return func(c *counting) { set(c, n) } }
}

var counted = Sampling[int, *counting, countingOption, int]{
	Read: func(in *Reader) (n int, err error) { return n, ReadInt(in, &n) },
	New: func(n int) (*counting, error) {
		if n == 99 {
			return &counting{failing: errors.New("no draws")}, nil
		}
		return &counting{add: n}, nil
	},
	BurnIn: ofInt(func(*counting, int) {}), Thin: ofInt(func(*counting, int) {}),
	Samples:  ofInt(func(c *counting, n int) { c.want = n }),
	Chains:   ofInt(func(c *counting, n int) { c.chains = n }),
	WithSeed: func(uint64) countingOption { return func(*counting) {} },
	Progress: func(f func(int) bool) countingOption { return func(c *counting) { c.tell = f } },
	OnDraw: func(f func(chain, draw int, values []float64)) countingOption {
		return func(c *counting) { c.onDraw = f }
	},
	Drew: func(n int) Drew {
		return Drew{Iterations: n, Chains: min(n, 1), Draws: n, Converged: true}
	},
	Posteriors: func(c *counting) map[string]any { return map[string]any{"x": c.add + c.draws} },
}

// TestSample: draws are written, compressed too, the state is saved and gone on with, and a run that failed leaves no table.
func TestSample(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	run := func(in string, a asked) (map[string]any, string, error) {
		var out, notes strings.Builder
		err := counted.sample(strings.NewReader(in), &out, &notes, a)
		result := map[string]any{}
		if err == nil {
			if err := json.Unmarshal([]byte(out.String()), &result); err != nil {
				t.Fatal(err)
			}
		}
		return result, notes.String(), err
	}
	result, notes, err := run(`4 {"x": [["one"]]}`, asked{samples: 3, chains: 2, draws: file("d.csv"), kept: file("kept"), save: file("state"), labelled: true, progress: true})
	if err != nil || fmt.Sprint(result["posteriors"]) != "map[x:7]" || result["draws"] != 3.0 || !strings.HasPrefix(notes, "progress 1 0\n") {
		t.Errorf("%v, %q, %v", result, notes, err)
	}
	table, err := os.ReadFile(file("d.csv"))
	if err != nil || strings.Count(string(table), "\n") != 7 || !strings.Contains(string(table), "7") {
		t.Errorf("%s: %v", table, err)
	}
	if b, err := os.ReadFile(file("kept")); err != nil || len(b) == 0 {
		t.Errorf("%q: %v", b, err)
	}
	result, notes, err = run("4", asked{samples: 2, thin: 5, draws: file("d.csv.gz"), resume: file("state"), progress: true})
	if err != nil || result["draws"] != 5.0 || !strings.HasPrefix(notes, "progress 5 0\n") {
		t.Errorf("%v, %q, %v", result, notes, err)
	}
	packed, _ := os.ReadFile(file("d.csv.gz"))
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(zip); err != nil || strings.Count(string(text), "\n") != 3 {
		t.Errorf("%s: %v", text, err)
	}
	if err := os.WriteFile(file("none"), []byte{0}, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		a    asked
		want string
	}{
		{asked{resume: file("no")}, "no such file"}, {asked{resume: file("d.csv")}, "another state"}, {asked{resume: file("none")}, "no chains"},
		{asked{draws: file("no/where")}, "no such file"}, {asked{kept: file("no/where")}, "no such file"}, {asked{save: file("no/where")}, "no such file"},
	} {
		if _, _, err := run("4", c.a); !errors.As(err, new(fileError)) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.a, err, c.want)
		}
	}
	if _, _, err := run("99", asked{samples: 1, chains: 1, draws: file("failed.csv")}); err == nil || err.Error() != "no draws" {
		t.Errorf("the error is %v", err)
	}
	if _, err := os.Stat(file("failed.csv")); !os.IsNotExist(err) {
		t.Errorf("a run that failed left a table: %v", err)
	}
}
