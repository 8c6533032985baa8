package run

import (
	"fmt"
	"slices"

	"mpc"
	"mpc/data"
	"mpc/lang"
	"mpc/model"
)

// sharedRanges holds the ranges that the sizes of shared variables are.
func sharedRanges(c *mpc.Compilation) map[string]bool {
	out := map[string]bool{}
	for _, s := range c.Graph.Shared {
		for _, d := range s.Variable.Dims {
			d.Walk(func(e *model.Expr) {
				if e.Op == model.OpInput && e.Input.Type.Kind == model.RangeKind {
					out[e.Input.Name] = true
				}
			})
		}
	}
	return out
}

// A firstBatch is what the other batches must agree with: the sizes of the shared
// variables, and the data, of which the inputs in their definitions are compared.
type firstBatch struct {
	sizes [][]int
	set   *data.Set
}

// fits verifies that the shared variables have the sizes in batch k that they have
// in the first one, and that the inputs in their definitions are the same.
func (b *Batches) fits(c *mpc.Compilation, k int, set *data.Set, first *firstBatch) error {
	if k == 0 {
		first.set = set
	}
	if err := b.sameSizes(c, k, set, &first.sizes); err != nil {
		return err
	}
	for _, in := range c.Graph.SameInputs() {
		if set.Same(in, first.set) {
			continue
		}
		d := lang.Diagnostic{File: c.File.Name, Pos: in.At, Code: data.CodeBatch,
			Message: fmt.Sprintf("batch %s has another %s than batch %s; %s, which the batches share, is defined by it",
				b.files.Name(k), in.Name, b.files.Name(0), definedBy(c, in))}
		return lang.Diagnostics{*d.WithHint("give it for all batches, as --set %s=...", in.Name)}
	}
	return nil
}

// definedBy names a shared variable that an input defines, for a message.
func definedBy(c *mpc.Compilation, in *model.Input) string {
	for _, s := range c.Graph.Shared {
		alone := *c.Graph
		alone.Factors = nil
		for _, e := range s.Variable.Edges {
			if e.Defines {
				alone.Factors = append(alone.Factors, e.Factor)
			}
		}
		if slices.Contains(alone.SameInputs(), in) {
			return s.Variable.Name
		}
	}
	return c.Graph.Shared[0].Variable.Name
}

// sameSizes verifies that the shared variables have the sizes in batch k that they
// have in the first one.
func (b *Batches) sameSizes(c *mpc.Compilation, k int, set *data.Set, first *[][]int) error {
	for i, s := range c.Graph.Shared {
		sizes, err := set.Sizes(append(s.Variable.Dims[:len(s.Variable.Dims):len(s.Variable.Dims)], s.Variable.Sizes...))
		if err != nil {
			sizes = nil // of a constant: the run says so
		}
		if k == 0 {
			*first = append(*first, sizes)
			continue
		}
		if slices.Equal(sizes, (*first)[i]) {
			continue
		}
		d := lang.Diagnostic{File: c.File.Name, Pos: s.Variable.At, Code: data.CodeBatch,
			Message: fmt.Sprintf("batch %s has another size of %s%s, which the batches share, than batch %s: %v, not %v",
				b.files.Name(k), s.Variable.Name, dimensions(s.Variable.Dims), b.files.Name(0), sizes, (*first)[i])}
		return lang.Diagnostics{*d.WithHint("give the size of all batches together, as --set %s=n", rangeName(c, s.Variable.Dims))}
	}
	return nil
}

func dimensions(dims []*model.Expr) string {
	text := ""
	for _, d := range dims {
		text += "[" + d.String() + "]"
	}
	return text
}

// rangeName names an input that a size is, for a hint.
func rangeName(c *mpc.Compilation, dims []*model.Expr) string {
	for _, d := range dims {
		if d.Op == model.OpInput {
			return d.Input.Name
		}
	}
	return "size"
}
