package command

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"strings"

	"mpc/samples"
)

// drawFiles are the files that draws are written to: a table of all, nil where none is wanted, compressed if its name ends
// in .gz, and some of them for pictures.
type drawFiles struct {
	table *samples.DrawsWriter
	file  *os.File
	zip   *gzip.Writer
	some  *samples.DrawsKeeper
}

func newDrawFiles(columns []string, labels map[string][][]string, a asked) (*drawFiles, error) {
	t := &drawFiles{}
	if a.kept != "" {
		t.some = samples.NewDrawsKeeper(columns, a.chains)
	}
	if a.draws == "" {
		return t, nil
	}
	f, err := os.Create(a.draws)
	if err != nil {
		return nil, err
	}
	t.file = f
	var w io.Writer = f
	if strings.HasSuffix(a.draws, ".gz") {
		t.zip = gzip.NewWriter(f)
		w = t.zip
	}
	t.table, err = samples.NewDrawsWriter(w, samples.Labelled(columns, labels), a.chains)
	return t, err
}

// add adds a draw.
func (t *drawFiles) add(chain int, values []float64) (err error) {
	if t.table != nil {
		err = t.table.Add(chain, values)
	}
	if t.some != nil {
		t.some.Add(chain, values)
	}
	return err
}

// close ends the table. After a failed run it removes it.
func (t *drawFiles) close(failed bool) error {
	if t.table == nil {
		return nil
	}
	err := t.table.Close()
	if t.zip != nil {
		err = errors.Join(err, t.zip.Close())
	}
	err = errors.Join(err, t.file.Close())
	if info, e := os.Stat(t.file.Name()); (failed || err != nil) && e == nil && info.Mode().IsRegular() {
		return errors.Join(err, os.Remove(t.file.Name()))
	}
	return err
}

// writeKept writes the draws for pictures.
func (t *drawFiles) writeKept(path string) error {
	if t.some == nil {
		return nil
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(t.some.Write(f), f.Close())
}
