package bugs

import (
	"fmt"
	"strings"

	"mpc/lang"
)

// YAML is the translation as a model file, with the statements of the program as comments.
func (t *Translation) YAML() string {
	f := t.File
	var b strings.Builder
	fmt.Fprintf(&b, "model: %s\n", f.Model.Name)
	fmt.Fprintf(&b, "doc: %q\n", "Translated from "+f.Name+".")
	fmt.Fprintf(&b, "algorithm: %s\n", f.Algorithm.Default.Name)
	if len(f.Inputs) > 0 {
		b.WriteString("inputs:\n")
	}
	for _, in := range f.Inputs {
		text := in.Type.String()
		if in.Missing {
			fmt.Fprintf(&b, "  %s: {type: %q, missing: true}\n", key(in.Name.Name), text)
			continue
		}
		if strings.ContainsAny(text, ",(") {
			text = fmt.Sprintf("%q", text)
		}
		fmt.Fprintf(&b, "  %s: %s\n", key(in.Name.Name), text)
	}
	if len(t.Computed) > 0 {
		fmt.Fprintf(&b, "# Computed from the data: %s.\n", strings.Join(t.Computed, ", "))
	}
	b.WriteString("program: |\n")
	lines := strings.Split(string(f.Source), "\n")
	t.yamlStmts(&b, f.Program, "  ", lines)
	var infer []string
	for _, i := range f.Infer {
		infer = append(infer, i.String())
	}
	if len(infer) > 0 {
		fmt.Fprintf(&b, "infer: [%s]\n", strings.Join(infer, ", "))
	}
	if len(f.Init) > 0 {
		b.WriteString("init:\n")
	}
	chain := 0
	for _, i := range f.Init {
		indent := "  "
		if i.Chain > 0 {
			indent = "    "
		}
		for ; chain < i.Chain-1; chain++ {
			b.WriteString("  - {}\n")
		}
		if i.Chain > chain {
			chain, indent = i.Chain, "  - "
		}
		fmt.Fprintf(&b, "%s%s: %s\n", indent, key(i.Name.Name), i.Value)
	}
	for ; chain > 0 && chain < f.Starts; chain++ {
		b.WriteString("  - {}\n")
	}
	return b.String()
}

// key quotes what YAML takes for a truth.
func key(name string) string {
	switch strings.ToLower(name) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return `"` + name + `"`
	}
	return name
}

func (t *Translation) yamlStmts(b *strings.Builder, list []lang.Stmt, indent string, lines []string) {
	for _, s := range list {
		text := s.String()
		if f, ok := s.(*lang.For); ok {
			fmt.Fprintf(b, "%s%s\n", indent, text)
			t.yamlStmts(b, f.Body, indent+"  ", lines)
			fmt.Fprintf(b, "%s}\n", indent)
			continue
		}
		if f, ok := s.(*lang.If); ok {
			fmt.Fprintf(b, "%s%s\n", indent, text)
			t.yamlStmts(b, f.Then, indent+"  ", lines)
			if len(f.Else) > 0 {
				fmt.Fprintf(b, "%s} else {\n", indent)
				t.yamlStmts(b, f.Else, indent+"  ", lines)
			}
			fmt.Fprintf(b, "%s}\n", indent)
			continue
		}
		comment := ""
		if n := s.Pos().Line; n > 0 && n <= len(lines) {
			theirs := strings.TrimSpace(lines[n-1])
			if i := strings.IndexByte(theirs, '#'); i >= 0 {
				theirs = strings.TrimSpace(theirs[:i])
			}
			comment = fmt.Sprintf("  # %d: %s", n, theirs)
		}
		fmt.Fprintf(b, "%s%s%s\n", indent, text, comment)
	}
}
