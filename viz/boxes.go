package viz

import (
	"strconv"
	"strings"

	"github.com/emicklei/dot"

	"mpc/model"
)

// boxes finds the cluster of each plate, branch and condition; what stands in
// equal ones shares one.
type boxes struct {
	root *dot.Graph
	sub  map[string]*dot.Graph
}

func newBoxes(root *dot.Graph) *boxes { return &boxes{root, map[string]*dot.Graph{}} }

// plate is the innermost box of the loops.
func (b *boxes) plate(loops []*model.Loop) *dot.Graph { return b.of(loops, nil, nil) }

// of is the innermost box of what stands in these loops, branches of gates and
// conditions. A branch is a dashed box in the plates of its gate (Minka and Winn,
// "Gates", 2008, figure 2), the body of a switch one with the loop over the values.
func (b *boxes) of(loops []*model.Loop, branches []*model.Branch, guards []*model.Expr) *dot.Graph {
	at, key := b.root, ""
	enter := func(id, text, style, edge, fill string) {
		key += "/" + id
		sub := b.sub[key]
		if sub == nil {
			sub = titled(at, key, text, style, edge, fill)
			b.sub[key] = sub
		}
		at = sub
	}
	branch := func(br *model.Branch) {
		enter(strconv.Itoa(br.Gate.ID)+" "+br.Value.String(), branchText(br), "rounded,dashed,filled", branchLine, branchFill)
	}
	for i, l := range loops {
		for len(branches) > 0 && !branches[0].Gate.Switch && len(branches[0].Gate.Plate) <= i {
			branch(branches[0])
			branches = branches[1:]
		}
		if len(branches) > 0 && branches[0].Gate.Switch && branches[0].Value.Op == model.OpIndex && branches[0].Value.Index == l.Index {
			branch(branches[0])
			branches = branches[1:]
			continue
		}
		text := loopText(l)
		enter(text, text, "rounded,filled", plateLine, plateFill)
	}
	for _, br := range branches {
		branch(br)
	}
	if len(guards) > 0 {
		var parts []string
		for _, g := range guards {
			parts = append(parts, g.String())
		}
		text := "if " + strings.Join(parts, " && ")
		enter(text, text, "rounded,dotted,filled", plateLine, plateFill)
	}
	return at
}

// branchText says when a branch is there.
func branchText(b *model.Branch) string {
	selector := b.Gate.Selector.String()
	switch {
	case b.Value.Op != model.OpBool:
		return "where " + selector + " is " + b.Value.String()
	case b.Value.Value != 0:
		return "where " + selector
	}
	return "where not " + selector
}
