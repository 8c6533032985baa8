package codegen

import (
	"fmt"

	"mpc/model"
)

// Where the data say which element an instance of a factor reads, as skill[winner[g]]
// does, and the elements depend on each other, so that they are drawn one after the
// other, the instances of each element are listed once, when the data are known.

// An instanceList is that of one loop for one index.
type instanceList struct {
	name   string
	key    string
	loop   *model.Loop
	by     *model.Expr   // the element that a pass of the loop reads
	guards []*model.Expr // of the passes that do
	size   *model.Expr   // how many elements there are
}

// listOf is the field of a list; lists of the same are one.
func (g *generator) listOf(l *instanceList) string {
	index := &model.Index{ID: -1, Name: "pass"}
	same := func(e *model.Expr) string { return e.Subst(l.loop.Index, model.IndexExpr(index)).Key() }
	l.key = fmt.Sprint(l.loop.Lo.Key(), ";", l.loop.Hi.Key(), ";", l.size.Key(), ";", same(l.by))
	for _, c := range l.guards {
		l.key += ";" + same(c)
	}
	for _, o := range g.instanceLists {
		if o.key == l.key {
			return o.name
		}
	}
	l.name = listPrefix.name(len(g.instanceLists) + 1)
	g.instanceLists = append(g.instanceLists, l)
	return l.name
}

// declareLists prints the fields of the lists.
func (g *generator) declareLists(p *printer) {
	for _, l := range g.instanceLists {
		p.line("%s engine.List // of %s, by %s", l.name, l.loop.Index.Name, l.by)
	}
}

// makeLists prints the method that makes the lists.
func (g *generator) makeLists() string {
	if len(g.instanceLists) == 0 {
		return ""
	}
	f := g.function()
	for _, l := range g.instanceLists {
		v := f.at0()
		f.open("inf.%s = engine.NewList(%s, %s, %s, func(%s int) int {", l.name, v.whole(l.size), v.whole(l.loop.Lo), v.whole(l.loop.Hi), f.index(l.loop.Index))
		for _, c := range l.guards {
			f.body.line("if !(%s) {\nreturn -1\n}", v.truth(c))
		}
		f.body.line("return %s", v.whole(l.by))
		f.leave()
		f.headers = f.headers[:len(f.headers)-1]
		f.body.line("})")
	}
	var p printer
	p.line("// lists finds which passes of loops read each element.\nfunc (inf *Inference) lists() {")
	f.header(&p)
	p.Write(f.body.Bytes())
	p.line("}\n")
	return p.String()
}
