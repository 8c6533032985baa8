package code_test

import (
	"testing"

	"mpc/codegen/code"
)

// TestSyntax: each text has one mistake, whose place and words are compared.
func TestSyntax(t *testing.T) {
	const head = "program p\ntable x real [i < 3]\nrow f(a real) real\n"
	body := func(line string) string {
		return head + "func g(a real, k whole) real {\n  " + line + "\n  give a\n}\n"
	}
	for _, test := range []struct{ text, want string }{
		{"table x real\n", "p:1:1: table stands where program is wanted"},
		{"program p\nlet x\n", "p:2:1: let stands where record, handle, table, row or func is wanted"},
		{"program p\ntable x reel\n", "p:2:9: there is no type reel"},
		{"program p\ntable x real [i < n[]]\n", "p:2:19: there is no table n"},
		{"program p\ntable x real [i < 2, i < 3]\n", "p:2:22: there is an index i"},
		{"program p\ntable x real [i < 2] sparse\n", "p:2:28: the end of the line stands where ( is wanted"},
		{"program p\ntable x real thin\n", "p:2:14: a table is packed, shared, byvalue or sparse, and not thin"},
		{"program p\nrecord R letter {a real}\n", "p:2:10: a record is a message, a total or moments, and not letter"},
		{"program p\nrecord R {a real, a real}\n", "p:2:19: there is a field a"},
		{"program p\nfunc f() {\n", "p:2:10: the body has no end: } is missing"},
		{"program p $\n", "p:1:11: '$' is no character of a program"},
		{head + "table x real\n", "p:4:7: there is a table x"},
		{head + "row f()\n", "p:4:5: there is a row f"},
		{body("b = c + 1.0"), "p:5:7: there is no value c here"},
		{body("b = a + 1"), "p:5:9: there is no + of real and whole"},
		{body("b = a"), "p:5:7: a has a name already"},
		{body("a = 2.0 * 3.0"), "p:5:3: there is a value a"},
		{body("for = 2.0 * 3.0"), "p:5:3: for is a word of the language, and no name"},
		{body("b, c = f(a)"), "p:5:10: the statement gives 1 values, and 2 are named"},
		{body("b = h(a)"), "p:5:7: there is no h of real"},
		{body("b = y[k]"), "p:5:7: there is no table y"},
		{body("b = x[k].mean"), "p:5:12: real has no field mean"},
		{body("b = a.mean"), "p:5:9: real has no field mean"},
		{body("b = k[0]"), "p:5:7: k is whole: it has no elements"},
		{body("b = Normal{a}"), "p:5:7: there is no record Normal"},
		{body("b = draw y[] ~ h(a)"), "p:5:18: there is no row h"},
		{body("b = if a { give a }"), "p:5:14: give stands where the end of the line is wanted"},
		{body("for i over 0..k {\n  }"), "p:5:9: over stands where up, down or in is wanted"},
		{body("b = 99999999999999999999 + k"), "p:5:7: 99999999999999999999 is no whole number of 64 bits"},
		{body("1 x[0] = 1e999"), "p:5:12: 1e999 is no real number"},
	} {
		if _, err := code.Parse("p", test.text); err == nil || err.Error() != test.want {
			t.Errorf("%s\nis %v, and not %s", test.text, err, test.want)
		}
	}
}

// FuzzParse: a text that can be read is written as a text that is read as the same.
func FuzzParse(f *testing.F) {
	f.Add("program p\nrow f(s stream) (real, fault)\nfunc g(a real) real {\n b = -a * -1e300\n c = !true\n give b\n}\n")
	f.Add("program p\nrecord N total {a real[], b whole}\nhandle h\ntable n whole < 3 [i < 2] input byvalue(n)\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := code.Parse("p", text)
		if err != nil {
			return
		}
		again, err := code.Parse("p", p.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, p)
		}
		if again.String() != p.String() {
			t.Errorf("%s\nis then\n%s", p, again)
		}
		_ = code.Check(p)
	})
}
