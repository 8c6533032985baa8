package program

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mpc/lang"
)

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

// Moves says where the items of a model are that stood elsewhere when its program was
// built: pairs of places, sorted by the first.
type Moves [][2]lang.Pos

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
func readMoves(dir string, f *lang.File) (list Moves) {
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

// Now is where a place at the build is today: it moved with the item that it stands in.
func (m Moves) Now(at lang.Pos) lang.Pos {
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

// Line is where the first item of a line is today.
func (m Moves) Line(n int) int {
	for _, p := range m {
		if p[0].Line == n {
			return p[1].Line
		}
	}
	return m.Now(lang.Pos{Line: n, Col: 1}).Line
}

var lineNumber = regexp.MustCompile(`\bline \d+`)

// Text renews the lines that a message names.
func (m Moves) Text(message string) string {
	if m == nil {
		return message
	}
	return lineNumber.ReplaceAllStringFunc(message, func(s string) string {
		n, err := strconv.Atoi(strings.TrimPrefix(s, "line "))
		if err != nil {
			return s
		}
		return fmt.Sprintf("line %d", m.Line(n))
	})
}
