package conditional

import (
	"slices"

	"mpc/lang"
)

// What is known exactly, of a combination of normals that no variable can be solved for, is held by the draw of all of them
// together: the normals are drawn given it. Each by itself it would leave nowhere to go.

// holds tells whether a row of the block holds something.
func (b *Block) holds() bool { return slices.ContainsFunc(b.Rows, func(r *Row) bool { return r.Held }) }

// held reports what is known exactly of variables that are not drawn together, or not given the data alone.
func (b *builder) held() {
	for _, f := range b.program.Factors {
		if !f.Exact {
			continue
		}
		k := slices.IndexFunc(b.program.Draws, func(d *Draw) bool {
			return d.Block != nil && slices.ContainsFunc(d.Block.Rows, func(r *Row) bool { return r.Held && r.Term.Factor == f })
		})
		why := ""
		switch {
		case k < 0 && b.program.Model.NoBlocks:
			why = "with blocks: [] each is drawn by itself"
		case k < 0:
			why = b.notDrawnTogether(f)
		default:
			d := b.program.Draws[k]
			for _, v := range f.variables() {
				if v.Random && !slices.Contains(d.Variables, v) {
					why = b.program.Original(v).Name + " is not drawn with them"
				}
			}
			if slices.ContainsFunc(f.Guards, readsDrawn) {
				why = "whether it holds is drawn"
			}
		}
		if why != "" {
			b.Errorf(f.At, lang.CodeNoOperator, "%s ties variables to a value, no variable in it can be solved for, and %s", f.Text, why).
				WithHint("normals that normal densities read are drawn together given it; algorithm: ep takes other data too; or observe it with noise, as in observe x ~ normal(y, sd = 0.01)")
		}
	}
}

// notDrawnTogether says why the variables of a factor are not.
func (b *builder) notDrawnTogether(f *Factor) string {
	for _, v := range f.variables() {
		for _, d := range b.program.Draws {
			if slices.Contains(d.Variables, v) && d.Block == nil && !(d.Method == Conjugate && d.normal()) {
				return b.program.Original(v).Name + " is drawn by " + d.Method.String() + ", not with them: " + d.Reason
			}
		}
	}
	return "they are not drawn together"
}
