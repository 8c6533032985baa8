package viz

import (
	"fmt"
	"strings"

	"github.com/emicklei/dot"

	"mpc/depanalysis"
	"mpc/model"
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
// edges. Of a large graph the updates of one statement are one box, and what is alike
// is drawn once; m says what the statements are.
func Dependencies(m *model.Model, g *depanalysis.Graph, o Options) *Picture {
	t := together(m, g, o)
	out := canvas("dependencies: an arrow leads to the update that reads"+t.note(), "concentrate", "false")
	sub := map[string]*dot.Graph{}
	nodes := make([]dot.Node, len(t.boxes))
	for i, b := range t.boxes {
		if !t.stands(i) {
			nodes[i] = nodes[t.first[i]]
			continue
		}
		at, key := out, ""
		for _, a := range g.Nodes[b.updates[0]].Axes {
			key += "/" + g.Axes[a]
			if sub[key] == nil {
				sub[key] = titled(at, key, "for "+g.Axes[a], "rounded,filled", plateLine, plateFill)
			}
			at = sub[key]
		}
		nodes[i] = b.draw(at.Node(fmt.Sprintf("u%04d", i)), g, t.others(i))
	}
	for _, e := range t.edges(g) {
		line := out.Edge(nodes[e.from], nodes[e.to])
		style(line, e.kind)
		if e.offsets != "" {
			line.Label(e.offsets)
		}
		line.Attr("tooltip", e.tip)
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
