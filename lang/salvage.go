package lang

import (
	"io"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// maxSalvaged is how often something that is not YAML is left out before the rest
// of a file is given up.
const maxSalvaged = 8

// A section is a key that starts a line, with the lines below it.
type section struct {
	key        string
	first, end int // lines from first up to end, counted from 0
}

// document returns the root of the file, nil if there is none. A key whose text
// is not YAML is reported and left out, so that the mistakes in the others show
// in the same run.
func (d *decoder) document() *yaml.Node {
	d.yaml = d.src.text
	reported := map[int]bool{} // by the first line of a section
	for range maxSalvaged {
		reader := yaml.NewDecoder(strings.NewReader(d.yaml))
		doc, err := readDocument(reader)
		if err == nil {
			second, more := readDocument(reader)
			if more == io.EOF {
				return doc.Content[0]
			}
			if more == nil {
				d.report.Errorf(d.at(second), CodeYAMLFeature, "a second document starts here").
					WithHint("a file holds one model; remove the line ---")
				return doc.Content[0]
			}
			err = more
		}
		if err == io.EOF {
			if len(reported) == 0 {
				d.report.Errorf(Pos{1, 1}, CodeEmpty, "the file holds comments only").
					WithHint("a model has at least the keys model and program")
			}
			return nil
		}
		line, problem, certain := d.badLine(err)
		s, found := d.sectionAt(line - 1)
		if !certain || !found {
			if len(reported) == 0 {
				d.syntaxError(line, problem, section{})
			}
			return nil
		}
		if !reported[s.first] {
			reported[s.first] = true
			d.syntaxError(line, problem, s)
			if s.key == "inputs" && line-1 > s.first {
				d.leaveOut(line-1, line, true)
				continue
			}
		}
		d.skippedKeys[s.key] = true
		read := s.key == "program" && d.salvageProgram(s, line)
		d.leaveOut(s.first, s.end, !read)
	}
	return nil
}

var keyLine = regexp.MustCompile(`^([A-Za-z_][A-Za-z_0-9]*)[ \t]*(:?)`)

// sectionAt finds the section that a line belongs to.
func (d *decoder) sectionAt(line int) (s section, found bool) {
	for i := range d.src.lines {
		m := keyLine.FindStringSubmatch(d.line(i))
		if m == nil || m[2] == "" && !slices.Contains(topKeys(), m[1]) {
			continue
		}
		if i > line {
			s.end = i
			return s, found
		}
		s, found = section{key: m[1], first: i}, true
	}
	s.end = len(d.src.lines)
	return s, found
}

// line is the text of a line, counted from 0, without its end.
func (d *decoder) line(i int) string {
	start := d.src.lines[i]
	return d.src.text[start:d.src.lineEnd(start)]
}

// span is the offsets of some lines, counted from 0.
func (d *decoder) span(first, end int) (from, to int) {
	to = len(d.src.text)
	if end < len(d.src.lines) {
		to = d.src.lines[end]
	}
	return d.src.lines[first], to
}

// leaveOut replaces lines by blanks, which keeps all places, and notes the names
// in them where they are lost with it.
func (d *decoder) leaveOut(first, end int, lost bool) {
	from, to := d.span(first, end)
	if lost {
		d.file.skipText(d.src.text[from:to])
	}
	blank := strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(d.src.text[from:to], " "))
	// A character of several bytes is one blank: the text after it moves, but for
	// the blanks added at the end of the last line.
	pad := strings.Repeat(" ", to-from-len(blank))
	if strings.HasSuffix(blank, "\n") {
		blank = blank[:len(blank)-1] + pad + "\n"
	} else {
		blank += pad
	}
	d.yaml = d.yaml[:from] + blank + d.yaml[to:]
}

var programHead = regexp.MustCompile(`^program[ \t]*:[ \t]*([|>][-+0-9]*)?[ \t]*(#.*)?\r?$`)

// salvageProgram reads the statements in the lines of the key program, which are
// not YAML; what is wrong with the bad line is reported already. It returns false
// where the statements do not stand in lines of their own.
func (d *decoder) salvageProgram(s section, bad int) bool {
	if !programHead.MatchString(d.line(s.first)) || s.first+1 >= s.end {
		return false
	}
	from, to := d.span(s.first+1, s.end)
	own := &Collector{File: d.report.File}
	newParser(fragment{src: d.src, text: d.src.text[from:to], base: from}, own).finish(d.file)
	d.report.take(own, bad)
	return true
}
