package codegen_test

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"mpc/codegen/code"
	"mpc/codegen/passes"
	"mpc/codegen/text"
)

// plain names everything as the code does.
type plain struct{ plates int }

func (*plain) Table(t *code.Table) (local, field string, element bool) {
	return t.Name, "inf." + t.Name, t.Keep != code.Input
}
func (*plain) Pointer(t *code.Table) bool  { return false }
func (*plain) Value(v *code.Value) string  { return "" }
func (*plain) Beside(v *code.Value) string { return v.Name }
func (p *plain) Type(t code.Type) string {
	if a, ok := t.(code.Array); ok {
		return "[]" + p.Type(a.Elem)
	}
	return t.String()
}
func (*plain) Truth(x string) string { return "truth(" + x + ")" }
func (*plain) Fill(local string, t *code.Table) []string {
	return []string{"clear(" + local + ")"}
}

func (*plain) Note(o code.Origin) string { return fmt.Sprintf("// %s, line %d\n", o.Update, o.Line) }

func (*plain) Stream() (local, field string) { return "s", "&inf.s" }

func (p *plain) Plate() string {
	p.plates++
	return fmt.Sprintf("plate%d", p.plates)
}

// inf is no name of code, so that nothing could be called as the receiver that is printed.
func (*plain) Receiver() string { return "q" }

func (*plain) Call(r *code.Row, args []text.Arg) text.Call {
	var list []string
	for _, a := range args {
		if a.Place {
			a.Text = "&" + a.Text
		}
		list = append(list, a.Text)
	}
	return text.Call{Text: r.Name + "(" + strings.Join(list, ", ") + ")", Error: strings.HasPrefix(r.Name, "skip"), Leaves: strings.HasPrefix(r.Name, "skipAll")}
}

// TestFunction compares the Go of the functions of each file in testdata with what stands there.
func TestFunction(t *testing.T) {
	paths, err := filepath.Glob("text/testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d files: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			archive := txtar.Parse(src)
			p, err := code.Parse("code", string(archive.Files[0].Data))
			if err != nil {
				t.Fatal(err)
			}
			if err := code.Check(p); err != nil {
				t.Fatal(err)
			}
			passes.Draws(p) // what is printed draws by calls
			var b strings.Builder
			names := &plain{}
			for _, r := range p.Rows {
				if r.Body == nil {
					continue
				}
				for _, m := range text.Function(p, r, names) {
					fmt.Fprintf(&b, "func (inf *Inference) %s(%s) %s {\n%s}\n\n", m.Name, m.Params, m.Results, m.Lines)
				}
			}
			text, err := format.Source([]byte(b.String()))
			if err != nil {
				t.Fatalf("%v\n%s", err, b.String())
			}
			archive.Files = append(archive.Files[:1], txtar.File{Name: "go", Data: text})
			if got := txtar.Format(archive); *update {
				if err := os.WriteFile(path, got, 0o666); err != nil {
					t.Fatal(err)
				}
			} else if !bytes.Equal(got, src) {
				t.Errorf("it is now\n%s", got)
			}
		})
	}
}
