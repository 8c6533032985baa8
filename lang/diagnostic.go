package lang

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// A Severity says how bad a Diagnostic is.
type Severity int

const (
	Error   Severity = iota // the model cannot be used
	Warning                 // the model can be used, but may not be what was meant
)

// String is error or warning.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// MarshalText writes error or warning.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads error or warning.
func (s *Severity) UnmarshalText(text []byte) error {
	switch string(text) {
	case "error":
		*s = Error
	case "warning":
		*s = Warning
	default:
		return fmt.Errorf("severity is error or warning, not %q", text)
	}
	return nil
}

// A Diagnostic is one mistake, or one thing that looks like one, at a place in
// a file.
type Diagnostic struct {
	Severity Severity `json:"severity"`
	File     string   `json:"file"`
	Pos
	Code    string    `json:"code"`    // a stable word, what mpc explain takes
	Message string    `json:"message"` // what is wrong, then what would be right
	Hint    string    `json:"hint,omitempty"`
	Related []Related `json:"related,omitempty"`
	Source  string    `json:"source,omitempty"` // the line to show, where it is not a line of File

	Input   string `json:"-"` // that has no data, of missing-input
	Listing bool   `json:"-"` // the hint lists what there is, and does not say what to write
}

// A Related is another place that a Diagnostic speaks of.
type Related struct {
	File string `json:"file,omitempty"` // empty: the file of the Diagnostic
	Pos
	Message string `json:"message"`
}

// Error is the first line of the diagnostic: file:line:column: error: message [code].
func (d Diagnostic) Error() string {
	var b strings.Builder
	writePlace(&b, d.File, d.Pos)
	fmt.Fprintf(&b, "%s: %s", d.Severity, d.Message)
	if d.Code != "" {
		fmt.Fprintf(&b, " [%s]", d.Code)
	}
	return b.String()
}

// String is the same as Error.
func (d Diagnostic) String() string { return d.Error() }

// WithHint sets the hint: what to write instead, or where to look.
func (d *Diagnostic) WithHint(format string, args ...any) *Diagnostic {
	d.Hint = fmt.Sprintf(format, args...)
	return d
}

// WithListing sets a hint that lists what there is.
func (d *Diagnostic) WithListing(format string, args ...any) *Diagnostic {
	d.Listing = true
	return d.WithHint(format, args...)
}

// WithRelated adds another place of the same file.
func (d *Diagnostic) WithRelated(at Pos, format string, args ...any) *Diagnostic {
	d.Related = append(d.Related, Related{Pos: at, Message: fmt.Sprintf(format, args...)})
	return d
}

func writePlace(b *strings.Builder, file string, at Pos) {
	if file != "" {
		b.WriteString(file)
		b.WriteByte(':')
	}
	if at.IsKnown() {
		b.WriteString(at.String())
		b.WriteByte(':')
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
}

// Diagnostics is a list of them; as an error it is the list of their first
// lines. A nil list is no error: return it as an error only if HasErrors.
type Diagnostics []Diagnostic

// Error is the first line of each diagnostic, one a line.
func (ds Diagnostics) Error() string {
	lines := make([]string, len(ds))
	for i, d := range ds {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// Sort orders by file and place, errors before warnings at one place; what
// compares equal keeps its order.
func (ds Diagnostics) Sort() {
	sort.SliceStable(ds, func(i, j int) bool {
		a, b := ds[i], ds[j]
		if a.File != b.File {
			return a.File < b.File
		}
		if a.Pos != b.Pos {
			return a.Pos.Before(b.Pos)
		}
		return a.Severity < b.Severity
	})
}

// HasErrors reports whether one of them is an error.
func (ds Diagnostics) HasErrors() bool {
	for _, d := range ds {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// Errors returns the errors alone.
func (ds Diagnostics) Errors() Diagnostics { return ds.of(Error) }

// Warnings returns the warnings alone.
func (ds Diagnostics) Warnings() Diagnostics { return ds.of(Warning) }

func (ds Diagnostics) of(s Severity) Diagnostics {
	var out Diagnostics
	for _, d := range ds {
		if d.Severity == s {
			out = append(out, d)
		}
	}
	return out
}

// maxErrors is how many errors one Collector keeps: a file of another kind
// would yield one for each of its lines.
const maxErrors = 100

// A Collector gathers the diagnostics of one file. The zero Collector with its
// File set is ready to use.
type Collector struct {
	File   string
	Origin *Origin // whose words diagnostics have; nil for those of the file
	list   []*Diagnostic
	errors int
}

// Errorf adds an error. The Diagnostic returned may be given a hint and related
// places until List is called.
func (c *Collector) Errorf(at Pos, code, format string, args ...any) *Diagnostic {
	c.errors++
	return c.add(Error, at, code, format, args...)
}

// Warnf adds a warning, as Errorf adds an error.
func (c *Collector) Warnf(at Pos, code, format string, args ...any) *Diagnostic {
	return c.add(Warning, at, code, format, args...)
}

func (c *Collector) add(s Severity, at Pos, code, format string, args ...any) *Diagnostic {
	if c.Origin != nil {
		args = slices.Clone(args)
		for i, a := range args {
			args[i] = c.Origin.said(a)
		}
	}
	d := &Diagnostic{Severity: s, File: c.File, Pos: at, Code: code, Message: fmt.Sprintf(format, args...)}
	if len(c.list) <= 2*maxErrors && (s == Warning || c.errors <= maxErrors) {
		c.list = append(c.list, d)
	}
	return d
}

// take adds what another Collector gathered, but for one line.
func (c *Collector) take(other *Collector, line int) {
	for _, d := range other.list {
		if d.Line == line {
			continue
		}
		if d.Severity == Error {
			c.errors++
		}
		c.list = append(c.list, d)
	}
}

// HasErrors reports whether an error was added.
func (c *Collector) HasErrors() bool { return c.errors > 0 }

// Errors is how many errors were added.
func (c *Collector) Errors() int { return c.errors }

// Full reports whether there are so many errors that looking for more is of no
// use; further ones are dropped.
func (c *Collector) Full() bool { return c.errors > maxErrors }

// List returns what was added, sorted, each once.
func (c *Collector) List() Diagnostics {
	var out Diagnostics
	type key struct {
		Pos
		code, message string
	}
	seen := make(map[key]bool)
	for _, d := range c.list {
		k := key{d.Pos, d.Code, d.Message}
		if !seen[k] {
			seen[k] = true
			said := *d
			said.Hint = c.Origin.Hint(d.Hint)
			out = append(out, said)
		}
	}
	out.Sort()
	if c.Full() {
		out = append(out, Diagnostic{File: c.File, Code: CodeTooMany,
			Message: fmt.Sprintf("more than %d errors; correct the first ones and run again", maxErrors)})
	}
	return out
}
