// Package viz draws the stages of a compilation with Graphviz: the model as a
// directed graph, the factor graph, the dependencies of the updates, and the
// schedule.
//
// The text form (.dot) needs nothing else; Render turns it into a picture with
// the program dot. The same model gives the same text, always.
package viz

import (
	"slices"
	"strings"

	"github.com/emicklei/dot"

	"mpc/message/conditional"
	"mpc/model"
)

const (
	font       = "Helvetica"
	line       = "#404040" // of nodes and edges
	plateLine  = "#9aa5b1"
	titleInk   = "#52606d" // of the titles of boxes
	plateFill  = "#f7f9fb"
	branchLine = "#8a6d3b"
	branchFill = "#fffdf7"
	shade      = "#c9d1d9" // of what is observed
	factorFill = "#fff4d6"
	outputFill = "#d9f0dd"
)

// Options choose what a picture shows.
type Options struct {
	Whole bool // draw each thing, also of a graph that is large
	// Joint, if not nil, is the latent Gaussian model whose posterior is computed as a whole.
	Joint   *conditional.Gaussian
	Without []string // updates that the dependencies leave out, by their names, as the evidence, which reads nearly all
}

// A Picture is a graph to be drawn.
type Picture struct {
	graph *dot.Graph
}

// Dot is the text of the picture for Graphviz.
func (p *Picture) Dot() string { return p.graph.String() }

// canvas is a directed graph with the style of all pictures.
func canvas(title string, attributes ...string) *dot.Graph {
	g := dot.NewGraph(dot.Directed)
	g.Attrs("fontname", font, "fontsize", "13", "label", title, "labelloc", "t", "labeljust", "l",
		"nodesep", "0.3", "ranksep", "0.35", "bgcolor", "white")
	for i := 0; i+1 < len(attributes); i += 2 {
		g.Attr(attributes[i], attributes[i+1])
	}
	g.NodeInitializer(func(n dot.Node) {
		n.Attr("fontname", font).Attr("fontsize", "11").Attr("color", line)
	})
	g.EdgeInitializer(func(e dot.Edge) {
		e.Attr("fontname", font).Attr("fontsize", "9").Attr("color", line).Attr("arrowsize", "0.7")
	})
	return g
}

// titled is a box with a title. The title is a thing of its own in the box, as edges go around
// what they do not lead to and across the label of a box.
func titled(at *dot.Graph, id, title, style, color, fill string) *dot.Graph {
	sub := at.Subgraph(id, dot.ClusterOption{})
	sub.Attrs("label", "", "style", style, "color", color, "fillcolor", fill, "margin", "10")
	sub.Node("title of "+id).Label(title).Attr("shape", "plain").Attr("fontsize", "10").Attr("fontcolor", titleInk)
	return sub
}

// loopText prints a loop as a person writes it: g in game.
func loopText(l *model.Loop) string {
	if size, some := l.Hi.Where(); size != nil {
		// Elements that are there while an entry of an input is absent.
		plain := *l
		plain.Hi = size
		return loopText(&plain) + " where " + absent(some)
	}
	return l.String()
}

// absent names the inputs that a condition says lack an entry.
func absent(some *model.Expr) string {
	var names []string
	some.Walk(func(e *model.Expr) {
		if e.Op == model.OpInput && !slices.Contains(names, e.Input.Name) {
			names = append(names, e.Input.Name)
		}
	})
	return strings.Join(names, " or ") + " lacks an entry"
}

// round draws a variable, shaded where it is observed.
func round(n dot.Node, label string, observed, wanted bool) dot.Node {
	n.Label(label).Attr("shape", "ellipse").Attr("style", "filled").Attr("fillcolor", "white")
	if observed {
		n.Attr("fillcolor", shade)
	}
	if wanted {
		n.Attr("penwidth", "2")
	}
	return n
}
