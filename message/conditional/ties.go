package conditional

import (
	"slices"
	"strings"

	"mpc/lang"
	"mpc/model"
)

// ties tells whether a factor is 1 or 0.
func (f *Factor) ties() bool { return f.Holds != nil || f.Dist.Point() != nil }

// binds tells whether a factor may leave one element no other value while those that it
// reads beside it stay as they are.
func (f *Factor) binds() bool {
	if f.Holds == nil {
		return f.ties()
	}
	return f.Holds.Op == model.OpCall && (f.Holds.Fun == "==" || f.Holds.Fun == "!=")
}

// stuck warns of whole numbers and truths that a factor binds to each other, and that are
// drawn one after the other: given all others, none of them may be able to move.
func (b *builder) stuck(leaf map[*model.Variable]bool) {
	for _, f := range b.program.Factors {
		if f.Drawn != nil && leaf[f.Drawn.Variable] || !f.binds() {
			continue
		}
		var names []string
		var draws []*Draw
		elements, boundless := 0, false
		for _, d := range b.program.Draws {
			for _, v := range d.Variables {
				list := f.occurrences(v)
				if len(list) == 0 || v.Type.Kind == model.Real || f.Holds != nil && d.Method != Finite && d.Method != Joint {
					continue
				}
				boundless = boundless || d.Method != Finite && d.Method != Joint
				names = append(names, v.Name)
				if !slices.Contains(draws, d) {
					draws = append(draws, d)
				}
				for k, o := range list {
					if !slices.ContainsFunc(list[:k], o.same) {
						elements += 1 + len(o.inside)
					}
				}
			}
		}
		if elements < 2 || len(draws) == 1 && draws[0].Method == Joint {
			continue
		}
		var parts []*Draw
		for _, d := range draws {
			parts = append(parts, d.Alone()...)
		}
		why := "blocks: [[" + strings.Join(names, ", ") + "]] draws them together"
		if _, no := b.network(parts, leaf); no != nil {
			why = "they cannot be drawn together: " + no.text
		}
		what := strings.Join(names, " and ")
		if len(names) == 1 {
			what = "elements of " + what
		}
		if boundless {
			b.Errorf(f.At, lang.CodeUnsupported, "%s are drawn one after the other, and what %s demands leaves none of them another value", what, f.Text).
				WithHint("draw the element itself in place of what it is computed from, or keep what is drawn in an array of its own")
			continue
		}
		b.Warnf(f.At, lang.CodeBlock, "%s are drawn one after the other, and what %s demands may leave none of them another value", what, f.Text).
			WithHint("%s", why)
	}
}
