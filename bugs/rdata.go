package bugs

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"mpc/lang"
)

// ReadData reads values by their names: JSON, a dump of R (x <- c(1, 2)), a list of BUGS or R
// (list(x = c(1, 2))), a rectangular table of BUGS (x[] y[,1] ... END), or, where the file's name
// ends in .csv, columns with their names above. What else it is shows in its first word. Errors
// have their places in the file.
//
// R writes the numbers of structure(c(...), .Dim = c(2, 3)) column by column, and so do dumps for JAGS.
// BUGS writes structure(.Data = c(...), .Dim = c(2, 3)) row by row. The word .Data tells which it is;
// a warning names what was read row by row.
func ReadData(file string, src []byte) (Data, lang.Diagnostics) {
	r := newReader(file, src)
	if len(bytes.TrimSpace(r.src)) == 0 {
		r.Errorf(lang.Pos{Line: 1, Col: 1}, lang.CodeDataEmpty, "the file has no data").
			WithHint("leave it out where there are none; {} and list() are data without names")
		return r.data, r.List()
	}
	r.read()
	return r.data, r.List()
}

// ReadStarts reads where chains start, in the forms of data: all of them at the same values, or each where one of several
// lists says, list(...) list(...) or list(list(...), list(...)), or one of several objects of JSON, [{...}, {...}].
func ReadStarts(file string, src []byte) ([]Data, lang.Diagnostics) {
	r := newReader(file, src)
	r.ofChains = true
	r.read()
	return append(r.chains, r.data), r.List()
}

func newReader(file string, src []byte) *rReader {
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	return &rReader{Collector: lang.Collector{File: file}, src: src, data: Data{}, at: map[string]lang.Pos{}, line: 1, col: 1}
}

func (r *rReader) read() {
	switch filepath.Ext(strings.TrimSuffix(strings.ToLower(r.File), ".gz")) {
	case ".csv":
		r.columns(',')
		return
	case ".tsv":
		r.columns('\t')
		return
	}
	r.next()
	switch {
	case r.tok.text == "{" || r.tok.text == "[" && r.ofChains:
		r.json()
		return
	case r.tok.kind == rWord && r.peekByte() == '[':
		r.table()
	case r.isList():
		r.lists()
	default:
		r.dump()
	}
	r.toldRows()
}

// json reads an object, or, of chains, a list of them.
func (r *rReader) json() {
	objects := []json.RawMessage{r.src}
	if r.tok.text == "[" {
		if err := json.Unmarshal(r.src, &objects); err != nil {
			at := r.tok.at
			var syntax *json.SyntaxError
			if errors.As(err, &syntax) {
				at = offsetPos(r.src, int(syntax.Offset)-1)
			}
			r.Errorf(at, lang.CodeDataSyntax, "no list of JSON objects, one for each chain: %s", err)
			return
		}
	}
	begins := 0
	for k, src := range objects {
		begins += max(bytes.Index(r.src[begins:], src), 0)
		first := offsetPos(r.src, begins)
		d, at, err := readJSON(src, func(name string, at lang.Pos) bool { return r.leaves(name, behind(first, at)) })
		if err != nil {
			r.wrongJSON(offsetPos(r.src, begins+at), first, err)
			return
		}
		begins += len(src)
		for _, a := range d {
			a.File, a.At = r.File, behind(first, a.At)
		}
		if k > 0 {
			r.chains = append(r.chains, r.data)
		}
		r.data = d
	}
}

// behind is a place in a text that begins at another.
func behind(first, at lang.Pos) lang.Pos {
	if at.Line > 1 {
		return lang.Pos{Line: at.Line + first.Line - 1, Col: at.Col}
	}
	return lang.Pos{Line: first.Line, Col: at.Col + first.Col - 1}
}

// wrongJSON reports what is wrong with an object that begins at a place.
func (r *rReader) wrongJSON(at, first lang.Pos, err error) {
	var twice *twiceError
	if errors.As(err, &twice) {
		r.Errorf(at, lang.CodeDuplicateKey, "%s", err).WithRelated(behind(first, twice.before), "first given here")
		return
	}
	d := r.Errorf(at, lang.CodeDataSyntax, "%s", err)
	switch {
	case !errors.Is(err, errBehind):
	case r.ofChains:
		d.WithHint("starts of several chains are a list, [{...}, {...}]")
	default:
		d.WithHint("all values stand in one object, or in several files")
	}
}

// isList tells whether list(...) begins here.
func (r *rReader) isList() bool {
	return r.tok.kind == rWord && r.tok.text == "list" && r.peekByte() == '('
}

// lists reads list(...), one after the other, and a table behind them, as books print data. Of chains each list is
// another one.
func (r *rReader) lists() {
	for first := true; r.isList() && !r.failed; first = false {
		if !first {
			r.another()
		}
		r.next()
		r.next()
		r.list()
	}
	switch {
	case r.failed || r.tok.kind == rEnd:
	case r.tok.kind == rWord && r.peekByte() == '[':
		r.table()
	default:
		r.fail("the list has ended: %s", r.tok)
	}
}

// another begins the starts of another chain, where these are read.
func (r *rReader) another() {
	if r.ofChains {
		r.chains = append(r.chains, r.data)
		r.data, r.at = Data{}, map[string]lang.Pos{}
	}
}

// A rReader reads the data of R and BUGS.
type rReader struct {
	lang.Collector
	src       []byte
	pos       int
	line, col int
	tok       rToken
	data      Data
	at        map[string]lang.Pos // of the names
	byRow     []string            // arrays that were read row by row
	byRowAt   lang.Pos
	failed    bool
	ofChains  bool   // starts are read, and each list is of a chain
	chains    []Data // of the chains before
}

// toldRows warns of arrays in the order of BUGS.
func (r *rReader) toldRows() {
	if len(r.byRow) > 0 && !r.failed {
		r.Warnf(r.byRowAt, lang.CodeDataSyntax, "%s: read row by row, as BUGS writes structure(.Data = ...)", strings.Join(r.byRow, ", ")).
			WithHint("R and JAGS write structure(c(...), .Dim = ...), without .Data, column by column")
	}
}

// fail reports a mistake at the present token. What comes after it is not read.
func (r *rReader) fail(format string, args ...any) *lang.Diagnostic {
	r.failed = true
	d := r.Errorf(r.tok.at, lang.CodeDataSyntax, format, args...)
	r.pos = len(r.src)
	r.tok = rToken{at: r.tok.at}
	return d
}

// takes reads a mark, if it is there.
func (r *rReader) takes(mark string) bool {
	if r.tok.kind != rMark || r.tok.text != mark {
		return false
	}
	r.next()
	return true
}

func (r *rReader) wants(mark string) bool {
	if r.takes(mark) {
		return true
	}
	if !r.failed {
		r.fail("%s is expected here, not %s", mark, r.tok)
	}
	return false
}

// name reads the name of a value.
func (r *rReader) name() (string, bool) {
	if r.tok.kind != rWord && r.tok.kind != rText {
		if !r.failed {
			r.fail("the name of a value is expected here, not %s", r.tok).WithHint("write x <- c(1, 2), or list(x = c(1, 2))")
		}
		return "", false
	}
	n := r.tok.text
	if before, twice := r.at[n]; twice {
		r.Errorf(r.tok.at, lang.CodeDuplicateKey, "%s is given twice", n).WithRelated(before, "first given here")
	}
	r.at[n] = r.tok.at
	r.next()
	return n, true
}

// dump reads x <- value, line by line.
func (r *rReader) dump() {
	for r.tok.kind != rEnd {
		if r.takes(";") {
			continue
		}
		n, ok := r.name()
		if !ok {
			return
		}
		if !r.takes("<-") && !r.wants("=") {
			return
		}
		r.put(n)
	}
}

// list reads what stands between the brackets of list( ).
func (r *rReader) list() {
	for chains := 0; !r.failed && !r.takes(")"); {
		name := ""
		if !r.ofChains || !r.isList() {
			n, ok := r.name()
			if !ok || !r.wants("=") {
				return
			}
			name = n
		}
		switch {
		case r.ofChains && r.isList(): // list(...), or chain1 = list(...)
			delete(r.at, name)
			if chains++; chains > 1 {
				r.another()
			}
			r.next()
			r.next()
			r.list()
		default:
			r.put(name)
		}
		if r.tok.text != ")" && !r.wants(",") {
			return
		}
	}
}

// leaves warns of a name among starts that says which random numbers JAGS is to have.
func (r *rReader) leaves(name string, at lang.Pos) bool {
	if !r.ofChains || !strings.HasPrefix(name, ".RNG.") {
		return false
	}
	r.Warnf(at, lang.CodeUnused, "%s is left out: --seed says which random numbers the chains have", name)
	return true
}

// put reads the value of a name.
func (r *rReader) put(name string) {
	at := r.tok.at
	if r.leaves(name, r.at[name]) {
		if r.tok.kind == rText {
			r.next()
		} else {
			r.value()
		}
		return
	}
	a, rows := r.value()
	if r.failed {
		return
	}
	a.File, a.At = r.File, at
	if i := slices.IndexFunc(a.Values, func(x float64) bool { return math.IsInf(x, 0) }); i >= 0 {
		r.Errorf(at, lang.CodeDataNumber, "%s has an infinite value, number %d of those written here, and data are finite", name, i+1).
			WithHint("write NA where nothing is known, or a bound that is far out")
	}
	if rows {
		if r.byRow == nil {
			r.byRowAt = at
		}
		r.byRow = append(r.byRow, name)
	}
	a.tidy()
	r.data[name] = a
}
