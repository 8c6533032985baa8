package schedule_test

import (
	"strings"
	"testing"

	"mpc/deadcode"
	"mpc/depanalysis"
	"mpc/schedule"
)

// shape prints the steps on one line: >t( forward, <t( backward, {init|body|final}.
func shape(g *depanalysis.Graph, steps []schedule.Step) string {
	var words []string
	for _, s := range steps {
		switch s := s.(type) {
		case *schedule.Update:
			words = append(words, g.Nodes[s.Node].Name)
		case *schedule.Loop:
			mark := ">"
			if s.Reverse {
				mark = "<"
			}
			words = append(words, mark+g.Axes[s.Axis]+"("+shape(g, s.Body)+")")
		case *schedule.Iterate:
			words = append(words, "{"+shape(g, s.Init)+"|"+shape(g, s.Body)+"|"+shape(g, s.Final)+"}")
		}
	}
	return strings.Join(words, " ")
}

// TestShapes has the graphs of the models of infernet-compiler.md 4.2 and 4.3,
// messages as nodes; what they must become follows from the text there.
func TestShapes(t *testing.T) {
	for _, row := range []struct{ name, graph, want string }{
		{"C1 chain", `
node prior
node x [t] output
edge x <- prior
edge x <- x skip t-1`, "prior >t(x)"},
		{"C5 backward chain", `
node x [t] output
node prior
edge x <- prior
edge x <- x required t+1`, "prior <t(x)"},
		{"C7 offset 2", `
node x [t] output
edge x <- x required t-2`, ">t(x)"},
		{"C8 soft constraint at lag 2, products", `
node prior [t]
node out [t]
node F [t]
node B [t]
node back [t]
node x [t] output
edge F <- out t-2
edge out <- prior
edge out <- F
edge back <- prior
edge back <- B
edge B <- back t+2
edge x <- prior
edge x <- F
edge x <- B`, "prior >t(F out) <t(B back) x"},
		{"C9 constraint between t-1 and t+1", `
node F [t]
node B [t]
node x [t] output
node x_F [t]
node x_B [t]
edge F <- x_F t-1
edge B <- x_B t+1
edge x_F <- F t-1
edge x_B <- B t+1
edge x <- F t-1
edge x <- B t+1`, ">t(F x_F) <t(B x_B) x"},
		{"C11 tree", `
node x
node y
node both
node c
node back
node m output
edge both <- x
edge both <- y
edge back <- c
edge m <- both
edge m <- back`, "x y both c back m"},
		{"K1 smoothing", `
node like [t]
node F [t]
node B [t]
node x [t] output
edge F <- F skip t-1
edge F <- like t-1
edge B <- B skip t+1
edge B <- like t+1
edge x <- F
edge x <- B
edge x <- like`, "like >t(F) <t(B) x"},
		{"K5 coupled chains", `
node likeA [t]
node FA [t]
node BA [t]
node FB [t]
node BB [t]
node toB [t]
node toA [t]
node A [t] output
node B [t] output
edge FA <- FA t-1
edge FA <- likeA t-1
edge FA <- toA t-1
edge BA <- BA t+1
edge BA <- likeA t+1
edge BA <- toA t+1
edge FB <- FB t-1
edge FB <- toB t-1
edge BB <- BB t+1
edge BB <- toB t+1
edge toB <- FA
edge toB <- BA
edge toB <- likeA
edge toA <- FB
edge toA <- BB
edge A <- FA
edge A <- BA
edge A <- likeA
edge A <- toA
edge B <- FB
edge B <- BB
edge B <- toB`, "likeA {|>t(FA toB FB toA) <t(BA toB BB toA)|} A B"},
		{"K14 grid joined along one axis", `
node like [r c]
node F [r c]
node B [r c]
node x [r c] output
edge F <- F c-1
edge F <- like c-1
edge B <- B c+1
edge B <- like c+1
edge x <- F
edge x <- B
edge x <- like`, "like >c(F) <c(B) x"},
		{"K17 grid", `
node prior [r c]
node R [r c]
node L [r c]
node D [r c]
node U [r c]
node x [r c] output
edge R <- prior c-1
edge R <- R c-1
edge R <- D c-1
edge R <- U c-1
edge L <- prior c+1
edge L <- L c+1
edge L <- D c+1
edge L <- U c+1
edge D <- prior r-1
edge D <- D r-1
edge D <- R r-1
edge D <- L r-1
edge U <- prior r+1
edge U <- U r+1
edge U <- R r+1
edge U <- L r+1
edge x <- prior
edge x <- R
edge x <- L
edge x <- D
edge x <- U`, "prior {|>r(D >c(R) <c(L)) <r(U >c(R) <c(L))|} x"},
		{"prefix and suffix products in one direction", `
node P [t]
node S [t]
node F [t]
node B [t]
node x output
edge P <- P t-1
edge P <- B t-1
edge S <- S t+1
edge S <- B t+1
edge F <- P
edge F <- S
edge B <- F skip
edge x <- B`, "{|>t(P F B) <t(S F B)|} x"},
		{"TrueSkill", `
node prior [players]
node F1 [games]
node F2 [games]
node p1 [games]
node p2 [games]
node d [games]
node back [games]
node q1 [games]
node q2 [games]
node B1 [games]
node B2 [games]
node skill [players] output
edge F1 <- prior
edge F2 <- prior
edge F1 <- B1 games?
edge F1 <- B2 games?
edge F2 <- B1 games?
edge F2 <- B2 games?
edge p1 <- F1 skip
edge p2 <- F2 skip
edge d <- p1 skip
edge d <- p2 skip
edge back <- d skip
edge q1 <- back skip
edge q1 <- p2 skip
edge q2 <- back skip
edge q2 <- p1 skip
edge B1 <- q1 skip
edge B2 <- q2 skip
edge skill <- prior
edge skill <- B1
edge skill <- B2`, "prior {|>games(F1 p1 F2 p2 d back q1 q2 B1 B2)|} skill"},
		{"VMP: a trigger on all that factors read", `
node prior
node data [i]
node mean output
node prec output
node toMean [i]
node toPrec [i]
edge mean <- prior
edge mean <- toMean
edge prec <- toPrec
edge toMean <- data trigger
edge toMean <- prec trigger required
edge toPrec <- data trigger
edge toPrec <- mean trigger required`, "prior data {|mean toPrec prec toMean|}"},
		{"VMP: elements that depend on each other, each followed by what the others read", `
axes c
node message>z [c]
node message>w [c]
node seen
node out [c]
node back [c]
node toz [c]
node tow [c]
node z [c] output
node w [c] output
edge out <- z required trigger
edge out <- w required trigger
edge back <- seen required
edge back <- out required trigger c?
edge toz <- back required trigger
edge toz <- w required trigger
edge tow <- back required trigger
edge tow <- z required trigger
edge z <- message>z required
edge z <- toz
edge w <- message>w required
edge w <- tow`, "message>z message>w seen {z w out|>c(back toz z out) >c(back tow w out)|}"},
		{"Gibbs: draws are not triggered, what is computed from them is", `
node a output
node b output
node s
node u
edge a <- u required
edge u <- b required trigger
edge b <- s required
edge s <- a required trigger
node start
edge a <- start required any=1`, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			g := schedule.ParseGraph(t, row.graph)
			s, err := schedule.Plan(g, nil)
			if row.want == "" {
				if err == nil {
					t.Fatalf("scheduled as %s", shape(g, s.Steps))
				}
				for _, word := range []string{"a", "u", "b", "s", "initialize"} {
					if !strings.Contains(err.Error(), word) {
						t.Errorf("%q lacks %q", err, word)
					}
				}
				g.Nodes[1].Init = true // b
				if s, err = schedule.Plan(g, nil); err != nil {
					t.Fatal(err)
				}
				row.want = "start {|u a s b|}"
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := schedule.Verify(g, s); err != nil {
				t.Error(err)
			}
			s = deadcode.Prune(g, s)
			if got := shape(g, s.Steps); got != row.want {
				t.Errorf("got  %s\nwant %s\n%s", got, row.want, s.Text(g))
			}
		})
	}
}
