package conditional

import (
	"fmt"
	"math"
	"slices"

	"mpc/model"
	"mpc/model/joint"
)

// Entries of a response that are missing, and that what is asked for reads, y[3] - y[4], are normals as all others: what they are drawn
// around ties them. Entries that the data have are normals too, which nothing reads: each has a prior of its own, which says nothing.

// isResponse tells whether a variable is such entries: numbers that are drawn from normals, and that no density of others reads.
func isResponse(j *joint.Joint, v *model.Variable) bool {
	if !v.Random || v.Derived || v.Data != nil || v.Input == nil || len(v.Repeats)+len(v.Home) > 0 || v.Type.Kind != model.Real || v.Type.Dimensions > 0 {
		return false
	}
	readers := readersOf(j, v)
	return len(readers) > 0 && normallyDrawn(j, v) && !slices.ContainsFunc(readers, func(s *joint.Statement) bool { return !asked(j, s) })
}

// asked tells whether a statement defines a number or a truth that nothing but what is asked for reads.
func asked(j *joint.Joint, s *joint.Statement) bool {
	w := s.Defines()
	if s.Kind != joint.Defined || w == nil || !w.Derived {
		return false
	}
	readers := slices.DeleteFunc(readersOf(j, w), func(r *joint.Statement) bool { return r.Defines() == w })
	if len(readers) == 0 {
		return slices.Contains(j.Model.Infer, w)
	}
	return !slices.ContainsFunc(readers, func(r *joint.Statement) bool { return !asked(j, r) })
}

// normallyDrawn tells whether all statements that draw a variable draw normals.
func normallyDrawn(j *joint.Joint, v *model.Variable) (found bool) {
	for _, s := range j.Statements {
		if s.Kind != joint.Drawn || s.Defines() != v {
			continue
		}
		if s.Dist == nil || !s.Dist.IsNormal() || s.Dist.Flat() {
			return false
		}
		found = true
	}
	return found
}

// entries adds the priors of entries that the data have: the density of one is 1 at the datum, so that the joint density at the data is that
// of all others.
func (b *builder) entries() {
	for _, v := range b.program.Model.Variables {
		if !isResponse(b.joint, v) {
			continue
		}
		p := &Around{Variable: v}
		d := p.Given()
		at := elementOf(v, d.At)
		seen := &model.Expr{Op: model.OpInput, Type: v.Input.Type, Input: v.Input, Args: d.At, At: v.At}
		f := &Factor{Loops: d.Elements, Guards: d.Guards, X: at, Drawn: at, Unread: true, At: v.At, Text: fmt.Sprintf("%s, where the data have it", at),
			Dist: &model.Dist{Name: "normal", Names: []string{"mean", "variance"}, Args: []*model.Expr{seen, model.Number(1 / (2 * math.Pi))}, At: v.At}}
		b.add(f)
	}
}

// unsplit has one definition in place of those that a function has by which of the entries are there that it reads: each entry is that of
// the data, or the normal. Else a combination would be read of each of them, whose data are not there.
func (b *builder) unsplit() {
	response := map[*model.Variable]bool{}
	for _, v := range b.program.Model.Variables {
		response[v] = isResponse(b.joint, v)
	}
	for v, list := range b.definitions {
		var whole *definition
		for _, d := range list {
			if whole = d.byEntry(response); whole != nil {
				break
			}
		}
		if whole == nil || slices.ContainsFunc(list, func(d *definition) bool { return d.at != whole.at }) {
			continue
		}
		for _, d := range list { // those of missing entries run over nothing where none is missing
			if sizes := slices.ContainsFunc(d.loops, func(l *model.Loop) bool { _, some := l.Hi.Where(); return some != nil }); !sizes {
				whole.loops = d.loops
				b.definitions[v] = []*definition{whole}
				break
			}
		}
	}
}

// byEntry is a definition that holds where all entries are missing that it reads as one of all data; nil of another.
func (d *definition) byEntry(response map[*model.Variable]bool) *definition {
	one := *d
	one.guards = nil
	entries := map[string]bool{}
	for _, g := range d.guards {
		if g.Op == model.OpCall && g.Fun == "absent" && g.Args[0].Op == model.OpInput {
			entries[g.Args[0].Key()] = true
			continue
		}
		one.guards = append(one.guards, g)
	}
	ok, read := len(entries) > 0, map[string]bool{}
	one.value = d.value.Map(func(x *model.Expr) *model.Expr {
		switch {
		case x.Op == model.OpInput && x.Input.Missing:
			ok = false
		case x.Op == model.OpVariable && response[x.Variable]:
			in := x.Variable.Input
			seen := &model.Expr{Op: model.OpInput, Type: in.Type, Input: in, Args: x.Args, At: x.At}
			read[seen.Key()] = true
			return choose(model.Absent(seen), x, seen)
		}
		return x
	})
	for key := range entries {
		ok = ok && read[key]
	}
	if !ok || len(read) != len(entries) {
		return nil
	}
	return &one
}
