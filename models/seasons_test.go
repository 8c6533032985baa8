package models_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"mpc/models/nile/nile"
	"mpc/models/seasons/seasons"
)

// seasonsPlayed returns seasons of random games between players of different skill.
func seasonsPlayed(players, batches, games int) []seasons.Data {
	rng := rand.New(rand.NewPCG(7, 11))
	list := make([]seasons.Data, batches)
	for b := range list {
		d := seasons.Data{Player: players, Game: games}
		for range games {
			i, j := rng.IntN(players), rng.IntN(players-1)
			if j >= i {
				j++
			}
			if float64(i-j)+3*rng.NormFloat64() < 0 {
				i, j = j, i
			}
			d.Winner, d.Loser = append(d.Winner, i), append(d.Loser, j)
		}
		list[b] = d
	}
	return list
}

// seasonsJoined is all seasons as one.
func seasonsJoined(list []seasons.Data) seasons.Data {
	all := seasons.Data{Player: list[0].Player}
	for _, d := range list {
		all.Game += d.Game
		all.Winner, all.Loser = append(all.Winner, d.Winner...), append(all.Loser, d.Loser...)
	}
	return all
}

func seasonsRun(t *testing.T, data seasons.Data, others seasons.Shared) *seasons.Inference {
	t.Helper()
	inf, err := seasons.New(data)
	if err == nil {
		err = inf.SetShared(others)
	}
	if err == nil {
		_, err = inf.Run(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	return inf
}

// seasonsSame holds that two inferences have the same posteriors and evidence.
func seasonsSame(t *testing.T, got, want *seasons.Inference) {
	t.Helper()
	for p, w := range want.Skill() {
		g := got.SkillAt(p)
		if math.Abs(g.Mean()-w.Mean()) > 1e-9*math.Abs(w.Mean()) || math.Abs(g.Variance()-w.Variance()) > 1e-9*w.Variance() {
			t.Errorf("skill %d: %v, not %v", p, g, w)
		}
	}
	if g, w := got.LogEvidence(), want.LogEvidence(); math.Abs(g-w) > 1e-9*math.Abs(w) {
		t.Errorf("evidence %v, not %v", g, w)
	}
}

// seasonsVisit visits all batches until nothing changes.
func seasonsVisit(t *testing.T, b *seasons.Batches, list []seasons.Data) {
	t.Helper()
	for pass := range 200 {
		change := 0.0
		for k, d := range list {
			if _, err := b.Visit(context.Background(), k, d); err != nil {
				t.Fatal(err)
			}
			change = math.Max(change, b.Change())
		}
		if pass > 0 && change < 1e-12 {
			return
		}
	}
	t.Fatal("not converged")
}

// Batches visited in turn equal one run on all games, also where another batch
// comes later.
func TestSeasonsBatches(t *testing.T) {
	list := seasonsPlayed(6, 7, 9)
	var b seasons.Batches
	if b.Inference() != nil {
		t.Error("an Inference before the first visit")
	}
	seasonsVisit(t, &b, list[:5])
	seasonsSame(t, b.Inference(), seasonsRun(t, seasonsJoined(list[:5]), seasons.Shared{}))
	seasonsVisit(t, &b, list)
	seasonsSame(t, b.Inference(), seasonsRun(t, seasonsJoined(list), seasons.Shared{}))
	// What was found stays where a visit goes wrong.
	for _, wrong := range []seasons.Data{{}, {Player: -1}} {
		if _, err := b.Visit(context.Background(), 2, wrong); err == nil {
			t.Errorf("no error of %+v", wrong)
		}
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.Visit(stopped, 2, list[2]); err == nil {
		t.Error("no error of a visit that is stopped")
	}
	seasonsSame(t, b.Inference(), seasonsRun(t, seasonsJoined(list), seasons.Shared{}))
}

// A program may hand the messages around itself, and write them down between.
func TestSeasonsSharedByHand(t *testing.T) {
	list := seasonsPlayed(5, 2, 12)
	var a, b seasons.Shared
	var last *seasons.Inference
	for range 100 {
		a = seasonsSaved(t, seasonsRun(t, list[0], b).Shared())
		last = seasonsRun(t, list[1], a)
		b = seasonsSaved(t, last.Shared())
	}
	seasonsSame(t, last, seasonsRun(t, seasonsJoined(list), seasons.Shared{}))
	// What both say is one message, that a third run reads.
	both, err := a.Times(b)
	if err != nil {
		t.Fatal(err)
	}
	seasonsSame(t, seasonsRun(t, seasons.Data{Player: 5}, both), last)
}

// seasonsSaved writes a message and reads it back.
func seasonsSaved(t *testing.T, s seasons.Shared) seasons.Shared {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back seasons.Shared
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	return back
}

// What another model saved is refused: it would be read as nothing said.
func TestSeasonsSavedByAnotherModel(t *testing.T) {
	for _, text := range []string{`{}`, `{"level": {"dist": "normal", "mean": 1, "variance": 2}, "log_scale": 0}`,
		`{"skill": [], "log_scale": 0, "level": 1}`, `{"skill": []}`} {
		var s seasons.Shared
		var input *seasons.InputError
		if err := json.Unmarshal([]byte(text), &s); !errors.As(err, &input) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// New data forget what other batches said.
func TestSeasonsSetDataForgets(t *testing.T) {
	list := seasonsPlayed(4, 2, 8)
	inf := seasonsRun(t, list[0], seasonsRun(t, list[1], seasons.Shared{}).Shared())
	if err := inf.SetData(list[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	seasonsSame(t, inf, seasonsRun(t, list[0], seasons.Shared{}))
}

// Batches of other sizes are refused, and change nothing.
func TestSeasonsOtherSizes(t *testing.T) {
	list := seasonsPlayed(4, 1, 8)
	var b seasons.Batches
	seasonsVisit(t, &b, list)
	before, err := b.Others(1)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, err error) {
		t.Helper()
		var input *seasons.InputError
		if !errors.As(err, &input) {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err = b.Visit(context.Background(), 1, seasonsPlayed(5, 1, 8)[0])
	refused("a visit", err)
	other := seasonsRun(t, seasonsPlayed(5, 1, 8)[0], seasons.Shared{})
	refused("a message", b.Set(1, other.Shared()))
	refused("what others say", other.SetShared(before))
	_, err = before.Times(other.Shared())
	refused("a product", err)
	refused("a batch below 0", b.Set(-1, before))
	notFinite := seasons.Shared{Skill: []seasons.Normal{{H: math.NaN()}, {}, {}, {}, {}}}
	refused("a message that is not finite", other.SetShared(notFinite))
	after, err := b.Others(1)
	if err != nil {
		t.Fatal(err)
	}
	if len(after.Skill) != len(before.Skill) || after.Skill[0] != before.Skill[0] || after.LogScale != before.LogScale {
		t.Error("a refused batch has changed what is kept")
	}
}

// The saved state of an Inference over data of other sizes is refused, and that of
// another model.
func TestSeasonsStateOfAnother(t *testing.T) {
	chain, err := nile.New(nile.Data{Time: 2, Flow: []float64{1000, 900}})
	if err != nil {
		t.Fatal(err)
	}
	other, err := chain.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if err := seasonsRun(t, seasonsPlayed(4, 1, 8)[0], seasons.Shared{}).UnmarshalBinary(other); err == nil || !strings.Contains(err.Error(), "saved state") {
		t.Errorf("%v", err)
	}
	state, err := seasonsRun(t, seasonsPlayed(5, 1, 8)[0], seasons.Shared{}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if err := seasonsRun(t, seasonsPlayed(4, 1, 8)[0], seasons.Shared{}).UnmarshalBinary(state); err == nil || !strings.Contains(err.Error(), "saved state") {
		t.Errorf("%v", err)
	}
}

// The saved state of an Inference over other data of the same sizes is refused: what it
// holds was found from other games.
func TestSeasonsStateOfOtherData(t *testing.T) {
	games := seasonsPlayed(4, 1, 8)[0]
	state, err := seasonsRun(t, games, seasons.Shared{}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if err := seasonsRun(t, games, seasons.Shared{}).UnmarshalBinary(state); err != nil {
		t.Error(err)
	}
	games.Winner[0], games.Loser[0] = games.Loser[0], games.Winner[0]
	if err := seasonsRun(t, games, seasons.Shared{}).UnmarshalBinary(state); err == nil || !strings.Contains(err.Error(), "saved state") {
		t.Errorf("%v", err)
	}
}

// BenchmarkSeasonsVisit visits seasons of as many games, ten and a hundred of them: the
// metric is the memory in use at the end, for each player and season.
func BenchmarkSeasonsVisit(b *testing.B) {
	for _, n := range []int{10, 100} {
		b.Run(map[int]string{10: "ten", 100: "hundred"}[n], func(b *testing.B) {
			const players, games = 200, 2000
			list := seasonsPlayed(players, 1, games)
			for b.Loop() {
				var batches seasons.Batches
				for k := range n {
					if _, err := batches.Visit(context.Background(), k, list[0], seasons.Iterations(1)); err != nil {
						b.Fatal(err)
					}
				}
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				b.ReportMetric(float64(m.HeapAlloc)/float64(players*n), "B/player/batch")
				runtime.KeepAlive(&batches)
			}
		})
	}
}
