package limits

import (
	"math"
	"math/rand/v2"
)

// The constants of the ladder: prior of a skill, sd of a performance.
const (
	priorMean = 25.0
	priorSD   = 25.0 / 3
	noiseSD   = 25.0 / 6
)

// A Natural is a normal in natural parameters, precision times mean and
// precision.
type Natural struct{ H, P float64 }

// A Game is who won and lost, and the messages to the two skills.
type Game struct {
	Winner, Loser    int32
	ToWinner, ToLose Natural
}

// A League is the state of EP on games without draws.
type League struct {
	Skill []Natural // posterior of each player
	Games []Game
}

// NewLeague draws skills from the prior and games between random players, from a
// fixed seed.
func NewLeague(players, games int) *League {
	r := rand.New(rand.NewPCG(1, 2))
	skill := make([]float64, players)
	for i := range skill {
		skill[i] = priorMean + priorSD*r.NormFloat64()
	}
	l := &League{Skill: make([]Natural, players), Games: make([]Game, games)}
	for i := range l.Games {
		a, b := r.IntN(players), r.IntN(players-1)
		if b >= a {
			b++
		}
		if skill[a]+noiseSD*r.NormFloat64() < skill[b]+noiseSD*r.NormFloat64() {
			a, b = b, a
		}
		l.Games[i] = Game{Winner: int32(a), Loser: int32(b)}
	}
	for i := range l.Skill {
		l.Skill[i] = Natural{priorMean / (priorSD * priorSD), 1 / (priorSD * priorSD)}
	}
	return l
}

// SweepPlain updates the messages of every game in order, one operator after
// the other, in means and variances.
func (l *League) SweepPlain() {
	skill := l.Skill
	for i := range l.Games {
		g := &l.Games[i]
		win, lose := &skill[g.Winner], &skill[g.Loser]
		// The skills without this game, and the performances.
		winP, loseP := win.P-g.ToWinner.P, lose.P-g.ToLose.P
		winH, loseH := win.H-g.ToWinner.H, lose.H-g.ToLose.H
		winMean, winVar := winH/winP, 1/winP
		loseMean, loseVar := loseH/loseP, 1/loseP
		winPerf, losePerf := winVar+noiseSD*noiseSD, loseVar+noiseSD*noiseSD
		// Their difference, known to be positive.
		mean, variance := winMean-loseMean, winPerf+losePerf
		sd := math.Sqrt(variance)
		t := mean / sd
		v := HazardErfc(t)
		w := v * (v + t)
		postMean, postVar := mean+sd*v, variance*(1-w)
		p := 1/postVar - 1/variance
		h := postMean/postVar - mean/variance
		toMean, toVar := h/p, 1/p
		// Back to the skills.
		wm, wv := loseMean+toMean, losePerf+toVar+noiseSD*noiseSD
		lm, lv := winMean-toMean, winPerf+toVar+noiseSD*noiseSD
		g.ToWinner = Natural{wm / wv, 1 / wv}
		g.ToLose = Natural{lm / lv, 1 / lv}
		win.H, win.P = winH+g.ToWinner.H, winP+g.ToWinner.P
		lose.H, lose.P = loseH+g.ToLose.H, loseP+g.ToLose.P
	}
}

// Sweep does what SweepPlain does with three divisions and a square root a
// game.
func (l *League) Sweep() {
	skill := l.Skill
	for i := range l.Games {
		g := &l.Games[i]
		win, lose := &skill[g.Winner], &skill[g.Loser]
		winP, loseP := win.P-g.ToWinner.P, lose.P-g.ToLose.P
		winH, loseH := win.H-g.ToWinner.H, lose.H-g.ToLose.H
		r := 1 / (winP * loseP)
		winVar, loseVar := loseP*r, winP*r
		winMean, loseMean := winH*winVar, loseH*loseVar
		variance := winVar + loseVar + 2*noiseSD*noiseSD
		sd := math.Sqrt(variance)
		t := (winMean - loseMean) / sd
		v := HazardTable(t)
		w := v * (v + t)
		shift := sd * v
		dw, dl := variance-w*winVar, variance-w*loseVar
		q := 1 / (dw * dl)
		qw, ql := q*dl, q*dw
		toWinner := Natural{(w*winMean + shift) * qw, w * qw}
		toLoser := Natural{(w*loseMean - shift) * ql, w * ql}
		g.ToWinner, g.ToLose = toWinner, toLoser
		win.H, win.P = winH+toWinner.H, winP+toWinner.P
		lose.H, lose.P = loseH+toLoser.H, loseP+toLoser.P
	}
}
