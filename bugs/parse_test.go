package bugs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// programs reads the example programs.
func programs(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../testdata/bugs/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	list := map[string]string{}
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var e struct {
			Statements string `json:"model_statements"`
			JAGS       string `json:"jags_model"`
		}
		if err := json.Unmarshal(src, &e); err != nil {
			t.Fatal(path, err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		list[name], list[name+".jags"] = e.Statements, e.JAGS
	}
	return list
}

// TestPrint holds that what is printed of a program reads back as the same program, in both
// dialects.
func TestPrint(t *testing.T) {
	for name, src := range programs(t) {
		p, d := Parse(name, []byte(src), BUGS)
		if d.HasErrors() {
			t.Errorf("%s: %v", name, d)
			continue
		}
		text := p.String()
		for _, dialect := range []Dialect{BUGS, JAGS} {
			q, d := Parse(name, []byte(text), dialect)
			if len(d) > 0 && d.HasErrors() {
				t.Errorf("%s: printed as\n%s\n%v", name, text, d)
			} else if again := q.String(); again != text {
				t.Errorf("%s: printed as\n%s\nand then as\n%s", name, text, again)
			}
		}
	}
}

// TestReads holds how texts are read: what is printed of them.
func TestReads(t *testing.T) {
	for _, x := range []struct {
		src, want string
		dialect   Dialect
	}{
		{"a ~ dnorm(0, 1); b <- 2 * a c = b", "a ~ dnorm(0, 1)|b <- 2 * a|c <- b", BUGS},
		{"logit(p[i]) <- a + b*x[i]", "logit(p[i]) <- a + b * x[i]", BUGS},
		{"x ~ dnorm(m, 1.0E-6)T(0,)", "x ~ dnorm(m, 1.0E-6) T(0,)", BUGS},
		{"x ~ dnorm(0, 1) T <- 3", "x ~ dnorm(0, 1)|T <- 3", BUGS},
		{"T[1] ~ dnorm(0, 1) C(,I) I ~ dexp(t) t <- 1", "T[1] ~ dnorm(0, 1) C(, I)|I ~ dexp(t)|t <- 1", BUGS},
		{"y <- sum(x[2:4, j]) + x[]", "y <- sum(x[2:4, j]) + x[]", BUGS},
		{"y <- m[ , 1] + m[1, ]", "y <- m[, 1] + m[1, ]", BUGS},
		{"y <- -a^2 / b * c", "y <- -a ^ 2 / b * c", BUGS},
		{"y <- (a - (b - c)) - d", "y <- a - (b - c) - d", BUGS},
		{"y <- A %*% b[] # product", "y <- A %*% b[]", BUGS},
		{"for (i in 1:N-1) { a[i] <- i }", "for (i in 1:(N - 1)) {|a[i] <- i|}", BUGS},
		{"for (i in 1:N-1) { a[i] <- i }", "for (i in (1 - 1):(N - 1)) {|a[i] <- i|}", JAGS},
		{"for (i in 1:(N-1)) { a[i] <- i }", "for (i in 1:(N - 1)) {|a[i] <- i|}", JAGS},
		{"alpha.star_1 <- .5 + 5. + 1e+05 + 10L", "alpha.star_1 <- .5 + 5. + 1e+05 + 10L", BUGS},
		{"/* long\ncomment */ x <- 1", "x <- 1", BUGS},
	} {
		p, d := Parse("x.bug", []byte("model {\n"+x.src+"\n}"), x.dialect)
		if d.HasErrors() {
			t.Errorf("%s: %v", x.src, d)
			continue
		}
		lines := strings.Split(strings.TrimSpace(p.String()), "\n")
		for i := range lines {
			lines[i] = strings.TrimSpace(lines[i])
		}
		if got := strings.Join(lines[1:len(lines)-1], "|"); got != x.want {
			t.Errorf("%s is read as\n%s, want\n%s", x.src, got, x.want)
		}
	}
}

// TestBlocks holds var, data { } and statements that no model { } is around.
func TestBlocks(t *testing.T) {
	p, d := Parse("x.bug", []byte("var x[N, 2], y;\ndata { z <- 1 }\nmodel { x[1, 1] <- z }"), BUGS)
	if d.HasErrors() || len(p.Vars) != 2 || len(p.Vars[0].Dims) != 2 || len(p.Data) != 1 || len(p.Model) != 1 {
		t.Errorf("%v: %s", d, p)
	}
	p, d = Parse("x.bug", []byte("x ~ dnorm(0, 1)\ny <- x"), BUGS)
	if d.HasErrors() || len(p.Model) != 2 {
		t.Errorf("%v: %s", d, p)
	}
}

// TestMistakes holds the first diagnostic of texts with a mistake: its place, what is said and
// the hint.
func TestMistakes(t *testing.T) {
	for _, x := range []struct{ src, want string }{
		{"", "1:1: error: the file is empty"},
		{"model { x ~ dnorm(0, 1)", `1:24: error: "}" is expected, not the end of the file`},
		{"model { x ~ 3 }", "1:13: error: a distribution, as dnorm(mu, tau), is expected"},
		{"model { x < - 3 }", "write <- without a space"},
		{"model { exp(x) <- 3 }", "left of <- stand log, logit, probit or cloglog"},
		{"model { logit(x) ~ dnorm(0, 1) }", "is no variable that could be drawn"},
		{"model { for (i in 1..3) { x[i] <- 1 } }", `":" is expected`},
		{"model { for (i in N) { x[i] <- 1 } }", "a loop is for (i in 1:N) { ... }"},
		{"model { for (i in 1:N) x[i] <- 1 }", "the body of a loop stands in { }"},
		{"model { for (i in 10:2) { x[i] <- 1 } }", "warning: 10:2 is empty"},
		{"model { for (i in 10:2) { x[i] <- 1 } }", "2:10 is what counts"},
		{"model { for (i in 1:N-1) { x[i] <- 1 } }", "1:22: warning: 1:N - 1 is 1:(N - 1), as in BUGS; JAGS reads (1:N) - 1"},
		{"model { x ~ dnorm(0, 1) T(1) }", "T(lo, hi) has two bounds"},
		{"model { x <- \"a\" }", "a program has no texts in quotes"},
		{"model { if (x > 1) { y <- 1 } }", "BUGS has no if"},
		{"model { x <- 1 } }", "the end of the file"},
		{"model { x <- 1 } list(N = 3)", "put list(...) into a file of its own"},
		{"const N = 3; model { x <- N }", "classic BUGS"},
		{"model { x <- 1e999 }", "1e999 is no number"},
		{"model { x <- (1 + 2 }", `")" is expected`},
		{"model { x <- a $ b }", `"$"`},
		{"model { }", "there is no statement"},
		{"model { /* x <- 1 }", "this comment has no end"},
	} {
		_, d := Parse("x.bug", []byte(x.src), BUGS)
		all := ""
		for _, e := range d {
			all += e.Error() + " / " + e.Hint + "\n"
		}
		if !strings.Contains(all, x.want) {
			t.Errorf("%s: want %q, have\n%s", x.src, x.want, all)
		}
	}
}

// FuzzParse holds that no text breaks the parser, and that what it reads without errors prints
// as a text that reads back.
func FuzzParse(f *testing.F) {
	for _, src := range programs(f) {
		f.Add(src)
	}
	f.Add("model{for(i in 10:2){log(x[i,])<--a^-b%*%c[]}} var x[1], y;")
	f.Fuzz(func(t *testing.T, src string) {
		p, d := Parse("x", []byte(src), BUGS)
		if d.HasErrors() {
			return
		}
		text := p.String()
		q, d := Parse("x", []byte(text), BUGS)
		if d.HasErrors() {
			t.Fatalf("%q is printed as %q: %v", src, text, d)
		}
		if again := q.String(); again != text {
			t.Fatalf("%q is printed as %q, and then as %q", src, text, again)
		}
	})
}
