package mpc

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"mpc/bugs"
	"mpc/data"
	"mpc/lang"
	"mpc/model"
)

// DefaultChains is how many chains of draws there are where nothing says so.
const DefaultChains = model.DefaultChains

// IsBUGS tells whether a file is a program of BUGS or JAGS, by its name.
func IsBUGS(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".bug", ".bugs", ".jags", ".jag":
		return true
	}
	return false
}

// BUGSOptions say how a program of BUGS is read.
type BUGSOptions struct {
	Data, Inits []string  // files
	Values      bugs.Data // data in place of those of files, if not nil
	Monitor     []string  // names of the program; nil for all that are drawn
	JAGS        bool      // the dialect
	Densities   bool      // log densities are to be computed
	// Simulate has T(,) as a distribution in any case, and not as a condition that draws have to meet, and what data { } draws as data.
	Simulate bool
}

// TranslateBUGS reads a program of BUGS with its data, and says it in our language. Warnings
// come with a translation, errors in place of one.
func TranslateBUGS(path string, opt BUGSOptions) (*bugs.Translation, Diagnostics, error) {
	tr, d, err := translateBUGS(path, opt)
	if err != nil {
		return nil, nil, err
	}
	if d.HasErrors() {
		return nil, nil, d
	}
	return tr, d, nil
}

// translateBUGS is TranslateBUGS, but for errors of starts alone, which come with a translation without these.
func translateBUGS(path string, opt BUGSOptions) (*bugs.Translation, Diagnostics, error) {
	prog, values, d, err := readBUGS(path, opt)
	inits, started, other := readStarts(opt.Inits)
	if err != nil || other != nil {
		return nil, nil, joined(err, other)
	}
	d = append(d, started...)
	prog, values, made, err := drawnData(prog, values)
	if err != nil {
		return nil, nil, err
	}
	d = append(d, made...)
	stem := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	tr, more := bugs.Translate(prog, values, bugs.Options{Model: packageName(stem), Inits: inits, Monitor: opt.Monitor, Simulate: opt.Simulate, Densities: opt.Densities})
	d = append(d, more...)
	if tr == nil {
		return nil, nil, d
	}
	return tr, d, nil
}

// joined are the errors of two lists, or the one that is no list.
func joined(a, b error) error {
	var one, two Diagnostics
	switch {
	case a == nil:
		return b
	case b == nil || !errors.As(a, &one) || !errors.As(b, &two):
		return a
	}
	return slices.Concat(one, two)
}

// compileWithout compiles a translation; where messages are passed, without the definitions that nothing drawn reads and that the
// algorithm has no message for. The diagnostics are warnings about these.
func compileWithout(tr *bugs.Translation, to Options) (c *Compilation, left Diagnostics, err error) {
	for {
		c, err = CompileFile(tr.File, to)
		var list Diagnostics
		if !errors.As(err, &list) || to.Algorithm == "" || to.Algorithm == "gibbs" {
			return c, left, err
		}
		var places []lang.Pos
		for _, d := range list.Errors() {
			if d.Code != lang.CodeNoOperator {
				return c, left, err
			}
			places = append(places, d.Pos)
		}
		names, ok := tr.Without(places)
		if !ok {
			return c, left, err
		}
		d := list.Errors()[0]
		if len(names) == 0 {
			continue // nothing asks for it
		}
		left = append(left, lang.Diagnostic{Severity: lang.Warning, File: d.File, Pos: d.Pos, Code: lang.CodeNoOperator,
			Message: strings.Join(names, ", ") + ": left out, as no draw reads it; " + d.Message, Hint: "--algorithm gibbs computes it from draws"})
	}
}

// readBUGS reads a program and its data. The diagnostics are warnings.
func readBUGS(path string, opt BUGSOptions) (prog *bugs.Program, values bugs.Data, d Diagnostics, err error) {
	src, err := data.ReadFile(path)
	if err != nil {
		return nil, nil, nil, err
	}
	dialect := bugs.BUGS
	if opt.JAGS {
		dialect = bugs.JAGS
	}
	prog, d = bugs.Parse(path, src, dialect)
	if d.HasErrors() {
		return nil, nil, nil, d
	}
	if opt.Values != nil {
		return prog, opt.Values, d, nil
	}
	values, read, err := ReadBUGSData(opt.Data)
	return prog, values, slices.Concat(d, read, prog.Unread(values)), err
}

// otherAlgorithm adds the algorithm that takes all programs to errors about operators that are not there.
func otherAlgorithm(err error, to Options) error {
	var list Diagnostics
	if !errors.As(err, &list) || to.Algorithm == "" || to.Algorithm == "gibbs" {
		return err
	}
	list = slices.Clone(list)
	for i, d := range list {
		if d.Severity == lang.Error && d.Code == lang.CodeNoOperator && (d.Hint == "" || d.Listing) {
			list[i].Hint = "--algorithm gibbs draws from all programs"
		}
	}
	return list
}

// packageName is a name of a package as near to a text as one may be.
func packageName(text string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == '_':
			return r
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		}
		return '_'
	}, text)
	name = strings.Trim(name, "_")
	if name == "" || '0' <= name[0] && name[0] <= '9' {
		name = "model_" + name
	}
	return name
}

// A BUGSModel is a program of BUGS that is compiled, with its data.
type BUGSModel struct {
	*Compilation
	Data        *data.Set
	Translation *bugs.Translation
}

// CompileBUGS translates and compiles a program of BUGS, and reads its data. The Compilation is
// there with an error too, for its warnings.
func CompileBUGS(path string, opt BUGSOptions, to Options) (*BUGSModel, error) {
	opt.Densities = to.Densities
	tr, said, err := translateBUGS(path, opt)
	if err != nil {
		return &BUGSModel{Compilation: &Compilation{}}, err
	}
	c, left, err := compileWithout(tr, to)
	warnings := slices.Concat(said.Warnings(), left)
	if said.HasErrors() {
		err = joined(err, said.Errors())
	}
	m := &BUGSModel{Compilation: c, Translation: tr}
	own := slices.DeleteFunc(slices.Clone(c.Warnings), func(d lang.Diagnostic) bool { return d.Code == lang.CodeUnused }) // what is not monitored
	c.Warnings = append(append(Diagnostics{}, warnings...), own...)
	if err != nil {
		return m, otherAlgorithm(err, to)
	}
	s, d := data.ReadJSON(path, tr.Data.JSON(), c.Model)
	d = tr.Placed(d)
	c.Warnings = append(c.Warnings, d.Warnings()...)
	if d.HasErrors() {
		return m, d
	}
	m.Data = s
	c.BUGS = tr
	return m, nil
}
