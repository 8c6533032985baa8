package names

import (
	"strings"
	"testing"
)

// link chooses the identifiers of one file.
func link(t *testing.T, text string, order ...string) string {
	t.Helper()
	f := File{"a.go", "package p\n\n" + text}
	table, err := Link([]File{f}, order)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(table.Text(f.Text), "package p\n\n")
}

func TestLink(t *testing.T) {
	x, i, n := Local("x"), Local("i"), Local("n")
	for _, c := range []struct{ name, text, want string }{
		{"nothing in the way", "func f(inf int) int { " + x + " := inf; return " + x + " }",
			"func f(inf int) int { x := inf; return x }"},
		{"a keyword", "func f() { " + Local("range") + " := 1; _ = " + Local("range") + " }",
			"func f() { range_ := 1; _ = range_ }"},
		{"one that the block reads", "func f(i int) { for " + i + " := range i { _ = " + i + " + i } }",
			"func f(i int) { for i_ := range i { _ = i_ + i } }"},
		{"one that the block of another reads", "func f() { " + i + " := 1; for i := range 3 { _ = i + " + i + " } }",
			"func f() { i_ := 1; for i := range 3 { _ = i + i_ } }"},
		{"one in a block beside", "func f() { for " + i + " := range 3 { _ = " + i + " }; for i := range 3 { _ = i } }",
			"func f() { for i := range 3 { _ = i }; for i := range 3 { _ = i } }"},
		{"what a range is over stands in front of it", "func f() { for " + i + " := range 3 { for i := range " + i + " { _ = i } } }",
			"func f() { for i := range 3 { for i := range i { _ = i } } }"},
		{"a parameter of the function around", "func f(x int) { " + x + " := 1; _ = " + x + " }",
			"func f(x int) { x_ := 1; _ = x_ }"},
		{"a function that is called", "func x() int { return 1 }\nfunc f() { " + x + " := x(); _ = " + x + " }",
			"func x() int { return 1 }\nfunc f() { x_ := x(); _ = x_ }"},
		{"one that is called elsewhere", "func x() int { return 1 }\nfunc f() { " + x + " := 1; _ = " + x + " }",
			"func x() int { return 1 }\nfunc f() { x := 1; _ = x }"},
		{"a field, not a variable", "type t struct { x int; " + x + " int }\nfunc f(a t) int { " + x + " := a." + x + "; return a.x + " + x + " }",
			"type t struct { x int; x_ int }\nfunc f(a t) int { x_ := a.x_; return a.x + x_ }"},
		{"a method of the type", "type Data struct { " + Exported("un_marshal") + " int }\nfunc (d Data) UnMarshal() int { return d." + Exported("un_marshal") + " }",
			"type Data struct { UnMarshal_ int }\nfunc (d Data) UnMarshal() int { return d.UnMarshal_ }"},
		{"two of the model, in their order", "type Data struct { " + Exported("N") + ", " + Exported("n") + " int }\n// read" + Exported("N") + "\nfunc read" + Exported("N") + "() {}\nfunc read" + Exported("n") + "() {}",
			"type Data struct { N_, N int }\n// readN_\nfunc readN_() {}\nfunc readN() {}"},
		{"what is made of one", "func f() { " + n + "2 := 1; n2 := 2; " + x + "Def, " + Local("xDef") + " := 3, 4; _, _, _, _ = n2, " + n + "2, " + x + "Def, " + Local("xDef") + " }",
			"func f() { n2_ := 1; n2 := 2; xDef_, xDef := 3, 4; _, _, _, _ = n2, n2_, xDef_, xDef }"},
		{"a key of a literal", "type t struct { " + x + " int }\nfunc f() t { x := 1; return t{" + x + ": x} }",
			"type t struct { x int }\nfunc f() t { x := 1; return t{x: x} }"},
		{"what the package would declare", "func " + Local("len") + "() {}\nfunc f() { " + Local("len") + "() }",
			"func len_() {}\nfunc f() { len_() }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := link(t, c.text, "n", "N", "x", "xDef"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		Local("draw_margin"):               "drawMargin",
		Local("T"):                         "T",
		Exported("draw_margin"):            "DrawMargin",
		Exported(Local("draw_margin")):     "DrawMargin",
		Accessor("run"):                    "Run_",
		Accessor("set_up"):                 "SetUp_",
		Accessor("set"):                    "Set",
		Accessor("x") + "At":               "XAt",
		Setter("data"):                     "SetData_",
		Setter("x"):                        "SetX",
		"draw" + Exported("a") + " " + "b": "drawA b",
	} {
		if got := Plain(text); got != want {
			t.Errorf("%s is %s, not %s", text, got, want)
		}
	}
}

func TestPackage(t *testing.T) {
	for model, want := range map[string]string{"trueskill": "trueskill", "run": "run", "documentation": "documentation_", "con": "con_", "Aux": "Aux_", "lpt9": "lpt9_", "console": "console", "init": "init_"} {
		if got := Package(model); got != want {
			t.Errorf("the package of %s is %s, not %s", model, got, want)
		}
	}
}

// What Link checks at its end does find an identifier that was captured.
func TestSameBindings(t *testing.T) {
	before := File{"a.go", "package p\nfunc f(i int) { for " + Local("i") + " := range 3 { _ = " + Local("i") + " + i } }"}
	if err := sameBindings(before, "package p\nfunc f(i int) { for k := range 3 { _ = k + i } }"); err != nil {
		t.Error(err)
	}
	if err := sameBindings(before, "package p\nfunc f(i int) { for i := range 3 { _ = i + i } }"); err == nil {
		t.Error("an index captures a parameter, and nothing says so")
	}
}
