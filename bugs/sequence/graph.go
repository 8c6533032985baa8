package sequence

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"mpc/bugs"
	"mpc/lang"
)

// A Graph is the graph of the statements of a program. It is the same for all sizes.
type Graph struct {
	Statements []*Statement
	Edges      []*Edge
	program    *bugs.Program
	kinds      Kinds
	known      map[string]bool // follows from data alone
	names      map[string]bool // all names of the program
}

// NewGraph finds the dependences of a program's statements. Without kinds, what no statement
// defines is data. The errors are names without a value, and elements that nothing defines.
func NewGraph(p *bugs.Program, kinds Kinds) (*Graph, lang.Diagnostics) {
	report := &lang.Collector{File: p.Name}
	g := &Graph{program: p, names: map[string]bool{}}
	g.Statements = append(statements(p.Data, nil, true), statements(p.Model, nil, false)...)
	defined := map[string][]*Statement{}
	for i, s := range g.Statements {
		s.ID = i + 1
		defined[s.Target.Name] = append(defined[s.Target.Name], s)
		g.names[s.Target.Name] = true
		seen := map[string]bool{}
		for _, l := range s.Loops {
			g.names[l.Index] = true
			if seen[l.Index] {
				report.Errorf(l.At, lang.CodeUnsupported, "%s is the index of a loop around this one too", l.Index).WithHint("give it another name")
			}
			seen[l.Index] = true
		}
	}
	g.kinds = Kinds{}
	for n, k := range kinds {
		if k == Part && defined[n] == nil {
			k = All // what no statement gives a value is not read where it is missing
		}
		g.kinds[n] = k
	}
	for _, s := range g.Statements {
		for _, r := range s.refs() {
			g.names[r.Name] = true
			if defined[r.Name] == nil && g.kinds[r.Name] == Not {
				if kinds != nil {
					report.Errorf(r.At, lang.CodeUnknownName, "%s is neither given by the data nor defined", r.Name)
				}
				g.kinds[r.Name] = All
			}
		}
	}
	g.settle(defined)
	g.roles(defined)
	for _, s := range g.Statements {
		g.read(s, defined, report)
	}
	return g, report.List()
}

// Kinds are those that the graph is of: without data, what no statement defines is All.
func (g *Graph) Kinds() Kinds { return maps.Clone(g.kinds) }

// made tells whether data { } draws elements of a name that the model draws too: they are data of the model.
func (g *Graph) made(draw *Statement, list []*Statement) bool {
	return !draw.InData && slices.ContainsFunc(list, func(d *Statement) bool { return d.InData && d.Dist != nil })
}

// settle finds the names that follow from data alone: all their definitions read data and such
// names, and what is drawn of them is defined too.
func (g *Graph) settle(defined map[string][]*Statement) {
	g.known = map[string]bool{}
	for n, list := range defined {
		for _, s := range list {
			if s.Dist == nil && g.kinds[n] == Not {
				g.known[n] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range g.Statements {
			n := s.Target.Name
			ok := true
			if s.Dist != nil {
				ok = mirrored(s, defined[n])
			} else {
				for _, r := range s.refs() {
					ok = ok && (g.kinds[r.Name] == All || g.known[r.Name])
				}
			}
			if g.known[n] && !ok {
				delete(g.known, n)
				changed = true
			}
		}
	}
}

// mirrored tells whether a definition is of the elements that a draw is of, written the same way.
func mirrored(draw *Statement, list []*Statement) bool {
	for _, d := range list {
		if d.Dist == nil && d.Target.String()+ranges(d.Loops) == draw.Target.String()+ranges(draw.Loops) {
			return true
		}
	}
	return false
}

// meets tells whether definitions may be of elements that a draw is of.
func (g *Graph) meets(draw *Statement, list []*Statement) bool {
	for _, d := range list {
		if d.Dist == nil && g.depends(d, draw, draw.Target) != nil {
			return true
		}
	}
	return false
}

// roles says what each statement does.
func (g *Graph) roles(defined map[string][]*Statement) {
	for _, s := range g.Statements {
		switch n := s.Target.Name; {
		case s.Dist == nil:
		case g.kinds[n] == All || mirrored(s, defined[n]) || g.made(s, defined[n]):
			s.Role = Observe
		case g.kinds[n] == Part || g.meets(s, defined[n]):
			s.Role = Partly
		default:
			s.Role = Draw
		}
	}
}

// read adds the edges to a statement.
func (g *Graph) read(s *Statement, defined map[string][]*Statement, report *lang.Collector) {
	if s.Dist != nil && g.kinds[s.Target.Name] != All {
		// What is defined before is observed.
		for _, d := range defined[s.Target.Name] {
			if d.Dist == nil || d.InData && !s.InData {
				if e := g.depends(d, s, s.Target); e != nil {
					g.Edges = append(g.Edges, e)
				}
			}
		}
	}
	seen := map[string]bool{}
	for _, r := range s.refs() {
		if g.kinds[r.Name] == All || seen[r.String()] {
			continue
		}
		seen[r.String()] = true
		some := false
		for _, d := range defined[r.Name] {
			if d.Role == Observe {
				continue
			}
			if e := g.depends(d, s, r); e != nil {
				g.Edges = append(g.Edges, e)
				some = true
			}
		}
		if !some && g.kinds[r.Name] == Not && g.runs(s) {
			g.undefined(r, s, defined[r.Name], report)
		}
	}
}

// runs tells whether a statement is known to run at least once, whatever the sizes.
func (g *Graph) runs(s *Statement) bool {
	for _, l := range s.Loops {
		lo, c := g.subscript(l.Range.Lo, s)
		hi, d := g.subscript(l.Range.Hi, s)
		if n := hi.minus(lo); c != affine || d != affine || !n.isConstant() || n.C < 0 {
			return false
		}
	}
	return true
}

func (g *Graph) undefined(r *bugs.Ref, s *Statement, list []*Statement, report *lang.Collector) {
	d := report.Errorf(r.At, lang.CodeUndefined, "%s is read here, and no statement defines it", r)
	var texts []string
	for _, x := range list {
		texts = append(texts, x.Target.String())
		if len(d.Related) < 3 {
			d.WithRelated(x.At, "%s is defined here%s", x.Target, ranges(x.Loops))
		}
	}
	if len(texts) > 0 {
		d.WithHint("give %s a statement of its own, %s ~ or %s <-; those of %s are %s", r, r, r, r.Name, strings.Join(texts, " and "))
	}
}

func ranges(loops []*bugs.For) string {
	text := ""
	for i, l := range loops {
		text += ", "
		if i == 0 {
			text = " for "
		}
		text += l.Index + " in " + l.Range.String()
	}
	return text
}

// String lists the statements, and their edges with the distances.
func (g *Graph) String() string {
	var b strings.Builder
	for _, s := range g.Statements {
		fmt.Fprintf(&b, "%d  %s\n", s.ID, s.text())
	}
	list := append([]*Edge{}, g.Edges...)
	sort.SliceStable(list, func(i, j int) bool {
		if list[i].From.ID != list[j].From.ID {
			return list[i].From.ID < list[j].From.ID
		}
		return list[i].To.ID < list[j].To.ID
	})
	for _, e := range list {
		fmt.Fprintf(&b, "%d -> %d  %s  %s\n", e.From.ID, e.To.ID, e.Read, g.Distance(e))
	}
	return b.String()
}

// text is the statement with its loops, in a line.
func (s *Statement) text() string { return s.Relation.String() + ranges(s.Loops) }
