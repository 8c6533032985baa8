package sequence

import (
	"strings"

	"mpc/bugs"
)

// String is the text of the program, which Parse reads. Drawn is ~, observed ≂; notes are comments
// before what they speak of.
func (p *Program) String() string {
	var b strings.Builder
	write(&b, p.Body, "")
	return b.String()
}

func write(b *strings.Builder, list []Node, indent string) {
	for _, n := range list {
		for _, note := range n.notes() {
			b.WriteString(indent + "# " + note.String() + "\n")
		}
		deeper := indent + "  "
		switch n := n.(type) {
		case *Loop:
			b.WriteString(indent + "for (" + n.head() + ") {\n")
			write(b, n.Body, deeper)
			b.WriteString(indent + "}\n")
		case *If:
			list := make([]string, len(n.Tests))
			for i, t := range n.Tests {
				list[i] = t.String()
			}
			b.WriteString(indent + "if (" + strings.Join(list, " and ") + ") {\n")
			write(b, n.Then, deeper)
			if n.Else != nil {
				b.WriteString(indent + "} else {\n")
				write(b, n.Else, deeper)
			}
			b.WriteString(indent + "}\n")
		case *Levels:
			b.WriteString(indent + n.word() + " {\n")
			write(b, n.Body, deeper)
			b.WriteString(indent + "}\n")
		case *Do:
			if n.Role == Partly {
				b.WriteString(indent + "if (missing(" + n.Stmt.Target.String() + ")) {\n")
				b.WriteString(deeper + n.Stmt.String() + "\n" + indent + "} else {\n")
				b.WriteString(deeper + observed(n.Stmt) + "\n" + indent + "}\n")
				continue
			}
			if n.Role == Observe {
				b.WriteString(indent + observed(n.Stmt) + "\n")
				continue
			}
			b.WriteString(indent + n.Stmt.String() + "\n")
		}
	}
}

// word is what the text has before the block.
func (n *Levels) word() string {
	if n.ByData {
		return Leveled.String()
	}
	return ByElements.String()
}

// observed is a draw with ≂ in place of ~.
func observed(r *bugs.Relation) string {
	t := r.Target.String()
	return t + " ≂" + strings.TrimPrefix(r.String(), t+" ~")
}

func (n *Loop) head() string {
	text := n.Index + " in " + n.Range.String()
	if n.Down {
		text = n.Index + " in " + bugs.Range{Lo: n.Range.Hi, Hi: n.Range.Lo}.String() + " by -1"
	}
	if n.Where != nil {
		text += " where " + n.Where.String()
	}
	return text
}

// String is the condition, with the values for which it has to hold.
func (t Test) String() string {
	if t.Loops == nil {
		return t.Cond.String()
	}
	list := make([]string, len(t.Loops))
	for i, l := range t.Loops {
		list[i] = l.Index + " in " + l.Range.String()
	}
	return "all " + t.Cond.String() + " for " + strings.Join(list, ", ")
}
