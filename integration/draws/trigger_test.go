package draws

import (
	"strings"
	"testing"

	"mpc"
	"mpc/depanalysis"
	"mpc/schedule"
)

// TestTriggerRemoved: without the Trigger edges of a conditional the planner finds an order
// in which it reads values that have been drawn anew since, and the constraints of the
// whole graph refuse that order.
func TestTriggerRemoved(t *testing.T) {
	c, err := mpc.Compile("three.yaml", []byte("model: three\nalgorithm: gibbs\n"+joints[0].program), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := c.Deps.String()
	whole, err := depanalysis.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	planned, err := schedule.Plan(whole, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := schedule.Verify(whole, planned); err != nil {
		t.Fatal(err)
	}
	removed := 0
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasSuffix(line, " trigger") {
			continue
		}
		removed++
		less, err := depanalysis.Parse(strings.Replace(text, line+"\n", "", 1))
		if err != nil {
			t.Fatal(err)
		}
		stale, err := schedule.Plan(less, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = schedule.Verify(whole, stale)
		if err == nil || !strings.Contains(err.Error(), "which a trigger has made invalid") {
			t.Errorf("without %s: %v", line, err)
		}
	}
	if removed != 6 {
		t.Errorf("%d trigger edges in\n%s", removed, text)
	}
}
