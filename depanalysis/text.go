package depanalysis

import (
	"fmt"
	"strconv"
	"strings"
)

// The text form of a graph, one line per item:
//
//	axes t s
//	sequential T t
//	node x [t s] output init guess uniform overshoots bound line=12
//	edge y <- x required skip trigger fresh noinit declaration any=1 t-1 s?
//
// A line sequential names a range and the axes over it. An edge names its target first. Of the axes that both ends run over, "t-1"
// says that the target at t reads the source at t-1, "s?" that it reads others,
// not known which; an axis that is not named is read at the same element. A name
// with a blank or a quote is quoted, and an end may be given as #7, the node's ID.

// kindNames are the words for the kinds, in the order in which they are printed.
func kindNames() []struct {
	kind Kind
	name string
} {
	return []struct {
		kind Kind
		name string
	}{
		{Required, "required"},
		{SkipIfUniform, "skip"},
		{Trigger, "trigger"},
		{Fresh, "fresh"},
		{NoInit, "noinit"},
		{Declaration, "declaration"},
	}
}

// String lists the kinds, separated by blanks: "required trigger".
func (k Kind) String() string {
	var words []string
	for _, w := range kindNames() {
		if k&w.kind != 0 {
			words = append(words, w.name)
		}
	}
	return strings.Join(words, " ")
}

// String prints the graph, one line for each node and each edge; Parse reads it.
func (g *Graph) String() string {
	var b strings.Builder
	if len(g.Axes) > 0 {
		b.WriteString("axes " + strings.Join(g.Axes, " ") + "\n")
	}
	for _, r := range g.Sequential {
		b.WriteString("sequential " + word(r.Name))
		for _, a := range r.Axes {
			b.WriteString(" " + g.Axes[a])
		}
		b.WriteByte('\n')
	}
	seen := make(map[string]int)
	for _, n := range g.Nodes {
		seen[n.Name]++
	}
	for _, n := range g.Nodes {
		b.WriteString("node " + word(n.Name))
		if len(n.Axes) > 0 {
			names := make([]string, len(n.Axes))
			for i, a := range n.Axes {
				names[i] = g.Axes[a]
			}
			b.WriteString(" [" + strings.Join(names, " ") + "]")
		}
		for _, f := range []struct {
			on   bool
			name string
		}{{n.Output, "output"}, {n.Init, "init"}, {n.Guess, "guess"}, {n.Uniform, "uniform"}, {n.Overshoots, "overshoots"}, {n.Bound, "bound"}} {
			if f.on {
				b.WriteString(" " + f.name)
			}
		}
		if n.Line != 0 {
			fmt.Fprintf(&b, " line=%d", n.Line)
		}
		b.WriteByte('\n')
	}
	end := func(id int) string {
		name := g.Nodes[id].Name
		if seen[name] > 1 || name == "" || name[0] == '#' {
			return "#" + strconv.Itoa(id)
		}
		return word(name)
	}
	for _, e := range g.Edges {
		b.WriteString("edge " + end(e.To) + " <- " + end(e.From))
		if s := e.Kind.String(); s != "" {
			b.WriteString(" " + s)
		}
		if e.Group != 0 {
			fmt.Fprintf(&b, " any=%d", e.Group)
		}
		if e.Others {
			b.WriteString(" others")
		}
		for _, o := range e.Offsets {
			switch {
			case o.Any:
				b.WriteString(" " + g.Axes[o.Axis] + "?")
			case o.Steps != 0:
				fmt.Fprintf(&b, " %s%+d", g.Axes[o.Axis], o.Steps)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// word quotes a name that would not be read as one word.
func word(name string) string {
	if name == "" || strings.ContainsAny(name, " \t\n\"") {
		return strconv.Quote(name)
	}
	return name
}

// Parse reads the text form of a graph. An axis that no axes line declares is
// added where it first appears.
func Parse(text string) (*Graph, error) {
	p := &parser{g: &Graph{}, nodes: make(map[string]int), axes: make(map[string]int)}
	for i, line := range strings.Split(text, "\n") {
		words, err := split(line)
		if err == nil && len(words) > 0 {
			err = p.line(words)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return p.g, nil
}

type parser struct {
	g     *Graph
	nodes map[string]int
	axes  map[string]int
}

// split cuts a line into words; brackets stand alone, a # that begins a line
// begins a comment.
func split(line string) ([]string, error) {
	var words []string
	for {
		line = strings.TrimLeft(line, " \t\r")
		if line == "" || line[0] == '#' && len(words) == 0 {
			return words, nil
		}
		if line[0] == '"' {
			q, err := strconv.QuotedPrefix(line)
			if err != nil {
				return nil, err
			}
			w, err := strconv.Unquote(q)
			if err != nil {
				return nil, err
			}
			words = append(words, w)
			line = line[len(q):]
			continue
		}
		n := strings.IndexAny(line, " \t\r")
		if n < 0 {
			n = len(line)
		}
		words = append(words, line[:n])
		line = line[n:]
	}
}

func (p *parser) line(words []string) error {
	switch words[0] {
	case "axes":
		for _, w := range words[1:] {
			p.axis(w)
		}
		return nil
	case "sequential":
		if len(words) < 2 {
			return fmt.Errorf("a line sequential needs a range")
		}
		r := Sequential{Name: words[1]}
		for _, w := range words[2:] {
			r.Axes = append(r.Axes, p.axis(w))
		}
		p.g.Sequential = append(p.g.Sequential, r)
		return nil
	case "node":
		return p.node(words[1:])
	case "edge":
		return p.edge(words[1:])
	}
	return fmt.Errorf("a line begins with axes, sequential, node or edge, not %q", words[0])
}

func (p *parser) axis(name string) int {
	if a, ok := p.axes[name]; ok {
		return a
	}
	p.axes[name] = len(p.g.Axes)
	p.g.Axes = append(p.g.Axes, name)
	return p.axes[name]
}

func (p *parser) node(words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("a node needs a name")
	}
	n := Node{Name: words[0]}
	open := false
	for _, w := range words[1:] {
		if w[0] == '[' && !open {
			open, w = true, w[1:]
		}
		if open {
			last := strings.HasSuffix(w, "]")
			if w = strings.TrimSuffix(w, "]"); w != "" {
				n.Axes = append(n.Axes, p.axis(w))
			}
			open = !last
			continue
		}
		switch {
		case w == "output":
			n.Output = true
		case w == "init":
			n.Init = true
		case w == "guess":
			n.Guess = true
		case w == "uniform":
			n.Uniform = true
		case w == "overshoots":
			n.Overshoots = true
		case w == "bound":
			n.Bound = true
		case strings.HasPrefix(w, "line="):
			line, err := strconv.Atoi(w[len("line="):])
			if err != nil {
				return err
			}
			n.Line = line
		default:
			return fmt.Errorf("unknown word %q", w)
		}
	}
	if _, ok := p.nodes[n.Name]; !ok {
		p.nodes[n.Name] = len(p.g.Nodes)
	}
	p.g.Nodes = append(p.g.Nodes, n)
	return nil
}

func (p *parser) end(w string) (int, error) {
	if id, ok := p.nodes[w]; ok {
		return id, nil
	}
	if strings.HasPrefix(w, "#") {
		if id, err := strconv.Atoi(w[1:]); err == nil && id >= 0 && id < len(p.g.Nodes) {
			return id, nil
		}
	}
	return 0, fmt.Errorf("no node %q", w)
}

func (p *parser) edge(words []string) error {
	if len(words) < 3 || words[1] != "<-" {
		return fmt.Errorf("an edge is written target <- source")
	}
	to, err := p.end(words[0])
	if err != nil {
		return err
	}
	from, err := p.end(words[2])
	if err != nil {
		return err
	}
	e := Edge{From: from, To: to}
	for _, a := range p.g.Nodes[to].Axes {
		for _, b := range p.g.Nodes[from].Axes {
			if a == b {
				e.Offsets = append(e.Offsets, Offset{Axis: a})
			}
		}
	}
next:
	for _, w := range words[3:] {
		for _, k := range kindNames() {
			if w == k.name {
				e.Kind |= k.kind
				continue next
			}
		}
		if strings.HasPrefix(w, "any=") {
			if e.Group, err = strconv.Atoi(w[len("any="):]); err != nil {
				return err
			}
			continue
		}
		if w == "others" {
			e.Others = true
			continue
		}
		if err := p.offset(&e, w); err != nil {
			return err
		}
	}
	// Edges are sorted by To, then From.
	at := len(p.g.Edges)
	for at > 0 {
		b := p.g.Edges[at-1]
		if b.To < e.To || b.To == e.To && b.From <= e.From {
			break
		}
		at--
	}
	p.g.Edges = append(p.g.Edges, Edge{})
	copy(p.g.Edges[at+1:], p.g.Edges[at:])
	p.g.Edges[at] = e
	return nil
}

// offset reads "t-1", "t+2" or "t?" into e.
func (p *parser) offset(e *Edge, w string) error {
	cut := strings.LastIndexAny(w, "+-?")
	if cut <= 0 {
		return fmt.Errorf("unknown word %q", w)
	}
	o := Offset{Axis: p.axis(w[:cut]), Any: w[cut:] == "?"}
	if !o.Any {
		steps, err := strconv.Atoi(w[cut:])
		if err != nil {
			return fmt.Errorf("unknown word %q", w)
		}
		o.Steps = steps
	}
	for i := range e.Offsets {
		if e.Offsets[i].Axis == o.Axis {
			e.Offsets[i] = o
			return nil
		}
	}
	return fmt.Errorf("%q: not an axis of both ends", w)
}
