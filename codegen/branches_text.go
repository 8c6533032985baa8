package codegen

import (
	"mpc/codegen/lower"
	"mpc/factor"
)

// possibleName is the function that makes a product of messages in a branch uniform where they contradict each other.
func possibleName(fam factor.Family) string { return "possible" + fam.Row().Go() }

// possible prints these functions.
func (g *generator) possible() string {
	var p printer
	done := map[factor.Family]bool{}
	for _, r := range g.code.program.Rows {
		fam := g.code.program.Callees[r].Family
		if g.code.program.Callees[r].Kind != lower.Possible || done[fam] {
			continue
		}
		done[fam] = true
		p.comment(possibleName(fam) + " is a product of messages in a branch: uniform where they contradict each other, as the evidence of the branch says.")
		p.line("func %s(m %[2]s) %[2]s {\nif !m.IsFinite() {\nreturn %[3]s\n}\nreturn m\n}\n", possibleName(fam), familyType(fam), uniform(fam))
	}
	return p.String()
}
