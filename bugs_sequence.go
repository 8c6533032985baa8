package mpc

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"mpc/bugs"
	"mpc/bugs/replay"
	"mpc/bugs/sequence"
	"mpc/bugs/unroll"
	"mpc/data"
	"mpc/lang"
	"mpc/viz"
)

// A BUGSSequence is a program of BUGS with the graph of its statements and the sequential program
// that has been found.
type BUGSSequence struct {
	Source  *bugs.Program
	Data    bugs.Data // nil where none are given
	Graph   *sequence.Graph
	Program *sequence.Program // nil where only the graph was asked for
}

// SequenceOptions say which sequential program is looked for.
type SequenceOptions struct {
	Fission bool // each statement has loops of its own where it may have
	// Read is a file with a sequential program, as it is printed, that is taken in place of one that is found; "" is none.
	Read string
}

// maxReplayed is how many elements a sequential program is replayed on.
const maxReplayed = 300_000

// SequenceBUGS finds a sequential program. The data say which names are known, and which have
// missing values; the program does not depend on sizes and values. It is replayed on the data
// element by element, where these are not too many. Warnings come with a program, errors in place
// of one.
func SequenceBUGS(path string, opt BUGSOptions, o SequenceOptions) (*BUGSSequence, Diagnostics, error) {
	s, d, err := GraphBUGS(path, opt)
	if err != nil {
		return nil, nil, err
	}
	_, drawn := s.Source.InData()
	if drawn != nil {
		s.Program, d, err = o.withDrawnData(s, d)
	} else {
		s.Program, d, err = o.sequenced(s, d)
	}
	if err != nil {
		return nil, nil, err
	}
	return s, d, nil
}

// sequenced finds a sequential program, or reads it, and replays it on the data, if there are any. The diagnostics are those that there
// are before, and warnings.
func (o SequenceOptions) sequenced(s *BUGSSequence, d Diagnostics) (*sequence.Program, Diagnostics, error) {
	path := s.Source.Name
	p, more, err := o.program(s.Graph)
	if d = append(d, more...); err != nil || d.HasErrors() {
		return nil, nil, cmp.Or(err, error(d))
	}
	if s.Data == nil {
		return p, d, nil
	}
	w, more := unroll.New(s.Source, s.Data)
	if d = append(d, more...); d.HasErrors() {
		return nil, nil, d
	}
	if w.Size() > maxReplayed && o.Read == "" {
		return p, append(d, lang.Diagnostic{File: path, Pos: lang.Pos{Line: 1, Col: 1}, Severity: lang.Warning, Code: lang.CodeUnsupported,
			Message: fmt.Sprintf("the program is not replayed on the data, which have more than %d elements: what is undefined there, and what depends on itself by subscripts that are data, is not found", maxReplayed),
			Hint:    "data of fewer elements tell, or a run"}), nil
	}
	list, err := w.Instances()
	if err != nil {
		return nil, nil, append(d, w.Diagnose(err)...)
	}
	if d = append(d, w.Check(list)...); d.HasErrors() {
		return nil, nil, d
	}
	if _, err := w.Order(list); err != nil {
		return nil, nil, append(d, w.Diagnose(err)...)
	}
	if err := replay.Check(p, w); err != nil && o.Read != "" {
		return nil, nil, o.refused(path, w, err)
	} else if err != nil {
		if wrong := s.otherSize(err); wrong != nil {
			return nil, nil, append(d, *wrong)
		}
		return nil, nil, fmt.Errorf("the sequential program that was found is wrong, which is a mistake of mpc: %w", err)
	}
	return p, d, nil
}

// withDrawnData is sequenced of a program whose block data { } draws: the sequential program of that block, and behind it that of the model,
// of which all that the block defines is data, as in a run.
func (o SequenceOptions) withDrawnData(s *BUGSSequence, d Diagnostics) (*sequence.Program, Diagnostics, error) {
	names, drawn := s.Source.InData()
	if o.Read != "" {
		wrong := lang.Diagnostic{Severity: lang.Error, File: s.Source.Name, Pos: drawn.At, Code: lang.CodeUnsupported,
			Message: fmt.Sprintf("%s is drawn in data { }: a sequential program of such a program is printed, and not read", drawn.Target)}
		return nil, nil, lang.Diagnostics{*wrong.WithHint("give the values as data, without the block")}
	}
	block, model := s.Source.Blocks()
	kinds := s.Graph.Kinds()
	values := s.Data
	if values != nil {
		var made Diagnostics
		var err error
		if _, values, made, err = drawnData(s.Source, values); err != nil {
			return nil, nil, err
		}
		d = append(d, made...)
	}
	all := &sequence.Program{}
	for _, part := range []*BUGSSequence{{Source: block, Data: s.Data}, {Source: model, Data: values}} {
		g, more := sequence.NewGraph(part.Source, kinds)
		if d = append(d, more...); d.HasErrors() {
			return nil, nil, d
		}
		part.Graph = g
		p, said, err := o.sequenced(part, d)
		if err != nil {
			return nil, nil, err
		}
		d, all.Body = said, append(all.Body, p.Body...)
		for _, n := range names {
			kinds[n] = sequence.All
		}
	}
	return all, d, nil
}

// otherSize is the error of data that have fewer elements of an array than the program; nil where err is another one.
func (s *BUGSSequence) otherSize(err error) *lang.Diagnostic {
	var mark *replay.MarkError
	if !errors.As(err, &mark) || s.Data[mark.Name] == nil {
		return nil
	}
	return &lang.Diagnostic{Severity: lang.Error, File: s.Source.Name, Pos: mark.At, Code: lang.CodeIndex,
		Message: fmt.Sprintf("%s has %d elements in the data, and statements of it reach further", mark.Name, len(s.Data[mark.Name].Values)),
		Hint:    "compare the bounds of its loops with the data"}
}

// refused says why a program that was read is no order of the program: at its line, or, of what it leaves out, at the statement.
func (o SequenceOptions) refused(path string, w *unroll.World, err error) lang.Diagnostics {
	d := lang.Diagnostic{Severity: lang.Error, File: o.Read, Pos: lang.Pos{Line: 1, Col: 1}, Code: lang.CodeUndefined,
		Hint: "mpc sequence " + path + " prints one that is"}
	var at *replay.Error
	var out *replay.LeftOut
	var mark *replay.MarkError
	if errors.As(err, &mark) {
		errors.As(err, &at)
		d.Pos, d.Message, d.Hint = at.At, mark.Message, mark.Hint
		return lang.Diagnostics{d}
	}
	switch {
	case errors.As(err, &at):
		err, d.Pos = at.Err, at.At
	case errors.As(err, &out):
		d.File, d.Pos = path, out.At
		d.Message = fmt.Sprintf("%s is no order of this: %s there", o.Read, err)
		return lang.Diagnostics{d}
	}
	d.Message = "this is no order of " + path + ": " + w.Diagnose(err)[0].Message
	return lang.Diagnostics{d}
}

// program finds a sequential program, or reads it.
func (o SequenceOptions) program(g *sequence.Graph) (*sequence.Program, lang.Diagnostics, error) {
	if o.Read == "" {
		p, d := sequence.Sequence(g, sequence.Options{Fission: o.Fission})
		return p, d, nil
	}
	text, err := data.ReadFile(o.Read)
	if err != nil {
		return nil, nil, err
	}
	p, err := sequence.Parse(string(text))
	var wrong *sequence.SyntaxError
	if errors.As(err, &wrong) {
		d := lang.Diagnostic{Severity: lang.Error, File: o.Read, Pos: lang.Pos{Line: wrong.Line, Col: 1}, Code: lang.CodeSyntax, Message: wrong.Err.Error()}
		return nil, nil, lang.Diagnostics{*d.WithHint("a sequential program is what mpc sequence prints: a statement, or the head of a loop, in each line")}
	}
	return p, nil, err
}

// GraphBUGS finds the graph of the statements of a program, of which the data say what is known.
func GraphBUGS(path string, opt BUGSOptions) (*BUGSSequence, Diagnostics, error) {
	prog, values, d, err := readBUGS(path, opt)
	if err != nil {
		return nil, nil, err
	}
	if opt.Simulate {
		var made Diagnostics
		if prog, values, made, err = drawnData(prog, values); err != nil {
			return nil, nil, err
		}
		d = append(d, made...)
	}
	var kinds sequence.Kinds
	if len(opt.Data) == 0 && opt.Values == nil {
		values = nil
	} else {
		kinds = sequence.KindsOf(values)
	}
	g, more := sequence.NewGraph(prog, kinds)
	if d = append(d, more...); d.HasErrors() {
		return nil, nil, d
	}
	return &BUGSSequence{Source: prog, Data: values, Graph: g}, d, nil
}

// Draw draws the graph of the statements as "dot", which is text, or as "svg" or "png", which need
// Graphviz.
func (s *BUGSSequence) Draw(ctx context.Context, format string) ([]byte, error) {
	p := viz.Statements(s.Graph)
	if format == "dot" {
		return []byte(p.Dot()), nil
	}
	return viz.Render(ctx, p, format)
}
