package mpc

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"strings"

	"mpc/lang"
	"mpc/message/conditional"
	"mpc/operators"
)

// An Operator is a row of the table of message operators.
type Operator struct {
	Factor    string   `json:"factor"`
	To        string   `json:"to"`
	Algorithm string   `json:"algorithm"`
	Name      string   `json:"name"`
	Args      []string `json:"args"` // name, type, annotations
	Variant   string   `json:"variant,omitempty"`
	Doc       string   `json:"doc"`
}

// Operators lists the message operators of a factor, or of all factors. For a name of
// the language that is no factor, as normal, they are those of all its factors.
func Operators(factor string) ([]Operator, error) {
	wanted, err := factorsNamed(factor)
	if err != nil {
		return nil, err
	}
	docs, err := operatorDocs()
	if err != nil {
		return nil, err
	}
	var rows []Operator
	for _, op := range operators.Table() {
		if !wanted[op.Factor] {
			continue
		}
		row := Operator{Factor: op.Factor, To: op.To, Algorithm: op.Algorithm.String(), Name: op.Name(), Variant: op.Variant, Doc: docs[op.Name()]}
		for i, t := range op.In() {
			a := op.Args[i].Name + " " + strings.ReplaceAll(t.String(), "dist.", "")
			if f := op.Args[i].Flag.String(); f != "" {
				a += " " + f
			}
			row.Args = append(row.Args, a)
		}
		rows = append(rows, row)
	}
	for _, m := range conditional.Table() {
		if factor != "" && m.Factor != factor && !drawnFrom(wanted, m.Factor) {
			continue
		}
		doc := docs[m.Operator]
		if m.Says != "" {
			doc = strings.TrimSpace(doc + "\n" + m.Says + ".")
		}
		rows = append(rows, Operator{Factor: m.Factor, To: m.To, Algorithm: "gibbs", Name: m.Operator, Args: []string{m.Family + " conditional"}, Doc: doc})
	}
	return rows, nil
}

// drawnFrom tells whether one of the wanted factors is a draw from a distribution.
func drawnFrom(wanted map[string]bool, distribution string) bool {
	return slices.ContainsFunc(operators.Kinds(), func(k *operators.Kind) bool {
		return wanted[k.Name] && strings.Contains(k.Doc, "~ "+distribution+"(")
	})
}

// factorsNamed returns the factors of a name, all for "".
func factorsNamed(name string) (map[string]bool, error) {
	exact, said := map[string]bool{}, map[string]bool{}
	var names []string
	for _, k := range operators.Kinds() {
		if name == "" || k.Name == name {
			exact[k.Name] = true
		}
		if strings.Contains(k.Doc, "~ "+name+"(") || strings.Contains(k.Doc, "= "+name+"(") {
			said[k.Name] = true
		}
		names = append(names, k.Name)
		if _, call, ok := strings.Cut(k.Doc, "~ "); ok {
			call, _, _ = strings.Cut(call, "(")
			names = append(names, call)
		}
	}
	switch {
	case len(exact) > 0:
		return exact, nil
	case len(said) > 0:
		return said, nil
	}
	hint := "mpc operators lists them"
	near := strings.ToLower(name)
	if !slices.Contains(names, near) {
		near = lang.Nearest(near, names)
	}
	if near != "" {
		hint = "did you mean " + near + "?"
	}
	return nil, fmt.Errorf("no factor %s; %s", name, hint)
}

// operatorDocs reads the doc comments of the operators from their source.
func operatorDocs() (map[string]string, error) {
	docs := map[string]string{}
	entries, err := fs.ReadDir(operators.Source, ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		src, err := fs.ReadFile(operators.Source, e.Name())
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(token.NewFileSet(), e.Name(), src, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				docs[fn.Name.Name] = fn.Doc.Text()
			}
		}
	}
	return docs, nil
}

// ScheduleReport prints the schedule for a person: what runs in which order and why,
// what an iteration costs, and what was dropped.
func (c *Compilation) ScheduleReport() string {
	var b strings.Builder
	b.WriteString(c.Schedule.Text(c.Deps))
	if dropped := append(c.Unneeded, c.Schedule.Dropped...); len(dropped) > 0 {
		b.WriteString("\ndropped:\n")
		for _, d := range dropped {
			n := c.Deps.Nodes[d.Node]
			fmt.Fprintf(&b, "  %s (line %d): %s\n", n.Name, n.Line, d.Why)
		}
	}
	b.WriteString("\nupdates:\n")
	b.WriteString(c.Program.String())
	return b.String()
}
