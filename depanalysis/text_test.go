package depanalysis

import "testing"

func TestTextRoundTrip(t *testing.T) {
	const text = `axes t s
sequential T t s
sequential none
node x [t s] output line=12
node "x to y" [t] init
node z uniform
node q [s] overshoots
node b output bound
edge x <- x required fresh t-1 s?
edge x <- "x to y" skip trigger noinit declaration any=2 t+3
edge "x to y" <- z
`
	g, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := g.String(); got != text {
		t.Errorf("printed\n%s\nwant\n%s", got, text)
	}
}

func TestParseErrors(t *testing.T) {
	for _, text := range []string{
		"nod x", "node", "sequential", "node x wrong", "node x\nedge x <- y", "node x\nedge x -> x",
		"node x\nedge x <- x t-1", "node x [t]\nedge x <- x t-y", "node \"x", "node x\nedge x <- x any=k",
	} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
