package mpc

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"mpc/depanalysis"
	"mpc/viz"
)

// Pictures lists what Picture draws, in the order of the compiler.
var Pictures = []string{"model", "factors", "dependencies", "schedule"}

// PictureOptions choose what a picture shows: Whole draws each thing, also of a graph that is
// large, and of the dependencies the updates of the names in Without are left out.
type PictureOptions = viz.Options

// Picture is Draw with the updates of these names left out of the dependencies.
func (c *Compilation) Picture(ctx context.Context, of, format string, without ...string) ([]byte, error) {
	return c.Draw(ctx, of, format, PictureOptions{Without: without})
}

// Draw draws one of Pictures as "dot", which is text, or as "svg" or "png",
// which need Graphviz. The compilation must have come as far as Plan goes. Of a large graph
// what is alike is drawn once, and the updates of one statement are one box. The error is
// that no update has a name that is to be left out, or that Graphviz is absent or fails.
func (c *Compilation) Draw(ctx context.Context, of, format string, o PictureOptions) ([]byte, error) {
	for _, name := range o.Without {
		if !slices.ContainsFunc(c.Deps.Nodes, func(n depanalysis.Node) bool { return n.Name == name }) {
			return nil, fmt.Errorf("no update has the name %s; mpc dump --stage=deps lists them", name)
		}
	}
	var p *viz.Picture
	switch of {
	case "model":
		p = viz.Model(c.Model, o)
	case "factors":
		p = viz.Factors(c.Graph, c.withJoint(o))
	case "dependencies":
		p = viz.Dependencies(c.Model, c.Deps, o)
	case "schedule":
		p = viz.Schedule(c.Deps, c.Schedule, o)
		if c.Model.Samples() {
			p = viz.Scans(c.Deps, c.Schedule, o)
		}
	default:
		return nil, fmt.Errorf("no picture of %s; there are %s", of, strings.Join(Pictures, ", "))
	}
	if format == "dot" {
		return []byte(p.Dot()), nil
	}
	return viz.Render(ctx, p, format)
}

// withJoint are options with the model whose posterior is computed as a whole, if there is one.
func (c *Compilation) withJoint(o PictureOptions) PictureOptions {
	if c.Program != nil {
		o.Joint = c.Program.Gaussian
	}
	return o
}
