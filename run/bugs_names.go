package run

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mpc"
	"mpc/bugs"
	"mpc/model"
	"mpc/run/output"
	"mpc/run/posterior"
	"mpc/samples"
)

// named gives rows the names and values of a program of BUGS: 1,2 for the first row and second
// column. Elements that nothing defines are left out.
func (r *Result) named(v *model.Variable, rows []row) []row {
	kept := rows[:0]
	for _, x := range rows {
		full := r.program.Element(v.Name, x.at)
		if r.program.Leaves(full) {
			continue
		}
		_, x.name, _ = strings.Cut(strings.TrimSuffix(full, "]"), "[")
		if r.program.Shifted[v.Name] {
			x.Mean, x.Q05, x.Q50, x.Q95 = x.Mean+1, x.Q05+1, x.Q50+1, x.Q95+1
		}
		kept = append(kept, x)
	}
	return kept
}

// ofReported is a warning without the elements that the table leaves out: those that nothing defines stand still for certain. It
// counts 0 where none is left. of is its variable's place under infer.
func (r *Result) ofReported(w samples.Warning, c *mpc.Compilation, of int) (samples.Warning, int) {
	left := func(v *model.Variable, at []int) bool { return r.program.Leaves(r.program.Element(v.Name, at)) }
	if r.program == nil || !left(c.Model.Infer[of], w.Index) {
		return w, of
	}
	if w.Count == 1 || w.Kind != samples.StandsStill {
		w.Count--
		return w, of
	}
	first := -1
	for k, v := range c.Model.Infer {
		for at, x := range r.Posteriors[v.Name].Elements() {
			marginals, err := x.Marginals()
			if err != nil {
				continue
			}
			for _, m := range marginals {
				switch place := slices.Concat(at, m.Index); {
				case m.SD != 0 || m.Draws == nil:
				case left(v, place):
					w.Count--
				case first < 0:
					first, w.Index, w.Variable, w.Value = k, place, v.Name, m.Mean
				}
			}
		}
	}
	if first < 0 || w.Count < 0 {
		w.Count = 0
		return w, of
	}
	return w, first
}

// variableName is the name of a variable in the program that it is of.
func (r *Result) variableName(v *model.Variable) string {
	if r.program != nil && r.program.Names[v.Name] != "" {
		return r.program.Names[v.Name]
	}
	return shownName(v)
}

// firstValue is the value from which a whole number counts: 1 of what a program of BUGS draws by dcat.
func (r *Result) firstValue(v *model.Variable) int {
	if r.program != nil && r.program.Shifted[v.Name] {
		return 1
	}
	return 0
}

// fromOne are names of values that count from 1, as many as a posterior has.
func fromOne(p posterior.Posterior) (names []string) {
	most := 0
	for _, x := range p.Elements() {
		list, _ := x.Marginals()
		for _, m := range list {
			most = max(most, len(m.P))
		}
	}
	for k := range most {
		names = append(names, strconv.Itoa(k+1))
	}
	return names
}

// drawsAside makes a run write its draws to a file that is not seen. rename then writes them to
// their own by the names of a program, after a run that failed not; done removes the file.
func drawsAside(opt *Options, program *bugs.Translation, hidden []*model.Variable) (rename func() error, done func(), err error) {
	to := opt.Draws
	dir, err := os.MkdirTemp("", "mpc-draws-")
	if err != nil {
		return nil, nil, err
	}
	opt.Draws = filepath.Join(dir, "draws.csv")
	from := opt.Draws
	return func() error { return renameDraws(from, to, program, hidden) }, func() { os.RemoveAll(dir) }, nil
}

// renameDraws copies a file of draws without some variables. Its columns get the names of a program, if
// there is one, values that count from 1 there do so, and elements that nothing defines are left out.
func renameDraws(from, to string, program *bugs.Translation, without []*model.Variable) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := output.Create(to)
	if err != nil {
		return err
	}
	defer out.Abort()
	w := io.Writer(out)
	var zip *gzip.Writer
	if strings.HasSuffix(to, ".gz") {
		zip = gzip.NewWriter(out)
		w = zip
	}
	b := bufio.NewWriterSize(w, 1<<16)
	if err := renameColumns(b, bufio.NewReaderSize(in, 1<<16), program, without); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return err
	}
	if zip != nil {
		if err := zip.Close(); err != nil {
			return err
		}
	}
	return out.Commit()
}

func renameColumns(w *bufio.Writer, r *bufio.Reader, program *bugs.Translation, without []*model.Variable) error {
	if program == nil {
		program = &bugs.Translation{}
	}
	head, err := r.ReadString('\n')
	if err != nil {
		return err
	}
	columns, err := csv.NewReader(strings.NewReader(head)).Read()
	if err != nil {
		return err
	}
	out, shift, drop, same := csv.NewWriter(w), make([]bool, len(columns)), make([]bool, len(columns)), true
	var names []string
	for k, c := range columns {
		name, rest, _ := strings.Cut(strings.TrimSuffix(c, "]"), "[")
		if program.Names[name] != "" {
			var index []int
			for _, text := range strings.Split(rest, ",") {
				if i, err := strconv.Atoi(text); err == nil {
					index = append(index, i)
				}
			}
			c = program.Element(name, index)
		}
		shift[k], drop[k] = program.Shifted[name], program.Leaves(c) || slices.ContainsFunc(without, func(v *model.Variable) bool { return v.Name == name })
		same = same && !shift[k] && !drop[k]
		if !drop[k] {
			names = append(names, c)
		}
	}
	if err := out.Write(names); err != nil {
		return err
	}
	out.Flush()
	if same {
		_, err := r.WriteTo(w)
		return err
	}
	for {
		line, err := r.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		first := true
		for k, text := range strings.Split(strings.TrimSuffix(line, "\n"), ",") {
			if drop[k] {
				continue
			}
			if !first {
				w.WriteByte(',')
			}
			first = false
			if n, err := strconv.Atoi(text); err == nil && shift[k] {
				text = strconv.Itoa(n + 1)
			}
			w.WriteString(text)
		}
		w.WriteByte('\n')
	}
}
