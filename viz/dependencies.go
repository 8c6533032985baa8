package viz

import (
	"fmt"
	"slices"
	"strings"

	"github.com/emicklei/dot"

	"mpc/depanalysis"
)

// An edgeStyle is how a kind of dependency is drawn.
type edgeStyle struct {
	kind         depanalysis.Kind
	name, color  string
	style, about string
}

// edgeStyles lists the styles by their rank: an edge of several kinds takes the
// colour of the first.
func edgeStyles() []edgeStyle {
	return []edgeStyle{
		{depanalysis.Trigger, "trigger", "#c0392b", "solid", "makes the reader invalid"},
		{depanalysis.Fresh, "fresh", "#1e8449", "solid", "must be up to date"},
		{depanalysis.Required, "required", "#1f618d", "bold", "must have run before"},
		{depanalysis.SkipIfUniform, "skip if uniform", "#2e86c1", "solid", "uniform makes the reader uniform"},
		{depanalysis.Declaration, "declaration", "#7f8c8d", "dotted", "makes the storage"},
		{depanalysis.NoInit, "no init", "#7f8c8d", "dashed", "needs no initialization"},
		{0, "reads", "#7f8c8d", "solid", "reads what is there"},
	}
}

// Dependencies draws which update reads which: a box for each update, the
// updates that run over the same loops in one box, colours for the kinds of
// edges. Updates of the names in without are left out, as the evidence, which reads
// nearly all.
func Dependencies(g *depanalysis.Graph, without ...string) *Picture {
	out := canvas("dependencies: an arrow leads to the update that reads", "concentrate", "false")
	sub := map[string]*dot.Graph{}
	nodes := make([]dot.Node, len(g.Nodes))
	left := func(n int) bool { return slices.Contains(without, g.Nodes[n].Name) }
	for i, n := range g.Nodes {
		if left(i) {
			continue
		}
		at, key := out, ""
		for _, a := range n.Axes {
			key += "/" + g.Axes[a]
			if sub[key] == nil {
				sub[key] = at.Subgraph(key, dot.ClusterOption{})
				sub[key].Attrs("label", "for "+g.Axes[a], "labelloc", "t", "labeljust", "l", "fontname", font, "fontsize", "10",
					"style", "rounded,filled", "color", plateLine, "fillcolor", plateFill)
			}
			at = sub[key]
		}
		nodes[i] = update(at.Node(fmt.Sprintf("u%04d", i)), n, "")
		if n.Init {
			nodes[i].Attr("style", "filled,bold")
		}
	}
	for _, e := range g.Edges {
		if left(e.From) || left(e.To) {
			continue
		}
		line := out.Edge(nodes[e.From], nodes[e.To])
		style(line, e.Kind)
		words := []string{}
		for _, o := range e.Offsets {
			switch {
			case o.Any:
				words = append(words, g.Axes[o.Axis]+"?")
			case o.Steps != 0:
				words = append(words, fmt.Sprintf("%s%+d", g.Axes[o.Axis], o.Steps))
			}
		}
		if len(words) > 0 {
			line.Label(strings.Join(words, " "))
		}
		tip := e.Kind.String()
		if e.Group != 0 {
			tip += fmt.Sprintf(" (one of alternatives %d)", e.Group)
		}
		line.Attr("tooltip", strings.TrimSpace(tip+" "))
	}
	legend(out, g)
	return &Picture{out}
}

func style(line dot.Edge, k depanalysis.Kind) {
	for _, s := range edgeStyles() {
		if k&s.kind != 0 || s.kind == 0 {
			line.Attr("color", s.color).Attr("fontcolor", s.color).Attr("style", s.style)
			return
		}
	}
}

// legend explains the colours that the picture uses.
func legend(out *dot.Graph, g *depanalysis.Graph) {
	var rows strings.Builder
	for _, s := range edgeStyles() {
		used := false
		for _, e := range g.Edges {
			used = used || firstStyle(e.Kind) == s.name
		}
		if used {
			fmt.Fprintf(&rows, `<tr><td align="left"><font color="%s">%s %s</font></td><td align="left">%s</td></tr>`,
				s.color, dash(s.style), s.name, s.about)
		}
	}
	if rows.Len() == 0 {
		return
	}
	out.Node("legend").Attr("shape", "plain").Attr("fontsize", "9").
		Attr("label", dot.HTML(`<table border="0" cellspacing="0" cellpadding="2">`+rows.String()+`</table>`))
}

func firstStyle(k depanalysis.Kind) string {
	for _, s := range edgeStyles() {
		if k&s.kind != 0 || s.kind == 0 {
			return s.name
		}
	}
	return ""
}

func dash(style string) string {
	switch style {
	case "dotted":
		return "···"
	case "dashed":
		return "- -"
	}
	return "——"
}

// update draws an update: the message, and the line of the model below it.
func update(n dot.Node, u depanalysis.Node, number string) dot.Node {
	label := number + u.Name
	if u.Line > 0 {
		label += fmt.Sprintf("\nline %d", u.Line)
	}
	n.Label(label).Attr("shape", "box").Attr("style", "filled").Attr("fillcolor", "white").Attr("height", "0.3").Attr("margin", "0.1,0.04")
	if u.Output {
		n.Attr("fillcolor", outputFill)
	}
	if u.Uniform {
		n.Attr("fontcolor", "#7f8c8d")
	}
	return n
}
