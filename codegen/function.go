package codegen

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"mpc/codegen/names"
	"mpc/model"
)

// locals are the names of the loop indices of a function while it is printed.
type locals struct {
	g     *generator
	names map[*model.Index]string
	used  map[string]bool
}

func (g *generator) locals() *locals {
	return &locals{g: g, names: map[*model.Index]string{}, used: map[string]bool{}}
}

// index is the Go variable of a loop index.
func (f *locals) index(i *model.Index) string {
	if n, ok := f.names[i]; ok {
		return n
	}
	n := f.fresh(local(i.Name))
	f.names[i] = n
	return n
}

// taken tells whether a name is that of another local variable, or may become it.
func (f *locals) taken(name string) bool {
	if f.g.fields == nil {
		f.g.fields = map[string]bool{}
		for _, in := range f.g.model.Inputs {
			f.g.fields[names.Plain(local(in.Name))] = true
		}
		for _, c := range f.g.code.program.Commons() {
			f.g.fields[names.Plain(local(c.Others.Name))] = true
		}
		for _, t := range f.g.code.program.TableNames() {
			f.g.fields[names.Plain(t)] = true
		}
	}
	return f.used[name] || f.g.fields[name]
}

// fresh is a name for a local variable that no other has or may get: a second k is
// kk, as k2 may count the messages of an update. Positions in arrays and depths heed
// other names themselves, so that a second i is i2.
func (f *locals) fresh(name string) string {
	plain := names.Plain(name)
	if f.taken(plain) && names.Numbered(plain+"2") && plain != string(names.Position) && plain != string(names.Depth) {
		if len(plain) == 1 {
			name += plain
		} else {
			name += "_"
		}
	}
	number := ""
	plain = names.Plain(name)
	for k := 2; f.taken(plain + number); k++ {
		number = strconv.Itoa(k)
	}
	f.used[plain+number] = true
	return name + number
}

// number prints a float64 constant.
func number(x float64) string {
	if math.IsInf(x, 0) {
		return fmt.Sprintf("math.Inf(%d)", int(math.Copysign(1, x)))
	}
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(s, ".eI") {
		s += ".0"
	}
	return s
}
