package run

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/scanner"
	"go/token"
	"hash"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mpc"
	"mpc/codegen"
	"mpc/lang"
)

// fingerprint is the name of the program that mpc run builds of a package. It is that of
// what the program computes: comments, documentation and the places of statements in the
// model's file do not count, so that a comment costs no build.
func fingerprint(c *mpc.Compilation, harness []codegen.File) string {
	h := sha256.New()
	fmt.Fprintln(h, compilerSum())
	fmt.Fprintln(h, undocumented(c.File))
	for _, f := range slices.Concat(harness, c.Package.Files) {
		fmt.Fprintf(h, "\n%s\n", f.Name)
		writeTokens(h, f)
	}
	return hex.EncodeToString(h.Sum(nil))[:24]
}

// compilerSum stands for the compiler itself: it is the checksum of the executable that runs,
// since the numbers that are left out below may be those of its printer. Where that cannot be
// read it is what is known of its build.
var compilerSum = sync.OnceValue(func() string {
	// By its path another may be found, which was put in its place since it started.
	if sum, err := sumOf("/proc/self/exe"); err == nil {
		return sum
	}
	if path, err := os.Executable(); err == nil {
		if sum, err := sumOf(path); err == nil {
			return sum
		}
	}
	info, _ := debug.ReadBuildInfo()
	return fmt.Sprint(info)
})

// placeless are the files that have no places of the model: each number in them counts.
var placeless = []string{"distributions.go", "operators.go", "special.go", "samples.go", "draws.go", "kept.go"}

// statementName is what generated code calls the text of the statement of a line.
var statementName = regexp.MustCompile(`^line\d+`)

// writeTokens writes what the compiler reads of a file, without whole numbers where these
// may be lines of the model, which has its own numbers in its text.
func writeTokens(h hash.Hash, f codegen.File) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile(f.Name, -1, len(f.Source))
	s.Init(file, f.Source, nil, 0)
	numbers := slices.Contains(placeless, f.Name)
	for {
		_, tok, text := s.Scan()
		switch {
		case tok == token.EOF:
			return
		case numbers && text != "":
		case tok == token.INT:
			text = "0"
		case tok == token.IDENT:
			text = statementName.ReplaceAllString(text, "line")
		case tok == token.STRING:
			text = lineNumber.ReplaceAllString(text, "line")
		case text == "":
			text = tok.String()
		}
		fmt.Fprintf(h, "%s ", text)
	}
}

// undocumented is the text of a model without its documentation, its comments and the
// places of its items.
func undocumented(f *lang.File) string {
	bare := *f
	bare.Doc = ""
	bare.Inputs = slices.Clone(f.Inputs)
	for i := range bare.Inputs {
		in := *bare.Inputs[i]
		in.Doc = ""
		bare.Inputs[i] = &in
	}
	var b strings.Builder
	for line := range strings.Lines(bare.String()) {
		text, _ := cutPlace(line)
		b.WriteString(text)
		b.WriteByte('\n')
	}
	return b.String()
}

// cutPlace splits a line of a model's dump.
func cutPlace(line string) (text, place string) {
	line = strings.TrimSuffix(line, "\n")
	if i := strings.LastIndex(line, "  # "); i >= 0 {
		return line[:i], line[i+len("  # "):]
	}
	return line, ""
}

// placesOf lists the places of the items of a model: the same ones, in the same order,
// for two models that are undocumented the same.
func placesOf(f *lang.File) (list []lang.Pos) {
	bare := *f
	bare.Doc = ""
	for line := range strings.Lines(bare.String()) {
		_, place := cutPlace(line)
		var p lang.Pos
		if l, c, ok := strings.Cut(place, ":"); ok {
			p.Line, _ = strconv.Atoi(l) // a place is printed so
			p.Col, _ = strconv.Atoi(c)
		}
		list = append(list, p)
	}
	return list
}

// moves says where the items of a model are that stood elsewhere when its program was
// built: pairs of places, sorted by the first.
type moves [][2]lang.Pos

// placesFile is the file beside a program that has the places of the model at its build.
const placesFile = "places.json"

// savePlaces writes the places of a model for a program that is being built.
func savePlaces(dir string, f *lang.File) error {
	b, err := json.Marshal(placesOf(f))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, placesFile), b, 0o644)
}

// readMoves compares the places of a model with those at the build of its program.
// Without such a file nothing is known to have moved.
func readMoves(dir string, f *lang.File) (list moves) {
	var before []lang.Pos
	now := placesOf(f)
	b, err := os.ReadFile(filepath.Join(dir, placesFile))
	if err != nil || json.Unmarshal(b, &before) != nil || len(before) != len(now) || slices.Equal(before, now) {
		return nil
	}
	for i, p := range before {
		if p.IsKnown() {
			list = append(list, [2]lang.Pos{p, now[i]})
		}
	}
	slices.SortStableFunc(list, func(a, b [2]lang.Pos) int {
		switch {
		case a[0].Before(b[0]):
			return -1
		case b[0].Before(a[0]):
			return 1
		}
		return 0
	})
	return list
}

// now is where a place at the build is today: it moved with the item that it stands in.
func (m moves) now(at lang.Pos) lang.Pos {
	i, found := slices.BinarySearchFunc(m, at, func(p [2]lang.Pos, at lang.Pos) int {
		switch {
		case p[0].Before(at):
			return -1
		case at.Before(p[0]):
			return 1
		}
		return 0
	})
	if !found && (i == len(m) || m[i][0].Line != at.Line || i > 0 && m[i-1][0].Line == at.Line) {
		i-- // it stands in what begins before it, on its line or above
	}
	if i < 0 || !at.IsKnown() {
		return at
	}
	from, to := m[i][0], m[i][1]
	if at.Line == from.Line && at.Col > 0 {
		at.Col += to.Col - from.Col
	}
	at.Line += to.Line - from.Line
	return at
}

// line is where the first item of a line is today.
func (m moves) line(n int) int {
	for _, p := range m {
		if p[0].Line == n {
			return p[1].Line
		}
	}
	return m.now(lang.Pos{Line: n, Col: 1}).Line
}

var lineNumber = regexp.MustCompile(`\bline \d+`)

// text renews the lines that a message names.
func (m moves) text(message string) string {
	if m == nil {
		return message
	}
	return lineNumber.ReplaceAllStringFunc(message, func(s string) string {
		n, err := strconv.Atoi(strings.TrimPrefix(s, "line "))
		if err != nil {
			return s
		}
		return fmt.Sprintf("line %d", m.line(n))
	})
}
