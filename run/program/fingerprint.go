package program

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/scanner"
	"go/token"
	"hash"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
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
