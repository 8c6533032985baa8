package mpc

import (
	"context"
	"fmt"
	"strings"

	"mpc/lang"
	"mpc/viz"
)

// Diagnostics are the mistakes in a model or in its data, with their places; as
// an error they can be found with errors.As.
type Diagnostics = lang.Diagnostics

// Pictures lists what Picture draws, in the order of the compiler.
var Pictures = []string{"model", "factors", "dependencies", "schedule"}

// Picture draws one of Pictures as "dot", which is text, or as "svg" or "png",
// which need Graphviz. The compilation must have come as far as Plan goes.
func (c *Compilation) Picture(ctx context.Context, of, format string) ([]byte, error) {
	var p *viz.Picture
	switch of {
	case "model":
		p = viz.Model(c.Model)
	case "factors":
		p = viz.Factors(c.Graph)
	case "dependencies":
		p = viz.Dependencies(c.Deps)
	case "schedule":
		p = viz.Schedule(c.Deps, c.Schedule)
	default:
		return nil, fmt.Errorf("no picture of %s; there are %s", of, strings.Join(Pictures, ", "))
	}
	if format == "dot" {
		return []byte(p.Dot()), nil
	}
	return viz.Render(ctx, p, format)
}
