package run_test

import (
	"fmt"
	"strconv"
	"strings"
)

// A largeText writes a model whose text grows with n: as it looks where someone writes out
// what a plate would say, or where a program writes the model.
type largeText struct {
	name       string
	size       int      // that must compile quickly
	algorithms []string // that have operators for it
	program    writer
	inputs     writer
	infer      func(n int) string // default: x0
	refused    []string           // algorithms that do not take it, and say so
}

var (
	allAlgorithms = []string{"ep", "vmp", "gibbs"}
	onlyEP        = []string{"ep"}
)

// text is the model of one algorithm.
func (l *largeText) text(algorithm string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "model: large\nalgorithm: %s\n", algorithm)
	if l.inputs != nil {
		b.WriteString("inputs:\n")
		l.inputs(&b, n)
	}
	b.WriteString("program: |\n")
	l.program(&b, n)
	infer := "x0"
	if l.infer != nil {
		infer = l.infer(n)
	}
	fmt.Fprintf(&b, "infer: [%s]\n", infer)
	return b.String()
}

// A writer writes a part of a text of size n.
type writer func(b *strings.Builder, n int)

// line writes one line.
func line(text string) writer {
	return func(b *strings.Builder, _ int) { b.WriteString(text + "\n") }
}

// each writes a line for 0 to n - 1: {i} is the number, {h} the one before.
func each(text string) writer { return from(0, text) }

// later is each from 1 on.
func later(text string) writer { return from(1, text) }

func from(first int, text string) writer {
	return func(b *strings.Builder, n int) {
		for i := first; i < n; i++ {
			b.WriteString(numbered(text, i) + "\n")
		}
	}
}

// last writes the line of n - 1.
func last(text string) writer {
	return func(b *strings.Builder, n int) { b.WriteString(numbered(text, n-1) + "\n") }
}

func numbered(text string, i int) string {
	return strings.NewReplacer("{i}", strconv.Itoa(i), "{h}", strconv.Itoa(i-1)).Replace(text)
}

// all writes one text after the other.
func all(parts ...writer) writer {
	return func(b *strings.Builder, n int) {
		for _, p := range parts {
			p(b, n)
		}
	}
}

// joined writes a term for 0 to n - 1 with an operator between them.
func joined(before, term, operator, behind string) writer {
	return func(b *strings.Builder, n int) {
		b.WriteString(before)
		for i := range n {
			if i > 0 {
				b.WriteString(operator)
			}
			b.WriteString(numbered(term, i))
		}
		b.WriteString(behind + "\n")
	}
}

// nested writes a beginning n times, a middle, and an end n times.
func nested(begin, middle, end string) writer {
	return func(b *strings.Builder, n int) {
		each(begin)(b, n)
		b.WriteString(middle + "\n")
		for i := n - 1; i >= 0; i-- {
			b.WriteString(numbered(end, i) + "\n")
		}
	}
}

func largeTexts() []*largeText {
	return []*largeText{
		{name: "conditions", size: 1000, algorithms: []string{"ep", "gibbs"},
			program: all(line("  x0 ~ normal(0, variance = 1)"), later("  observe x0 > -0.01 * {i}"))},
		{name: "data", size: 1000, algorithms: allAlgorithms,
			inputs:  each("  y{i}: real"),
			program: all(line("  x0 ~ normal(0, variance = 1)"), each("  y{i} ~ normal(x0, variance = 1)"))},
		{name: "latent", size: 1000, algorithms: allAlgorithms,
			program: all(line("  x0 ~ normal(0, variance = 1)"), each("  y{i} ~ normal(x0, variance = 1)"), each("  observe y{i} > 0"))},
		{name: "sum", size: 1000, algorithms: allAlgorithms,
			inputs:  line("  y: real"),
			program: all(each("  x{i} ~ normal(0, variance = 1)"), joined("  s = ", "x{i}", " + ", ""), line("  y ~ normal(s, variance = 1)"))},
		{name: "regression", size: 200, algorithms: allAlgorithms,
			inputs:  all(line("  n: range\n  y: real[n]\n  z0: real[n]"), later("  z{i}: real[n]")),
			program: all(each("  x{i} ~ normal(0, variance = 1)"), joined("  for (i in n) { y[i] ~ normal(", "x{i} * z{i}[i]", " + ", ", variance = 1) }"))},
		{name: "chain", size: 5000, algorithms: allAlgorithms,
			inputs:  line("  y: real"),
			program: all(line("  x0 ~ normal(0, variance = 1)"), later("  x{i} ~ normal(x{h}, variance = 1)"), last("  y ~ normal(x{i}, variance = 1)"))},
		{name: "independent", size: 5000, algorithms: allAlgorithms,
			program: each("  x{i} ~ normal({i}, variance = 1)"), infer: everyX},
		{name: "observed-pairs", size: 2500, algorithms: allAlgorithms,
			inputs:  each("  y{i}: real"),
			program: each("  x{i} ~ normal(0, variance = 1)\n  y{i} ~ normal(x{i}, variance = 1)"), infer: everyX},
		{name: "definitions", size: 5000, algorithms: allAlgorithms,
			inputs:  line("  y: real"),
			program: all(line("  x0 ~ normal(0, variance = 1)\n  d0 = x0"), later("  d{i} = d{h} + 1"), last("  y ~ normal(d{i}, variance = 1)"))},
		{name: "definitions-known", size: 5000, algorithms: allAlgorithms,
			inputs:  line("  y: real\n  a: real"),
			program: all(line("  x0 ~ normal(0, variance = 1)\n  d0 = a"), later("  d{i} = d{h} + 1"), last("  y ~ normal(x0 + d{i}, variance = 1)"))},
		{name: "definitions-random", size: 1000, algorithms: allAlgorithms,
			inputs: line("  y: real"),
			program: all(line("  x0 ~ normal(0, variance = 1)\n  d0 = x0"), later("  x{i} ~ normal(0, variance = 1)\n  d{i} = d{h} + x{i}"),
				last("  y ~ normal(d{i}, variance = 1)"))},
		{name: "definitions-shared", size: 1000, algorithms: []string{"ep", "gibbs"}, refused: []string{"gibbs"},
			inputs:  line("  y: real"),
			program: all(line("  x0 ~ normal(0, variance = 1)\n  d0 = exp(x0)"), later("  d{i} = exp(d{h}) + d{h}"), last("  y ~ normal(d{i}, variance = 1)"))},
		{name: "definitions-twice", size: 1000, algorithms: []string{"ep"},
			program: all(line("  x0 ~ normal(0, variance = 1)\n  d0 = x0\n  e0 = x0 + 1"), later("  d{i} = d{h} + e{h}\n  e{i} = d{h} - 0.5 * e{h}"), last("  observe d{i} ~ normal(1, variance = 1)"))},
		{name: "definitions-wide", size: 5000, algorithms: allAlgorithms,
			program: all(line("  x0 ~ normal(0, variance = 1)"), later("  d{i} = x0 + {i}"))},
		{name: "ifs-apart", size: 100, algorithms: allAlgorithms,
			inputs:  line("  n: range\n  y: real[n]"),
			program: all(line("  x0 ~ normal(0, variance = 1)"), each("  b{i} ~ bernoulli(0.5)\n  if (b{i}) { for (i in n) { y[i] ~ normal(x0, variance = 1) } } else { x{i}_ ~ normal(0, variance = 1) }"))},
		{name: "ifs", size: 100, algorithms: allAlgorithms,
			inputs:  each("  y{i}: real"),
			program: all(line("  x0 ~ normal(0, variance = 1)"), each("  b{i} ~ bernoulli(0.5)\n  if (b{i}) { y{i} ~ normal(x0, variance = 1) } else { y{i} ~ normal(0, variance = 9) }"))},
		{name: "ifs-chained", size: 100, algorithms: allAlgorithms,
			inputs: line("  y: real"),
			program: all(each("  b{i} ~ bernoulli(0.5)"), line("  x0 ~ normal(0, variance = 1)"), joined("  ", "if (b{i}) { y ~ normal(x0 + {i}, variance = 1) }", " else ",
				" else { y ~ normal(0, variance = 9) }"))},
		{name: "ifs-nested", size: 100, algorithms: allAlgorithms,
			inputs: line("  y: real"),
			program: all(each("  b{i} ~ bernoulli(0.5)"), line("  x0 ~ normal(0, variance = 1)"),
				nested("  if (b{i}) {", "  y ~ normal(x0, variance = 1)", "  } else { y ~ normal(x0 + {i}, variance = 2) }"))},
		{name: "ifs-chain-of-states", size: 100, algorithms: allAlgorithms,
			inputs: line("  y: real"),
			program: all(line("  x0 ~ normal(0, variance = 1)\n  b0 ~ bernoulli(0.5)"), later("  if (b{h}) { b{i} ~ bernoulli(0.1) } else { b{i} ~ bernoulli(0.9) }"),
				last("  if (b{i}) { y ~ normal(x0, variance = 1) } else { y ~ normal(0, variance = 9) }"))},
		{name: "ifs-known", size: 1000, algorithms: allAlgorithms,
			inputs: each("  y{i}: real\n  c{i}: bool"),
			program: all(line("  x0 ~ normal(0, variance = 1)"),
				each("  if (c{i}) { y{i} ~ normal(x0, variance = 1) } else { y{i} ~ normal(0, variance = 9) }"))},
		{name: "plates", size: 1000, algorithms: allAlgorithms,
			inputs:  all(line("  n: range"), each("  y{i}: real[n]")),
			program: all(line("  x0 ~ normal(0, variance = 1)"), each("  for (i in n) { y{i}[i] ~ normal(x0, variance = 1) }"))},
		{name: "elements", size: 1000, algorithms: allAlgorithms,
			inputs:  line("  y: real"),
			program: all(each("  x[{i}] ~ normal({i}, variance = 1)"), line("  y ~ normal(x[0], variance = 1)")), infer: func(int) string { return "x" }},
		{name: "elements-chained", size: 1000, algorithms: []string{"ep", "gibbs"},
			inputs:  line("  y: real"),
			program: all(line("  x[0] ~ normal(0, variance = 1)"), later("  x[{i}] ~ normal(x[{h}], variance = 1)"), last("  y ~ normal(x[{i}], variance = 1)")), infer: func(int) string { return "x" }},
		{name: "products", size: 1000, algorithms: onlyEP,
			program: each("  x{i} ~ normal(0, variance = 1)\n  w{i} ~ normal(0, variance = 1)\n  p{i} = x{i} * w{i}\n  observe p{i} > 1")},
		{name: "pairs", size: 1000, algorithms: allAlgorithms,
			inputs:  later("  y{i}: real"),
			program: all(each("  x{i} ~ normal(0, variance = 1)"), later("  y{i} ~ normal(x{i} - x{h}, variance = 1)"))},
		{name: "games", size: 1000, algorithms: onlyEP,
			program: all(each("  x{i} ~ normal(0, variance = 1)"), later("  observe x{i} > x{h}"))},
		{name: "truths", size: 1000, algorithms: []string{"ep", "gibbs"},
			program: all(each("  x{i} ~ bernoulli(0.5)"), later("  observe x{i} || x{h}"))},
		{name: "or", size: 1000, algorithms: []string{"ep", "gibbs"},
			program: all(each("  x{i} ~ bernoulli(0.5)"), joined("  observe ", "x{i}", " || ", ""))},
		{name: "constant", size: 4999, algorithms: allAlgorithms,
			program: joined("  x0 ~ normal(", "1", " + ", ", variance = 1)")},
	}
}

// everyX infers x0 to x(n-1).
func everyX(n int) string {
	var b strings.Builder
	joined("", "x{i}", ", ", "")(&b, n)
	return strings.TrimSpace(b.String())
}
