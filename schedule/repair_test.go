package schedule

import (
	"fmt"
	"strings"
	"testing"

	"mpc/depanalysis"
)

// graphOf reads "F(0,3) FR(0,1)": target, source, in the notation of
// the repair rows, infernet-compiler.md 4.1.
func graphOf(t *testing.T, n int, text string) *depanalysis.Graph {
	t.Helper()
	g := &depanalysis.Graph{Nodes: make([]depanalysis.Node, n)}
	for _, w := range strings.Fields(text) {
		open := strings.IndexByte(w, '(')
		e := depanalysis.Edge{}
		if _, err := fmt.Sscanf(w[open:], "(%d,%d)", &e.To, &e.From); err != nil {
			t.Fatal(err)
		}
		for _, k := range w[:open] {
			switch k {
			case 'F':
				e.Kind |= depanalysis.Fresh
			case 'R':
				e.Kind |= depanalysis.Required
			case 'N':
				e.Kind |= depanalysis.NoInit
			case 'U':
				e.Kind |= depanalysis.SkipIfUniform
			case 'A': // one alternative of a SkipIfUniform set
				e.Kind |= depanalysis.SkipIfUniform
				e.Group = 1
			}
		}
		g.Edges = append(g.Edges, e)
	}
	for i := range g.Nodes {
		g.Nodes[i].Output = true
	}
	return g
}

// TestRepair holds the rows S1 to S3 of infernet-compiler.md 4.1.
func TestRepair(t *testing.T) {
	s3 := "F(5,0) FR(11,0) FR(0,1) FN(1,2) F(2,3) D(3,3) F(2,4) F(3,4) D(2,5) N(3,5) R(4,5) FR(5,6) FR(11,6) FR(6,7) " +
		"FN(7,8) %s D(9,9) F(8,10) F(9,10) D(5,11) D(8,11) N(9,11) R(10,11)"
	for _, row := range []struct {
		name, edges string
		nodes       int
		in, want    string
	}{
		{"S1", "F(0,3) F(3,2) F(2,1) F(1,0)", 4, "0 1 0 1 2 3", "0 1 2 3 0 1 2 3"},
		{"S1 skip", "F(0,3) FU(3,2) F(2,1) F(1,0)", 4, "0 1 0 1 2 3", "0 1 2 3 0 1 2 3"},
		{"S2", "F(0,3) F(3,2) U(2,1) D(2,0)", 4, "0 0 1 2 3", "0 0 1 2 3"},
		{"S3", fmt.Sprintf(s3, "F(8,9)"), 12, "1 0 7 6 11 7 6 5 4 3 2 1 0 11 10 9 8", "1 0 7 6 11 10 9 8 7 6 5 4 3 2 1 0 11 10 9 8"},
		{"S3 skip", fmt.Sprintf(s3, "FA(8,9) A(8,8)"), 12, "1 0 7 6 11 7 6 5 4 3 2 1 0 11 10 9 8", "1 0 7 6 11 10 9 8 7 6 5 4 3 2 1 0 11 10 9 8"},
	} {
		v := newView(graphOf(t, row.nodes, row.edges), nil)
		var units []unit
		for _, w := range strings.Fields(row.in) {
			var n int
			fmt.Sscan(w, &n)
			units = append(units, single(n, Reason{}))
		}
		repaired, ok := v.newState().repair(units)
		var got []string
		for _, u := range repaired {
			got = append(got, fmt.Sprint(u.nodes[0]))
		}
		if s := strings.Join(got, " "); !ok || s != row.want {
			t.Errorf("%s: %s, want %s", row.name, s, row.want)
		}
	}
}

// TestRepairGroup is row S4: an edge 1->0, with node 1 in a group of its own.
func TestRepairGroup(t *testing.T) {
	g := ParseGraph(t, "node a [t] output\nnode b [t]\nedge a <- b\nedge b <- b t-1")
	s, err := Plan(g, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(s.String()); strings.Join(got, " ") != "forward along axis 0: #1 #0" {
		t.Errorf("%s", s)
	}
}
