package viz

import (
	"fmt"

	"github.com/emicklei/dot"

	"mpc/bugs"
	"mpc/bugs/sequence"
)

// Statements draws the graph of the statements of a BUGS program: a box for each loop, and an edge
// from a statement to each that reads what it defines, with the distance. What is drawn is round,
// observed statements are shaded. The same kinds of data give the same picture, whatever the sizes.
func Statements(g *sequence.Graph) *Picture {
	out := canvas("statements: an arrow leads to the statement that reads; numbers are distances")
	boxes := map[*bugs.For]*dot.Graph{}
	nodes := map[int]dot.Node{}
	for _, s := range g.Statements {
		at := out
		for _, l := range s.Loops {
			if boxes[l] == nil {
				boxes[l] = titled(at, fmt.Sprintf("loop%d", len(boxes)), l.Index+" in "+l.Range.String(), "rounded,filled", plateLine, plateFill)
			}
			at = boxes[l]
		}
		n := at.Node(fmt.Sprintf("s%04d", s.ID)).Label(fmt.Sprintf("%d  %s", s.ID, s.Relation)).Attr("style", "filled").Attr("fillcolor", "white")
		n.Attr("shape", "box")
		switch s.Role {
		case sequence.Draw, sequence.Partly:
			n.Attr("shape", "ellipse")
		case sequence.Observe:
			n.Attr("shape", "ellipse").Attr("fillcolor", shade)
		}
		nodes[s.ID] = n
	}
	for _, e := range g.Edges {
		label := g.Distance(e)
		line := out.Edge(nodes[e.From.ID], nodes[e.To.ID], e.Read.String()+"\n"+label)
		if e.Class != 0 {
			line.Attr("style", "dashed")
		}
	}
	return &Picture{out}
}
