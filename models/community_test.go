package models_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"mpc/models/community/community"
	"mpc/models/internal/modeltest"
)

// communityWithInstructor are the members, from 0, who stayed with the instructor (0) when the
// club split; the others went with the president (33).
var communityWithInstructor = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 16, 17, 19, 21}

// communityPosterior runs the model and returns the probability of each member to be of the
// president's group.
func communityPosterior(t *testing.T, d community.Data) (*community.Inference, []float64) {
	t.Helper()
	inf, err := community.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(err, s)
	}
	var p []float64
	for _, z := range inf.Z() {
		p = append(p, math.Exp(z.LogProb(1)))
	}
	return inf, p
}

// TestCommunityKarateClub: the groups are those into which the club split, but for member 8,
// who is said to have stayed because his black belt was three weeks away, and whom
// Zachary's own method places with the president too.
func TestCommunityKarateClub(t *testing.T) {
	var d community.Data
	modeltest.ReadJSON(t, "community/data.json", &d)
	inf, p := communityPosterior(t, d)
	stayed := map[int]bool{}
	for _, i := range communityWithInstructor {
		stayed[i] = true
	}
	for i, q := range p {
		if found := q < 0.5; found != stayed[i] && i != 8 {
			t.Errorf("member %d: probability %.3f to go with the president", i, q)
		}
	}
	if p[8] < 0.5 {
		t.Errorf("member 8: %.3f", p[8])
	}
	rate := inf.Rate()
	if in, out := rate[0][0].Mean(), rate[0][1].Mean(); in < 4*out {
		t.Errorf("rates %.3f inside, %.3f between", in, out)
	}
}

// communityLogPosterior is the log of the probability of labels and ties, with shares and
// rates integrated out, up to a constant.
func communityLogPosterior(ties [][]int, z []int) float64 {
	var number [2]float64
	var met, expected [2][2]float64
	degree, total := make([]float64, len(z)), 0.0
	for i, row := range ties {
		for _, x := range row {
			degree[i] += float64(x)
		}
		total += degree[i]
	}
	for i, a := range z {
		number[a]++
		for j, b := range z {
			if i != j {
				met[a][b] += float64(ties[i][j]) / 2
				expected[a][b] += degree[i] * degree[j] / total / 2
			}
		}
	}
	sum := 0.0
	for a := range 2 {
		sum += modeltest.LogGamma(1 + number[a])
		for b := range 2 {
			sum += modeltest.LogGamma(1+met[a][b]) - (1+met[a][b])*math.Log(1+expected[a][b])
		}
	}
	return sum
}

// TestCommunityAgainstSampler: the probabilities are close to those that a Gibbs sampler of
// the labels finds, for which shares and rates are integrated out.
func TestCommunityAgainstSampler(t *testing.T) {
	var d community.Data
	modeltest.ReadJSON(t, "community/data.json", &d)
	_, p := communityPosterior(t, d)
	r := rand.New(rand.NewPCG(1, 2))
	z, often := make([]int, d.Member), make([]float64, d.Member)
	z[33] = 1
	const scans, burn = 600, 100
	for scan := range scans {
		for i := range z {
			if i == 0 || i == 33 {
				continue
			}
			z[i] = 0
			zero := communityLogPosterior(d.Ties, z)
			z[i] = 1
			if odds := communityLogPosterior(d.Ties, z) - zero; r.Float64() > 1/(1+math.Exp(-odds)) {
				z[i] = 0
			}
		}
		for i, k := range z {
			if scan >= burn {
				often[i] += float64(k) / (scans - burn)
			}
		}
	}
	gap := 0.0
	for i, q := range p {
		gap += math.Abs(q-often[i]) / float64(len(p))
		if math.Abs(q-often[i]) > 0.2 {
			t.Errorf("member %d: %.3f, sampled %.3f", i, q, often[i])
		}
	}
	t.Logf("mean distance %.4f", gap)
	if gap > 0.05 {
		t.Errorf("mean distance %.3f", gap)
	}
}
