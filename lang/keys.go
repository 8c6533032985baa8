package lang

import (
	gotoken "go/token"
	"math"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

func topKeys() []string {
	return []string{"model", "doc", "algorithm", "inputs", "program", "infer", "init", "point", "shared", "operators", "methods", "blocks", "integrate", "power", "iterate"}
}

// Algorithms lists the values of the key algorithm.
func Algorithms() []string { return []string{"ep", "vmp", "gibbs"} }

// model reads the keys of the file.
func (d *decoder) model(root *yaml.Node) {
	f := d.file
	f.Algorithm.Default = Name{Name: "ep"}
	seen := make(map[string]bool)
	for _, e := range d.pairs(root, "a key") {
		key := e.key.Value
		if !slices.Contains(topKeys(), key) {
			// What the others depend on is read where it is clear which key is meant.
			key = d.unknownKey(e, "a model", topKeys())
			if key != "inputs" && key != "program" && key != "algorithm" || seen[key] || d.skippedKeys[key] || hasKey(root, key) {
				d.skipNode(e.key)
				d.skipNode(e.value)
				continue
			}
		}
		seen[key] = true
		switch key {
		case "model":
			d.packageName(e)
		case "doc":
			if e.value.Kind != yaml.ScalarNode {
				d.report.Errorf(d.at(e.value), CodeWrongKind, "doc is text, not %s", kindOf(e.value))
			} else {
				f.Doc, f.DocAt = strings.TrimSpace(e.value.Value), d.at(e.value)
			}
		case "algorithm":
			d.algorithm(e)
		case "inputs":
			d.inputs(e)
		case "program":
			d.program(e)
		case "infer":
			d.infer(e)
		case "init":
			d.init(e)
		case "point":
			f.Point = d.names(key, e)
		case "shared":
			f.Shared = d.names(key, e)
		case "operators":
			if d.isMapping(key, e, "a mapping of factors to operators", "{logistic: jj96}") {
				f.Operators = d.choices(e.value, "a factor")
			}
		case "methods":
			if d.isMapping(key, e, "a mapping of variables to methods", "{x: slice}") {
				f.Methods = d.choices(e.value, "a variable")
			}
		case "blocks":
			d.blocks(e)
		case "integrate":
			d.integrated(e)
		case "power":
			d.file.Power = d.setting(e, limit{math.SmallestNonzeroFloat64, math.Nextafter(1, 2), false, "a number above 0 and at most 1"})
		case "iterate":
			d.iterate(e)
		}
	}
	for _, key := range []string{"model", "program"} {
		if !seen[key] && !d.skippedKeys[key] {
			hint := "add for example model: coins, the name of the Go package"
			if key == "program" {
				hint = "add program: | and under it, indented, the statements"
			}
			d.report.Errorf(d.at(root), CodeMissingKey, "the key %s is missing", key).WithHint("%s", hint)
		}
	}
	f.Algorithm.Unread = f.Algorithm.Unread || d.skippedKeys["algorithm"]
	if len(f.Program) == 0 {
		f.skipVariables()
	}
}

// hasKey reports whether a mapping has a key.
func hasKey(n *yaml.Node, key string) bool {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return true
		}
	}
	return false
}

// unknownKey reports a key that means nothing, with the keys that do, and returns
// the one that is likely meant, or "".
func (d *decoder) unknownKey(e entry, of string, keys []string) string {
	diag := d.report.Errorf(d.at(e.key), CodeUnknownKey, "%s has no key %s", of, quoted(e.key.Value))
	list := "the keys are " + strings.Join(keys, ", ")
	lower := strings.ToLower(e.key.Value)
	if slices.Contains(keys, lower) {
		diag.WithHint("write %s; %s", lower, list)
		return lower
	}
	if guess := Nearest(lower, keys); guess != "" {
		diag.WithHint("did you mean %s? %s", guess, list)
		return guess
	}
	diag.WithHint("%s", list)
	return ""
}

// packageName reads the key model.
func (d *decoder) packageName(e entry) {
	if !d.isText("model", e, "the name of a Go package") {
		return
	}
	name, at := e.value.Value, d.at(e.value)
	switch {
	case gotoken.IsKeyword(name) || name == "main" || name == "_":
		d.report.Errorf(at, CodeBadName, "%s cannot name a Go package: the word is reserved", name).
			WithHint("write for example %smodel", strings.Trim(name, "_"))
	case !isName(name):
		d.report.Errorf(at, CodeBadName, "%s is not the name of a Go package", quoted(name)).
			WithHint("it is of letters, digits and _, first a letter, as in trueskill")
	default:
		d.file.Model = Name{At: at, Name: name}
	}
}

// algorithm reads the key algorithm: a word, or a mapping of variables to words.
func (d *decoder) algorithm(e entry) {
	if e.value.Kind != yaml.MappingNode {
		if d.isText("algorithm", e, "ep, vmp or gibbs, or a mapping {default: ep, x: vmp}") {
			d.defaultAlgorithm("algorithm", e.value)
		} else {
			d.file.Algorithm.Unread = true
		}
		return
	}
	for _, e := range d.pairs(e.value, "a variable") {
		if !d.isText(clip(e.key.Value), e, "ep, vmp or gibbs") {
			continue
		}
		if e.key.Value == "default" {
			d.defaultAlgorithm("the algorithm of default", e.value)
			continue
		}
		word, ok := d.word("the algorithm of "+clip(e.key.Value), e.value, Algorithms())
		if name, isName := d.name(e.key, "a variable"); ok && isName {
			d.file.Algorithm.PerVariable = append(d.file.Algorithm.PerVariable, Choice{Key: name, Value: word})
		}
	}
}

// otherNames are what an algorithm is called elsewhere.
var otherNames = map[string]string{"mcmc": "gibbs", "sampling": "gibbs", "hmc": "gibbs", "nuts": "gibbs", "slice": "gibbs",
	"vb": "vmp", "vi": "vmp", "variational": "vmp", "advi": "vmp", "expectation_propagation": "ep"}

// defaultAlgorithm reads the algorithm of all variables. What else the file says about an
// algorithm is judged by the one that is likely meant, or not at all.
func (d *decoder) defaultAlgorithm(what string, n *yaml.Node) {
	word, _ := d.word(what, n, Algorithms())
	d.file.Algorithm.Default, d.file.Algorithm.Unread = word, word.Name == ""
	d.file.Algorithm.Guessed = !strings.EqualFold(word.Name, n.Value)
}

// word reads one of a few words; after a mistake it returns the one that is likely meant.
func (d *decoder) word(what string, n *yaml.Node, words []string) (Name, bool) {
	if slices.Contains(words, n.Value) {
		return Name{At: d.at(n), Name: n.Value}, true
	}
	diag := d.report.Errorf(d.at(n), CodeBadValue, "%s is %s, not %s", what, orList(words), quoted(n.Value))
	lower := strings.ToLower(n.Value)
	if slices.Contains(words, lower) {
		diag.WithHint("write %s", lower)
		return Name{At: d.at(n), Name: lower}, false
	}
	guess := otherNames[lower]
	if guess == "" || !slices.Contains(words, guess) {
		guess = Nearest(lower, words)
	}
	if guess != "" {
		diag.WithHint("did you mean %s?", guess)
	}
	return Name{At: d.at(n), Name: guess}, false
}

func orList(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// inputs reads the key inputs.
func (d *decoder) inputs(e entry) {
	if !d.isMapping("inputs", e, "a mapping of names to types", "{n: range, y: 'real[n]'}") {
		d.skipNode(e.value)
		return
	}
	for _, e := range d.pairs(e.value, "an input") {
		name, ok := d.name(e.key, "an input")
		in := &Input{Name: name}
		if e.value.Kind == yaml.MappingNode {
			ok = d.inputKeys(in, e) && ok
		} else if d.isText(clip(e.key.Value), e, "a type such as real, or a mapping {type: real, doc: ...}") {
			t, good := parseType(d.fragment(e), d.report)
			in.Type = t
			ok = ok && good
		} else {
			ok = false
		}
		if !ok {
			d.skipNode(e.key)
			continue
		}
		d.file.Inputs = append(d.file.Inputs, in)
	}
}

// inputKeys reads an input written as a mapping.
func (d *decoder) inputKeys(in *Input, e entry) bool {
	ok, typed := true, false
	for _, e := range d.pairs(e.value, "a key") {
		switch key := e.key.Value; key {
		case "type":
			typed = true
			good := d.isText(key, e, "a type such as real or index(R)[S]")
			if good {
				in.Type, good = parseType(d.fragment(e), d.report)
			}
			ok = ok && good
		case "doc":
			if e.value.Kind != yaml.ScalarNode {
				d.report.Errorf(d.at(e.value), CodeWrongKind, "doc is text, not %s", kindOf(e.value))
			} else {
				in.Doc = strings.TrimSpace(e.value.Value)
			}
		case "default":
			in.Default = d.constant(e)
		case "missing":
			switch {
			case e.value.Kind == yaml.ScalarNode && e.value.Value == "true" && e.value.Style == 0:
				in.Missing = true
			case e.value.Kind == yaml.ScalarNode && e.value.Value == "false" && e.value.Style == 0:
			default:
				in.Missing = d.missing(e)
			}
		default:
			d.unknownKey(e, "an input", []string{"type", "doc", "default", "missing"})
		}
	}
	if !typed {
		d.report.Errorf(d.at(e.key), CodeMissingKey, "the input %s has no type", clip(e.key.Value)).
			WithHint("write %s: {type: real}", clip(e.key.Value))
	}
	return ok && typed
}

// missing reports what is neither true nor false under the key missing, and returns what
// it is taken for.
func (d *decoder) missing(e entry) bool {
	diag := d.report.Errorf(d.at(e.value), CodeWrongKind, "missing is true or false, not %s", kindOf(e.value))
	switch strings.ToLower(e.value.Value) {
	case "no", "off", "false", "0", "n":
		diag.WithHint("write missing: false, or leave it out")
		return false
	}
	diag.WithHint("write missing: true where entries may be absent, or leave it out")
	return true
}

// constant reads a default: a constant, a list of them, or a distribution.
func (d *decoder) constant(e entry) Expr {
	switch e.value.Kind {
	case yaml.SequenceNode:
		list := &List{At: d.at(e.value)}
		for _, item := range d.items(e.value) {
			if x := d.constant(item); x != nil {
				list.Elems = append(list.Elems, x)
			}
		}
		return list
	case yaml.ScalarNode:
		if d.isText("default", e, "a constant, a list or a distribution") {
			return parseExpr(d.fragment(e), d.report)
		}
	default:
		d.report.Errorf(d.at(e.value), CodeWrongKind, "a default is a constant, a list or a distribution, not %s", kindOf(e.value))
	}
	return nil
}

// program reads the statements. A program that YAML would join to one line is a
// mistake, but its statements are read all the same.
func (d *decoder) program(e entry) {
	if !d.isText("program", e, "a block of statements") {
		return
	}
	n := e.value
	at := d.at(n)
	f := d.scalar(n)
	switch {
	case n.Style&yaml.FoldedStyle != 0:
		d.report.Errorf(at, CodeWrongKind, "> joins the lines of the program").WithHint("write program: |")
		f = d.literal(d.offset(n))
	case n.Style&yaml.LiteralStyle == 0 && len(f.text) > 0 && f.pos(len(f.text)-1).Line != at.Line:
		d.report.Errorf(at, CodeWrongKind, "a program of several lines is a block").
			WithHint("write program: | and the statements on the lines below it, indented")
		last := f.pos(len(f.text) - 1)
		from := d.offset(n)
		to := min(d.src.lines[last.Line-1]+last.Col, len(d.src.text))
		if n.Style != 0 || from > to {
			return
		}
		f = fragment{src: d.src, text: d.src.text[from:to], base: from}
	}
	before := d.report.errors
	newParser(f, d.report).finish(d.file)
	if len(d.file.Program) == 0 && d.report.errors == before {
		d.report.Errorf(at, CodeEmpty, "the program has no statements").WithHint("write at least one, such as x ~ normal(0, variance = 1)")
	}
}

// infer reads the key infer.
func (d *decoder) infer(e entry) {
	if !d.isList("infer", e, "a list of variables", "[x, "+evidenceName+"]") {
		return
	}
	first := make(map[string]Pos)
	for _, item := range d.items(e.value) {
		if d.report.Full() {
			return
		}
		if !d.isText("an entry of infer", item, "a variable, "+evidenceName+" or joint(a, b)") {
			continue
		}
		entry := parseInfer(d.fragment(item), d.report)
		if entry == nil {
			continue
		}
		if before, twice := first[entry.String()]; twice {
			d.report.Errorf(entry.At, CodeDuplicateKey, "%s is listed twice", clip(entry.String())).WithRelated(before, "listed here first")
			continue
		}
		first[entry.String()] = entry.At
		d.file.Infer = append(d.file.Infer, entry)
	}
}
