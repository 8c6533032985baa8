package main

import (
	"context"
	"fmt"
	"time"

	"mpc/models/football/football"
	"mpc/models/football/matches"
	"mpc/models/football_drift/football_drift"
)

// static is the model of models/football.
type static struct {
	yearly float64 // variance that a year of age adds to a match
	years  int     // how many years of matches it sees
}

func (s static) name() string {
	return fmt.Sprintf("football (spread %g, %d years)", s.yearly, s.years)
}

func (s static) predict(ctx context.Context, played, next []matches.Match, now time.Time) ([]forecast, error) {
	played = matches.Between(played, now.AddDate(-s.years, 0, 0), now)
	teams := matches.NewTeams(played, next)
	d := football.Data{Team: len(teams.Names)}
	for _, m := range played {
		d.Home = append(d.Home, teams.Number(m.Home))
		d.Away = append(d.Away, teams.Number(m.Away))
		d.Ground = append(d.Ground, m.Ground())
		d.Spread = append(d.Spread, matches.Spread(m, now, s.yearly))
		d.Result = append(d.Result, m.Result())
	}
	for _, m := range next {
		d.FixtureHome = append(d.FixtureHome, teams.Number(m.Home))
		d.FixtureAway = append(d.FixtureAway, teams.Number(m.Away))
		d.FixtureGround = append(d.FixtureGround, m.Ground())
	}
	inf, err := football.New(d)
	if err != nil {
		return nil, err
	}
	summary, err := inf.Run(ctx)
	if err != nil {
		return nil, err
	}
	if !summary.Converged {
		return nil, fmt.Errorf("not converged after %d iterations", summary.Iterations)
	}
	home, away := inf.HomeWins(), inf.AwayWins()
	out := make([]forecast, len(next))
	for i := range out {
		out[i] = forecastOf(home[i].P(), away[i].P())
	}
	return out, nil
}

// forecastOf makes a forecast of the probabilities of the two victories.
func forecastOf(home, away float64) forecast {
	return forecast{home, 1 - home - away, away}
}

// drifting is the model of models/football_drift.
type drifting struct {
	drift float64 // variance that a year adds to a skill
	years int
}

func (s drifting) name() string {
	return fmt.Sprintf("football_drift (drift %g, %d years)", s.drift, s.years)
}

func (s drifting) predict(ctx context.Context, played, next []matches.Match, now time.Time) ([]forecast, error) {
	start := now.AddDate(-s.years, 0, 0)
	played = matches.Between(played, start, now)
	teams := matches.NewTeams(played, next)
	d := football_drift.Data{Team: len(teams.Names), Year: s.years, Added: matches.Added(s.years, s.drift)}
	for _, m := range played {
		d.Home = append(d.Home, teams.Number(m.Home))
		d.Away = append(d.Away, teams.Number(m.Away))
		d.When = append(d.When, matches.YearsAfter(start, m.Date))
		d.Ground = append(d.Ground, m.Ground())
		d.Result = append(d.Result, m.Result())
	}
	for _, m := range next {
		d.FixtureHome = append(d.FixtureHome, teams.Number(m.Home))
		d.FixtureAway = append(d.FixtureAway, teams.Number(m.Away))
		d.FixtureGround = append(d.FixtureGround, m.Ground())
	}
	inf, err := football_drift.New(d)
	if err != nil {
		return nil, err
	}
	summary, err := inf.Run(ctx)
	if err != nil {
		return nil, err
	}
	if !summary.Converged {
		return nil, fmt.Errorf("not converged after %d iterations", summary.Iterations)
	}
	home, away := inf.HomeWins(), inf.AwayWins()
	out := make([]forecast, len(next))
	for i := range out {
		out[i] = forecastOf(home[i].P(), away[i].P())
	}
	return out, nil
}
