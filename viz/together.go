package viz

import (
	"fmt"
	"slices"
	"strings"

	"github.com/emicklei/dot"

	"mpc/depanalysis"
	"mpc/model"
)

// wide is how many characters of a statement a box shows, and tall how many updates.
const (
	wide = 44
	tall = 6
)

// A bundle is what one box of the dependencies stands for: an update, or those of one
// statement that run over the same loops.
type bundle struct {
	statement string // of several updates
	updates   []int
}

// boxes are the boxes of the dependencies, with which of them stand for others.
type bundles struct {
	*crowd
	boxes []*bundle
	of    []int // the box of each update, or -1
}

func together(m *model.Model, g *depanalysis.Graph, o Options) *bundles {
	t := &bundles{of: make([]int, len(g.Nodes))}
	left := func(n depanalysis.Node) bool { return slices.Contains(o.Without, n.Name) }
	shown := len(g.Nodes)
	for _, n := range g.Nodes {
		if left(n) {
			shown--
		}
	}
	text := map[int]string{}
	for _, r := range m.Relations {
		if text[r.At.Line] == "" {
			text[r.At.Line] = cut(r.Text)
		}
	}
	bundled := map[string]int{}
	for i, n := range g.Nodes {
		t.of[i] = -1
		if left(n) {
			continue
		}
		key := fmt.Sprint(n.Line, n.Axes, n.Output)
		if k, ok := bundled[key]; ok && shown > large && !o.Whole && n.Line > 0 {
			t.boxes[k].updates = append(t.boxes[k].updates, i)
			t.of[i] = k
			continue
		}
		bundled[key], t.of[i] = len(t.boxes), len(t.boxes)
		t.boxes = append(t.boxes, &bundle{text[n.Line], []int{i}})
	}
	kinds, links := make([]string, len(t.boxes)), make([][]int, len(t.boxes))
	for i, b := range t.boxes {
		kinds[i] = b.kind(g)
	}
	for _, e := range g.Edges {
		if a, b := t.of[e.From], t.of[e.To]; a >= 0 && b >= 0 {
			links[a], links[b] = append(links[a], b), append(links[b], a)
		}
	}
	t.crowd = alike(kinds, links, o.Whole)
	return t
}

// cut is a text of which a box shows no more than fits.
func cut(s string) string {
	if r := []rune(s); len(r) > wide {
		return string(r[:wide-3]) + "..."
	}
	return s
}

// kind is what the updates of a box are but for the variables that they are of.
func (b *bundle) kind(g *depanalysis.Graph) string {
	var parts []string
	for _, i := range b.updates {
		parts = append(parts, updateKind(g.Nodes[i]))
	}
	return strings.Join(parts, "\n")
}

// updateKind is the name of an update without the variable that it is of.
func updateKind(n depanalysis.Node) string {
	word, _, _ := strings.Cut(n.Name, "#")
	if operator, _, ok := strings.Cut(word, ">"); ok {
		word = operator
	} else {
		word, _, _ = strings.Cut(word, " ")
	}
	return fmt.Sprint(word, n.Axes, n.Output, n.Init, n.Uniform)
}

func (b *bundle) draw(n dot.Node, g *depanalysis.Graph, others string) dot.Node {
	u := g.Nodes[b.updates[0]]
	if len(b.updates) == 1 {
		u.Name += others
		n = update(n, u, "")
	} else {
		lines := []string{fmt.Sprintf("line %d: %s", u.Line, b.statement)}
		for k, i := range b.updates {
			if k == tall && len(b.updates) > tall+1 {
				lines = append(lines, fmt.Sprintf("and %d more", len(b.updates)-tall))
				break
			}
			lines = append(lines, g.Nodes[i].Name)
		}
		u.Line, u.Name, u.Uniform = 0, strings.Join(lines, "\n")+others, false
		n = update(n, u, "")
	}
	if u.Init {
		n.Attr("style", "filled,bold")
	}
	return n
}

// A reading is an arrow between boxes.
type reading struct {
	from, to     int
	kind         depanalysis.Kind
	offsets, tip string
}

// edges are the arrows: each edge between updates that have a box of their own, and one, of
// all kinds, between boxes that stand for several, but for those within a box.
func (t *bundles) edges(g *depanalysis.Graph) []reading {
	var out []reading
	merged := map[[2]int]int{}
	several := func(box int) bool { return t.size[box] > 1 || len(t.boxes[box].updates) > 1 }
	for _, e := range g.Edges {
		from, to := t.of[e.From], t.of[e.To]
		if from < 0 || to < 0 {
			continue
		}
		if several(from) || several(to) {
			key := [2]int{t.first[from], t.first[to]}
			if key[0] == key[1] {
				continue
			}
			if k, ok := merged[key]; ok {
				out[k].kind |= e.Kind
				out[k].tip = out[k].kind.String()
				continue
			}
			merged[key] = len(out)
			out = append(out, reading{from, to, e.Kind, "", e.Kind.String()})
			continue
		}
		tip := e.Kind.String()
		if e.Group != 0 {
			tip += fmt.Sprintf(" (one of alternatives %d)", e.Group)
		}
		out = append(out, reading{from, to, e.Kind, offsets(g, e), tip})
	}
	return out
}

// offsets says which other elements an update reads.
func offsets(g *depanalysis.Graph, e depanalysis.Edge) string {
	var words []string
	for _, o := range e.Offsets {
		switch {
		case o.Any:
			words = append(words, g.Axes[o.Axis]+"?")
		case o.Steps != 0:
			words = append(words, fmt.Sprintf("%s%+d", g.Axes[o.Axis], o.Steps))
		}
	}
	return strings.Join(words, " ")
}
