package model

import (
	"regexp"
	"strings"
	"testing"

	"mpc/lang"
)

// What a hint says to write is a distribution of the language, with its parameters: as many by their place
// as have one, and one of each that stands by name.
func TestElsewhere(t *testing.T) {
	hints := map[string]bool{}
	for name, hint := range elsewhere {
		if Distribution(name) != nil && !strings.HasPrefix(hint, name+"(") { // of half_cauchy the hint has its name here
			t.Errorf("%s is a distribution of the language, whose hint nobody sees", name)
		}
		hints[hint] = true
	}
	form := regexp.MustCompile(`^\w+\(.*\)`)
	seen := 0
	for hint := range hints {
		text := form.FindString(hint)
		if text == "" {
			continue // of words
		}
		for _, end := range []string{"):", ");"} {
			if k := strings.Index(text, end); k >= 0 {
				text = text[:k+1]
			}
		}
		f, list := lang.Parse("m.yaml", []byte("model: m\nprogram: |\n  x ~ "+text+"\ninfer: [x]\n"))
		if list.HasErrors() {
			t.Errorf("%q: %v", text, list)
			continue
		}
		call, ok := f.Program[0].(*lang.Sample).Dist.(*lang.Call)
		if !ok {
			t.Errorf("%q is no distribution", text)
			continue
		}
		sig := Distribution(call.Fun)
		if sig == nil || !sig.supported {
			t.Errorf("%q: there is no distribution %s", text, call.Fun)
			continue
		}
		if call.Fun == "truncated" {
			continue
		}
		seen++
		places, named := 0, map[string]bool{}
		for _, a := range call.Args {
			switch {
			case a.Name.Name == "":
				places++
			case !sig.knows(a.Name.Name):
				t.Errorf("%q: %s has no parameter %s", text, call.Fun, a.Name.Name)
			default:
				named[a.Name.Name] = true
			}
		}
		if places > len(sig.positional) || places+len(named) != len(sig.positional)+len(sig.named) {
			t.Errorf("%q: %s takes %v, and by name %v", text, call.Fun, sig.positional, sig.named)
		}
	}
	if seen < 30 {
		t.Errorf("%d hints were read", seen)
	}
}
