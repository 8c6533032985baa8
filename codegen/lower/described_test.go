package lower_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/codegen/lower"
	"mpc/factor"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// described is what is said of a package beside its functions: what a run calls, what is kept and worked in, what callers see,
// and what errors name. Of lists that are empty nothing is said.
func described(p *lower.Program) string {
	var b strings.Builder
	say := func(what string, list []string) {
		if len(list) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", what, strings.Join(list, ", "))
		}
	}
	if p.Run != nil {
		say("sounded", names(p.Sounded(), p.TableName))
		fmt.Fprintf(&b, "run: %s\n", strings.TrimPrefix(fmt.Sprintf("%+v", *p.Run), "&"))
	}
	if p.NoFilter != "" {
		fmt.Fprintln(&b, p.NoFilter)
	}
	m := p.Memories()
	for _, of := range []struct {
		name string
		m    *lower.Memory
	}{{"inference", m.Inference}, {"chain", m.Chain}, {"filter", m.Filter}} {
		say("the "+of.name+" keeps", remembered(of.m))
	}
	say("stored", names(p.Stored(), p.TableName))
	say("constants", names(p.Constants(), p.TableName))
	say("kept", names(p.KeptTables(), p.TableName))
	var public []string
	for _, q := range p.Public() {
		public = append(public, q.Package+"."+q.Name)
	}
	say("public", public)
	say("scalars", names(p.Scalars(), func(in *model.Input) string { return in.Name }))
	say("arrays", names(p.Arrays(), func(in *model.Input) string { return in.Name }))
	for _, o := range p.Origins() {
		fmt.Fprintf(&b, "u%d, line %d: %s%s\n", o.ID, o.At.Line, o.Text, map[bool]string{true: " (without an update)"}[o.None])
	}
	for _, s := range p.Senders() {
		fmt.Fprintf(&b, "one of %v is there%s\n", s.List, map[bool]string{true: ", or no bound"}[s.Bound])
	}
	if list := p.Predicting(); len(list) > 0 {
		fmt.Fprintln(&b, "predict:", list)
	}
	if p.Scan != nil && p.Loops.Message.Sampling != nil {
		say("drawn", names(p.Drawn(), p.TableName))
		variable := func(v *model.Variable) string { return v.Name + " " + lower.SummaryOf(v) }
		say("recorded", names(p.Recorded(), variable))
		say("summaries", p.Summaries())
		say("tried", names(p.Tried(), variable))
		say("sliced", names(p.Sliced(), variable))
		say("together", names(p.JointDraws(), func(u *message.Update) string {
			return fmt.Sprint(names(u.Sampled.Block.Parts, func(d *conditional.Draw) string { return d.Variables[0].Name }))
		}))
	}
	return strings.NewReplacer("ᴸ", "", "ʾ", "_").Replace(b.String()) // which names of tables are marked by until they are chosen
}

// remembered are the words for what is kept.
func remembered(m *lower.Memory) (list []string) {
	add := func(what string, of ...string) {
		for _, x := range of {
			list = append(list, what+" "+x)
		}
	}
	add("what was known of", names(m.Previous, func(v *factor.Variable) string { return v.Name })...)
	add("a sum of", names(m.Sums, func(r *loops.Running) string { return fmt.Sprintf("s%d of u%d", r.ID, r.Update.ID) })...)
	add("branches of", names(m.Branches, func(u *message.Update) string { return u.Factor.Text })...)
	table := func(t *code.Table) string { return t.Name }
	add("message", names(m.Messages, table)...)
	add("scratch", names(m.Scratch, table)...)
	add("width of", names(m.Widths, func(v *model.Variable) string { return v.Name })...)
	add("order", names(m.Orders, (*lower.StartOrder).Name)...)
	add("list", names(m.Lists, func(l *lower.InstanceList) string { return l.By.Key() })...)
	add("added", names(m.Added, table)...)
	add("state", slices.Sorted(maps.Keys(m.State))...)
	for name, is := range map[string]bool{"work": m.Work, "weights": m.Weights, "weights of values": m.OfValues, "directions": m.Directions} {
		if is {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

func names[T any](list []T, of func(T) string) (all []string) {
	for _, x := range list {
		all = append(all, of(x))
	}
	return all
}
