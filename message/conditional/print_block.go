package conditional

import (
	"fmt"
	"strings"

	"mpc/model"
)

// Text lists what a block is made of, a line for each part of it.
func (b *Block) Text() (lines []string) {
	if b.Each {
		lines = append(lines, "element by element"+map[bool]string{true: ", of precisions that are alike"}[b.Alike])
	}
	if i := b.Integral; i != nil {
		for _, p := range i.Precisions {
			lines = append(lines, fmt.Sprintf("first %s, with %s integrated out", p.Draw.Name(), i.X))
		}
	}
	for _, r := range b.Rows {
		lines = append(lines, "row "+b.rowText(r))
	}
	for _, r := range b.Sums {
		lines = append(lines, fmt.Sprintf("added up once for the scale %s: row %s", b.Scales[r.Group], b.rowText(r)))
	}
	for _, t := range b.Tables {
		lines = append(lines, "table "+b.tableText(t))
	}
	for _, r := range b.Rescales {
		lines = append(lines, fmt.Sprintf("then %s moved with %s", r.Variable.Name, r.X))
	}
	return lines
}

// element prints an element of a part of the block.
func (b *Block) element(part int, at []*model.Expr) string {
	v := b.Parts[part].Variable()
	if len(at) == 0 {
		return v.Name
	}
	return elementOf(v, at).String()
}

// rowText prints a row: how far it is from its mean, and how that depends on elements.
func (b *Block) rowText(r *Row) string {
	var s strings.Builder
	switch {
	case r.Site != nil && r.Site.Bound != "" && r.Site.Single != nil:
		fmt.Fprintf(&s, "single %s %s %s", r.Site.Single, r.Site.Bound, r.Rest)
	case r.Site != nil && r.Site.Bound != "":
		fmt.Fprintf(&s, "site %s %s 0", r.Rest, r.Site.Bound)
	case r.Site != nil && r.Site.Single != nil && r.Site.Answer != nil:
		fmt.Fprintf(&s, "asked %s of %s", r.Term.Factor.Text, r.Site.Single)
	case r.Site != nil && r.Term.Log != nil && r.Site.Answer == nil:
		fmt.Fprintf(&s, "site %s of %s", r.Term.Log, r.Rest)
	case r.Site != nil && r.Site.Beside():
		fmt.Fprintf(&s, "site %s ~ %s of %s beside %s", r.Term.X, r.Term.Dist, r.Rest, r.Site.Single)
	case r.Site != nil && r.Site.Single != nil:
		fmt.Fprintf(&s, "single %s: %s ~ %s", r.Site.Single, r.Term.X, r.Term.Dist)
	case r.Site != nil && r.Site.Answer != nil:
		fmt.Fprintf(&s, "asked %s of %s", r.Term.Factor.Text, r.Rest)
	case r.Site != nil:
		fmt.Fprintf(&s, "site %s ~ %s of %s", r.Term.X, r.Term.Dist, r.Rest)
	case r.Given != nil:
		fmt.Fprintf(&s, "%s", r.Given)
	default:
		fmt.Fprintf(&s, "%s of precision %s", r.Rest, r.Precision)
	}
	for _, l := range r.Slopes {
		fmt.Fprintf(&s, ", %s by %s", b.element(l.Part, l.At), l.Slope)
		if l.If != nil {
			fmt.Fprintf(&s, " if %s", l.If)
		}
		for _, o := range l.Over {
			fmt.Fprintf(&s, " over %s in %s..<%s", o.Index.Name, o.Lo, o.Hi)
		}
	}
	return s.String() + r.Term.where()
}

// tableText prints a table: the elements that it is of, and what it says of their values.
func (b *Block) tableText(t *ValueTable) string {
	var parts []string
	for _, e := range t.Elements {
		parts = append(parts, b.element(e.Part, e.At))
	}
	text := "of " + strings.Join(parts, ", ")
	if t.Shared {
		text += ", the same for all"
	}
	for k, also := range append([]*Term{t.Term}, t.Also...) {
		text += map[bool]string{true: ": ", false: "; and "}[k == 0] + also.String()
	}
	return text
}
