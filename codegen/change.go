package codegen

import "strings"

// A change says what a feature that few models have changes in the text that is the same
// in every package.
type change struct{ old, new string }

// edited makes edits in one of the texts that they are meant for.
func (g *generator) edited(text string, edits []change) string {
	for _, e := range edits {
		g.found[e] = g.found[e] || strings.Contains(text, e.old)
		text = strings.ReplaceAll(text, e.old, e.new)
	}
	return text
}

// lostEdits notes the edits that found nothing to change in any text: somebody has
// changed the text, and not the edit.
func (g *generator) lostEdits() {
	for _, list := range [][]change{guardEdits, seedEdits, restartEdits, totalEdits} {
		for _, e := range list {
			if found, made := g.found[e]; made && !found {
				g.internal("no text has %q, which is to become %q", e.old, e.new)
			}
		}
	}
}
