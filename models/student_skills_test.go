package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/student_skills/student_skills"
)

func studentSkillsRun(t *testing.T, d student_skills.Data) *student_skills.Inference {
	t.Helper()
	inf, err := student_skills.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !s.Converged {
		t.Error("did not converge")
	}
	return inf
}

// studentSkillsExact enumerates the skills of a person.
func studentSkillsExact(d student_skills.Data, person int) (total float64, has []float64) {
	sizes := make([]int, d.Skill)
	for s := range sizes {
		sizes[s] = 2
	}
	total, marginals := modeltest.Enumerate(sizes, func(x []int) float64 {
		w := math.Pow(0.5, float64(d.Skill))
		for q, correct := range d.Correct[person] {
			p := 0.9
			for s, needed := range d.Needs[q] {
				if needed && x[s] == 0 {
					p = 0.2
				}
			}
			if !correct {
				p = 1 - p
			}
			w *= p
		}
		return w
	})
	for _, m := range marginals {
		has = append(has, m[1])
	}
	return total, has
}

// The first example of the book: C# and SQL, a question about each and one about
// both, and all eight ways to answer. The graph is a tree and the answer exact.
func TestStudentSkillsThreeQuestions(t *testing.T) {
	d := student_skills.Data{Skill: 2, Question: 3, Needs: [][]bool{{true, false}, {false, true}, {true, true}}}
	for k := range 8 {
		d.Correct = append(d.Correct, []bool{k&1 > 0, k&2 > 0, k&4 > 0})
		d.Person++
	}
	inf := studentSkillsRun(t, d)
	has := inf.Has()
	sum := 0.0
	for i := range d.Person {
		total, want := studentSkillsExact(d, i)
		sum += math.Log(total)
		modeltest.CloseAll(t, "has", []float64{has[i][0].P(), has[i][1].P()}, want, 1e-12)
	}
	modeltest.Close(t, "log evidence", inf.LogEvidence(), sum, 1e-12)
	// The book has 0.946 for both skills of who answers all three right.
	modeltest.Close(t, "all right", has[7][0].P(), 0.946, 0.0005)
}

// Of seven skills and forty questions the graph has loops: the answer is that of enumeration all the same, and
// more than nine of ten skills are found that made the data.
func TestStudentSkillsLoops(t *testing.T) {
	var d student_skills.Data
	modeltest.ReadJSON(t, "student_skills/data.json", &d)
	var truth [][]bool
	modeltest.ReadJSON(t, "student_skills/truth.json", &truth)
	inf := studentSkillsRun(t, d)
	has := inf.Has()
	var gap, sum float64
	right, n := 0, 0
	for i := range d.Person {
		total, want := studentSkillsExact(d, i)
		sum += math.Log(total)
		for s := range d.Skill {
			p := has[i][s].P()
			gap = max(gap, math.Abs(p-want[s]))
			if (p > 0.5) == truth[i][s] {
				right++
			}
			n++
		}
	}
	t.Logf("largest gap %.4f, log evidence %.4f of %.4f, right %d of %d", gap, inf.LogEvidence(), sum, right, n)
	if gap > 1e-12 {
		t.Errorf("a probability is off by %v", gap)
	}
	modeltest.Close(t, "log evidence", inf.LogEvidence(), sum, 1e-10)
	if right*10 < n*9 {
		t.Errorf("%d of %d skills are right", right, n)
	}
}
