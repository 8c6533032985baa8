package model

import (
	"fmt"
	"strings"
)

// String prints the model, one line per item.
func (m *Model) String() string {
	var b strings.Builder
	for _, in := range m.Inputs {
		fmt.Fprintf(&b, "input %s: %s", in.Name, in.TypeText((*Expr).String))
		for _, d := range in.Plates() {
			fmt.Fprintf(&b, "[%s]", d)
		}
		fmt.Fprintf(&b, "  # %s\n", in.At)
	}
	for _, v := range m.Variables {
		role := "constant"
		switch {
		case v.Random && v.Derived:
			role = "derived"
		case v.Random:
			role = "random"
		}
		fmt.Fprintf(&b, "%s %s: %s", role, v.Name, v.Type)
		for k, d := range v.Sizes {
			fmt.Fprintf(&b, "%s%s", map[bool]string{true: "(", false: ", "}[k == 0], d)
		}
		if len(v.Sizes) > 0 {
			b.WriteString(")")
		}
		for _, d := range v.Dims {
			fmt.Fprintf(&b, "[%s]", d)
		}
		fmt.Fprintf(&b, "  # %s\n", v.At)
	}
	for _, r := range m.Relations {
		fmt.Fprintf(&b, "%s\n", r)
	}
	for _, v := range m.Infer {
		fmt.Fprintf(&b, "infer %s\n", v.Name)
	}
	if m.Evidence {
		b.WriteString("infer evidence\n")
	}
	it := m.Iterate
	messages := "any"
	if it.Proper {
		messages = "proper"
	}
	fmt.Fprintf(&b, "iterate max %d tolerance %g damping %g messages %s projection %s\n", it.Max, it.Tolerance, it.Damping, messages, it.Projection)
	if m.Power != nil {
		fmt.Fprintf(&b, "power %g\n", m.Power.Value)
	}
	if it.OfEvidence {
		b.WriteString("iterate tolerance of evidence\n")
	}
	for _, in := range m.Init {
		if in.Dist.Name == Random {
			fmt.Fprintf(&b, "init %s random seed %d restarts %d\n", in.Variable.Name, it.Seed, it.Restarts)
		}
	}
	return b.String()
}

// String prints a relation with its loops and conditions.
func (r *Relation) String() string {
	var b strings.Builder
	switch r.Kind {
	case Draw:
		fmt.Fprintf(&b, "%s ~ %s", r.Target, r.Dist)
	case Assign:
		fmt.Fprintf(&b, "%s = %s", r.Target, r.Value)
	case ObserveTrue:
		fmt.Fprintf(&b, "observe %s", r.Value)
	case ObserveDraw:
		fmt.Fprintf(&b, "observe %s ~ %s", r.Value, r.Dist)
	case ObserveEqual:
		fmt.Fprintf(&b, "observe %s == %s", r.Value, r.Other)
	case Select:
		fmt.Fprintf(&b, "gate%d on %s, %s branches", r.Gate.ID, r.Value, r.Gate.Size)
	}
	for _, l := range r.Loops {
		fmt.Fprintf(&b, " for %s in %s..<%s", l.Index.Name, l.Lo, l.Hi)
	}
	for _, g := range r.Guards {
		fmt.Fprintf(&b, " if %s", g)
	}
	for _, x := range r.Branches {
		fmt.Fprintf(&b, " in %s", x)
	}
	fmt.Fprintf(&b, "  # %s", r.At)
	return b.String()
}

// String prints a loop as a person writes it: g in game.
func (l *Loop) String() string {
	if r := l.Index.Range; r != nil && l.Lo.IsNumber(0) && l.Hi.String() == r.Name {
		return l.Index.Name + " in " + r.Name
	}
	return l.Index.Name + " in " + l.Lo.String() + "..<" + l.Hi.String()
}

// String prints a distribution with its parameters by name.
func (d *Dist) String() string {
	if d.Given() != nil {
		return d.Args[0].String()
	}
	var parts []string
	for i, n := range d.Names {
		parts = append(parts, n+" = "+d.Args[i].String())
	}
	return d.Name + "(" + strings.Join(parts, ", ") + ")"
}

// String prints a branch as the gate, its instance, and the value of the selector.
func (b *Branch) String() string {
	var parts []string
	for _, x := range b.Index {
		parts = append(parts, "["+x.String()+"]")
	}
	return fmt.Sprintf("gate%d%s == %s", b.Gate.ID, strings.Join(parts, ""), b.Value)
}
