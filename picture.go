package mpc

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"mpc/depanalysis"
	"mpc/lang"
	"mpc/viz"
)

// Diagnostics are the mistakes in a model or in its data, with their places; as
// an error they can be found with errors.As.
type Diagnostics = lang.Diagnostics

// Visible writes text for people on one line, without what a terminal would obey.
func Visible(s string) string { return lang.Visible(s) }

// VisibleText is Visible of several lines.
func VisibleText(s string) string { return lang.VisibleText(s) }

// Pictures lists what Picture draws, in the order of the compiler.
var Pictures = []string{"model", "factors", "dependencies", "schedule"}

// Picture draws one of Pictures as "dot", which is text, or as "svg" or "png",
// which need Graphviz. The compilation must have come as far as Plan goes. Of the
// dependencies the updates of the names in without are left out; the error is that
// there is no such update.
func (c *Compilation) Picture(ctx context.Context, of, format string, without ...string) ([]byte, error) {
	for _, name := range without {
		if !slices.ContainsFunc(c.Deps.Nodes, func(n depanalysis.Node) bool { return n.Name == name }) {
			return nil, fmt.Errorf("no update has the name %s; mpc dump --stage=deps lists them", name)
		}
	}
	var p *viz.Picture
	switch of {
	case "model":
		p = viz.Model(c.Model)
	case "factors":
		p = viz.Factors(c.Graph)
	case "dependencies":
		p = viz.Dependencies(c.Deps, without...)
	case "schedule":
		p = viz.Schedule(c.Deps, c.Schedule)
		if c.Model.Samples() {
			p = viz.Scans(c.Deps, c.Schedule)
		}
	default:
		return nil, fmt.Errorf("no picture of %s; there are %s", of, strings.Join(Pictures, ", "))
	}
	if format == "dot" {
		return []byte(p.Dot()), nil
	}
	return viz.Render(ctx, p, format)
}
