package mpc_test

import (
	"encoding/json"
	"strings"
	"testing"

	"mpc"
)

// TestWriteTable: what a person reads of each form of a posterior.
func TestWriteTable(t *testing.T) {
	var program strings.Builder
	posteriors := map[string]json.RawMessage{}
	want := "a mean sd posterior\nsolved in one pass, no iteration needed"
	for _, row := range []struct{ json, want string }{
		{`{"dist":"normal","mean":1.5,"variance":4}`, "1.5 2"},
		{`{"dist":"normal","precision":0.25,"mean_precision":0.5}`, "2 2"},
		{`{"dist":"normal","precision":-1,"mean_precision":0.5}`, "- - "},
		{`{"dist":"normal","uniform":true}`, "- +Inf normal uniform"},
		{`{"dist":"gamma","shape":4,"rate":2}`, "2 1 gamma(shape 4, rate 2)"},
		{`{"dist":"inversegamma","shape":3,"rate":4}`, "2 2 inversegamma(shape 3, rate 4)"},
		{`{"dist":"beta","a":1,"b":3}`, "0.25 0.19365 beta(a 1, b 3)"},
		{`{"dist":"bernoulli","p":0.5,"log_odds":0}`, "0.5 0.5"},
		{`{"dist":"bernoulli","p":1}`, "1 0"},
		{`{"dist":"point","value":3}`, "3 0"},
		{`{"dist":"unheard of"}`, "- - unheard of"},
	} {
		name := string(rune('a' + len(posteriors)))
		program.WriteString("  " + name + " ~ normal(0, variance = 1)\n")
		posteriors[name] = json.RawMessage(row.json)
		want = strings.Replace(want, "solved", strings.TrimSpace(row.want)+"\n"+string(rune(name[0]+1))+" mean sd posterior\nsolved", 1)
	}
	c, err := mpc.Plan("t.yaml", []byte("model: t\nprogram: |\n"+program.String()))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := mpc.WriteTable(&b, c, &mpc.Result{Posteriors: posteriors}, 0); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, line := range strings.Split(strings.TrimSpace(b.String()), "\n") {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want = strings.Replace(want, string(rune('a'+len(posteriors)))+" mean sd posterior\n", "", 1)
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}
