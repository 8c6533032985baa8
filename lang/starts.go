package lang

import "gopkg.in/yaml.v3"

// init reads the key init, a mapping, or a list with one for each chain of Gibbs sampling. What a start may be depends on its variable, which is for the
// checker to say; here a list or a mapping is one.
func (d *decoder) init(e entry) {
	if e.value.Kind == yaml.SequenceNode && len(e.value.Content) > 0 {
		for k, item := range e.value.Content {
			d.starts(entry{key: e.key, value: item}, k+1)
		}
		d.file.Starts = len(e.value.Content)
		return
	}
	d.starts(e, 0)
}

// starts reads the starts of one chain, or of all.
func (d *decoder) starts(e entry, chain int) {
	const want = "a distribution, random, or an input"
	if !d.isMapping("init", e, "a mapping of variables to distributions", "{x: normal(0, variance = 1)}") {
		return
	}
	for _, e := range d.pairs(e.value, "a variable") {
		name, ok := d.name(e.key, "a variable")
		if !ok {
			continue
		}
		switch e.value.Kind {
		case yaml.SequenceNode:
			if list := d.values(e.value); list != nil {
				d.file.Init = append(d.file.Init, &Init{Name: name, Value: list, Chain: chain})
			}
			continue
		case yaml.MappingNode:
			d.report.Errorf(d.at(e.value), CodeWrongKind, "%s starts as %s, not a mapping", name.Name, want).
				WithHint("write its distribution as in the program: %s: normal(0, variance = 1)", name.Name)
			continue
		}
		if !d.isText(name.Name, e, want) {
			continue
		}
		if x := parseExpr(d.fragment(e), d.report); x != nil {
			d.file.Init = append(d.file.Init, &Init{Name: name, Value: x, Chain: chain})
		}
	}
}

// values reads a list of the starts of elements, or of lists of them.
func (d *decoder) values(n *yaml.Node) *List {
	list := &List{At: d.at(n)}
	for _, item := range n.Content {
		var x Expr
		switch item.Kind {
		case yaml.ScalarNode:
			x = parseExpr(d.fragment(entry{value: item}), d.report)
		case yaml.SequenceNode:
			if inner := d.values(item); inner != nil {
				x = inner
			}
		default:
			d.report.Errorf(d.at(item), CodeWrongKind, "a list of starts has a number for each element, not %s", kindOf(item))
		}
		if x == nil {
			return nil
		}
		list.Elems = append(list.Elems, x)
	}
	return list
}

// blocks reads the key blocks, which may be an empty list: there are none.
func (d *decoder) blocks(e entry) {
	const example = "[[a, b], [c, d]]"
	if e.value.Kind == yaml.SequenceNode && len(e.value.Content) == 0 {
		d.file.Blocks = [][]Name{}
		return
	}
	if !d.isList("blocks", e, "a list of lists of names", example) {
		return
	}
	flat := true
	for _, item := range e.value.Content {
		flat = flat && item.Kind == yaml.ScalarNode && isName(item.Value)
	}
	if flat {
		text := ""
		for k, item := range e.value.Content {
			if k > 0 {
				text += ", "
			}
			text += item.Value
		}
		d.report.Errorf(d.at(e.value), CodeWrongKind, "blocks is a list of lists of names").
			WithHint("write blocks: [[%s]], which are drawn together", clip(text))
		return
	}
	for _, item := range e.value.Content {
		if names := d.names("each block", entry{value: item}); names != nil {
			d.file.Blocks = append(d.file.Blocks, names)
		}
	}
}

// integrated reads the key integrate, which may be an empty list: nothing is.
func (d *decoder) integrated(e entry) {
	if e.value.Kind == yaml.SequenceNode && len(e.value.Content) == 0 {
		d.file.Integrate = []Name{}
		return
	}
	d.file.Integrate = d.names("integrate", e)
}
