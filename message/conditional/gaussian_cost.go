package conditional

import (
	"fmt"
	"slices"
	"strings"

	"mpc/model"
)

// Cost says which statements tie which normals, and what a joint posterior of these takes, a line each.
func (g *Gaussian) Cost() (lines []string) {
	if len(g.Parts()) == 0 {
		return nil
	}
	for _, r := range g.Rows() {
		if r.Site != nil && r.Site.Answer != nil || !r.ties() {
			continue
		}
		var list []string
		for _, s := range r.Slopes {
			text := g.Normals.Block.element(s.Part, s.At)
			for _, l := range s.Over {
				text += " for all " + overText(l)
			}
			if !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
		f := r.Term.Factor
		line := fmt.Sprintf("%s (line %d) ties %s", f.Text, f.At.Line, strings.Join(list, ", "))
		for _, l := range r.Term.Loops {
			line += ", for each " + overText(l)
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	cost := "cost: "
	if len(g.Integrated()) > 0 {
		cost += fmt.Sprintf("at each point of a lattice over %s, ", g.names(g.Integrated()))
	}
	cost += "a factor of the precision"
	if len(g.Sites()) > 0 {
		cost += " in each sweep of EP over the sites"
	}
	if len(lines) == 0 {
		return []string{cost + "; no statement ties two numbers, so that it takes a multiplication or two for each"}
	}
	cost += ": for each number the square of how many others it is tied to when its turn comes, by these statements or by numbers that were eliminated before"
	if most := g.Normals.Block.MostWork; most > 0 {
		cost += fmt.Sprintf("; where that is more than %.0e multiplications, messages are passed", most)
	}
	return append(lines, cost)
}

// ties tells whether a row ties several normals.
func (r *Row) ties() bool {
	return len(r.Slopes) > 1 || len(r.Slopes) == 1 && len(r.Slopes[0].Over) > 0
}

// overText says which values an index has: i in n.
func overText(l *model.Loop) string {
	hi := l.Hi
	if size, _ := hi.Where(); size != nil {
		hi = size // of entries that may be missing
	}
	if l.Lo.IsNumber(0) {
		return fmt.Sprintf("%s in %s", l.Index.Name, hi)
	}
	return fmt.Sprintf("%s in %s..<%s", l.Index.Name, l.Lo, hi)
}
