// Package matches reads the file of international football matches and turns
// matches into the inputs of the models.
package matches

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// A Match is a match that was played, or a fixture that is still to be played.
type Match struct {
	Date       time.Time
	Home, Away string
	HomeGoals  int
	AwayGoals  int
	Played     bool
	Neutral    bool // neither team plays at home
	Tournament string
}

// Result is 1 for a victory of the home team, -1 for one of the away team, 0 for
// a draw. Goals of the extra time count, a shoot-out is a draw.
func (m Match) Result() int {
	switch {
	case m.HomeGoals > m.AwayGoals:
		return 1
	case m.HomeGoals < m.AwayGoals:
		return -1
	}
	return 0
}

// Ground is 1 where the home team plays at home, 0 on neutral ground.
func (m Match) Ground() float64 {
	if m.Neutral {
		return 0
	}
	return 1
}

// Read reads a table with the columns date, home_team, away_team, home_score,
// away_score, tournament and neutral, gzipped if the name ends in .gz. Goals that are NA or
// empty are those of a match not played yet. Rows come in the order of the file.
func Read(name string) ([]Match, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		defer z.Close()
		r = z
	}
	c := csv.NewReader(r)
	header, err := c.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	column := map[string]int{}
	for i, h := range header {
		column[h] = i
	}
	for _, h := range []string{"date", "home_team", "away_team", "home_score", "away_score", "tournament", "neutral"} {
		if _, ok := column[h]; !ok {
			return nil, fmt.Errorf("%s: no column %s", name, h)
		}
	}
	var out []Match
	for {
		row, err := c.Read()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		m, err := parse(func(h string) string { return row[column[h]] })
		if err != nil {
			line, _ := c.FieldPos(0)
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		out = append(out, m)
	}
}

// parse makes a match of the cells of a row.
func parse(cell func(string) string) (Match, error) {
	m := Match{Home: cell("home_team"), Away: cell("away_team"), Tournament: cell("tournament")}
	if m.Home == "" || m.Away == "" || m.Home == m.Away {
		return m, fmt.Errorf("a match of %q against %q", m.Home, m.Away)
	}
	var err error
	if m.Date, err = time.Parse(time.DateOnly, cell("date")); err != nil {
		return m, err
	}
	switch strings.ToUpper(cell("neutral")) {
	case "TRUE":
		m.Neutral = true
	case "FALSE":
	default:
		return m, fmt.Errorf("neutral is %q, TRUE or FALSE is expected", cell("neutral"))
	}
	home, away := cell("home_score"), cell("away_score")
	if unknown(home) || unknown(away) {
		return m, nil
	}
	m.Played = true
	if m.HomeGoals, err = strconv.Atoi(home); err != nil {
		return m, err
	}
	m.AwayGoals, err = strconv.Atoi(away)
	return m, err
}

func unknown(goals string) bool { return goals == "" || goals == "NA" }

// Between returns the matches that were played on or after from and before to.
func Between(all []Match, from, to time.Time) []Match {
	var out []Match
	for _, m := range all {
		if m.Played && !m.Date.Before(from) && m.Date.Before(to) {
			out = append(out, m)
		}
	}
	return out
}

// Fixtures returns the matches that are not played yet.
func Fixtures(all []Match) []Match {
	var out []Match
	for _, m := range all {
		if !m.Played {
			out = append(out, m)
		}
	}
	return out
}

// Years is the time from a to b in years of 365.25 days.
func Years(a, b time.Time) float64 { return b.Sub(a).Hours() / (24 * 365.25) }
