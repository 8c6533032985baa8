package loops

import (
	"fmt"
	"strings"

	"mpc/factor"
	"mpc/model"
)

// String prints the program: the tables, then each step with its loops, and of a model that
// is sampled its draws.
func (p *Program) String() string {
	var b strings.Builder
	values := map[*Table]*model.Variable{}
	for v, t := range p.Constants {
		values[t] = v
	}
	for _, t := range p.Tables {
		fmt.Fprintf(&b, "table%d: %s", t.ID, t.Role)
		if t.Family != factor.Unknown {
			fmt.Fprintf(&b, " %s", t.Family)
		}
		if t.Variable != nil {
			fmt.Fprintf(&b, " of %s", t.Variable.Name)
		} else if v := values[t]; v != nil {
			fmt.Fprintf(&b, " of %s", v.Name)
		}
		for _, d := range t.Dims {
			fmt.Fprintf(&b, "[%s]", d)
		}
		if t.Seen != nil {
			fmt.Fprintf(&b, " for the datum 1, to be multiplied by %s", t.Seen)
		}
		if t.Pass {
			b.WriteString(" of one pass")
		} else if t.Same != nil {
			b.WriteString(" the same for all")
		}
		if t.Unread {
			b.WriteString(" unread")
		}
		if t.Values != nil {
			fmt.Fprintf(&b, " for each value of %s", t.Values)
		}
		if t.Packed {
			b.WriteString(" packed")
		}
		if t.Local {
			b.WriteString(" local")
		}
		b.WriteByte('\n')
	}
	for _, s := range p.Steps {
		if !s.Iterate {
			fmt.Fprintf(&b, "step%d: once\n", s.ID)
			writeBlock(&b, s.Body, 1)
			continue
		}
		fmt.Fprintf(&b, "step%d: init\n", s.ID)
		writeBlock(&b, s.Init, 1)
		fmt.Fprintf(&b, "step%d: iterate\n", s.ID)
		writeBlock(&b, s.Body, 1)
		fmt.Fprintf(&b, "step%d: final\n", s.ID)
		writeBlock(&b, s.Final, 1)
	}
	p.writeSampled(&b)
	return b.String()
}

func writeBlock(b *strings.Builder, list []Stmt, depth int) {
	indent := strings.Repeat("  ", depth)
	for _, s := range list {
		switch s := s.(type) {
		case *For:
			dir, par := "", ""
			if s.Reverse {
				dir = " descending"
			}
			if s.Parallel {
				par = " parallel"
			}
			if s.Once {
				par = " once"
			}
			fmt.Fprintf(b, "%sfor %s in %s..<%s%s%s\n", indent, s.Index.Name, s.Lo, s.Hi, dir, par)
			if s.Beside {
				fmt.Fprintf(b, "%s  beside the next loop\n", indent)
			}
			for _, c := range s.Carries {
				fmt.Fprintf(b, "%s  carry %s\n", indent, c.Read)
			}
			for _, p := range s.Ahead {
				fmt.Fprintf(b, "%s  ahead %s\n", indent, p)
			}
			writeBlock(b, s.Body, depth+1)
		case *If:
			var conds []string
			for _, c := range s.Conds {
				conds = append(conds, c.String())
			}
			fmt.Fprintf(b, "%sif %s\n", indent, strings.Join(conds, " && "))
			writeBlock(b, s.Body, depth+1)
		case *Clear:
			to := fmt.Sprintf("table%d", s.Table.ID)
			if s.Index != nil {
				to = (&Place{s.Table, s.Index}).String()
			}
			fmt.Fprintf(b, "%sclear %s\n", indent, to)
		case *Guess:
			fmt.Fprintf(b, "%sguess %s\n", indent, s.To)
		case *Tally:
			fmt.Fprintf(b, "%s%s sum%d%s\n", indent, sumNames[s.What], s.Running.ID, bracketed(s.Index))
		case *Apply:
			fmt.Fprintf(b, "%su%d %s", indent, s.Update.ID, s.Update.Name())
			if s.To != nil {
				fmt.Fprintf(b, " -> %s", s.To)
			}
			if s.Row != nil {
				fmt.Fprintf(b, " sum%d%s", s.Row.Running.ID, bracketed(s.Row.Index))
			}
			for _, v := range s.Args {
				if len(v.Product) > 0 {
					fmt.Fprintf(b, " %s(%s)", v.Arg.Name, v.Product)
				}
			}
			fmt.Fprintf(b, "  # %s\n", s.Update.At)
		}
	}
}

func (p *Place) String() string { return fmt.Sprintf("table%d%s", p.Table.ID, bracketed(p.Index)) }

func bracketed(index []*model.Expr) string {
	var parts []string
	for _, e := range index {
		parts = append(parts, e.String())
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (p Product) String() string {
	var parts []string
	for _, t := range p {
		s := t.Place.String()
		if t.Except != nil {
			s += " without " + t.Except.String()
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " * ")
}
