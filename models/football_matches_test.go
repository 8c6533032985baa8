package models_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mpc/models/football/matches"
)

func TestFootballRead(t *testing.T) {
	all, err := matches.Read("football/results.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 49520 {
		t.Errorf("%d matches, want 49520", len(all))
	}
	last := all[len(all)-1]
	if last.Home != "Spain" || last.Away != "Argentina" || last.Result() != 1 || !last.Neutral || last.Ground() != 0 {
		t.Errorf("the last match is %+v", last)
	}
}

// A match without goals is not played; a mistake is reported with its line.
func TestFootballReadRows(t *testing.T) {
	const header = "date,home_team,away_team,home_score,away_score,tournament,city,country,neutral\n"
	read := func(rows string) ([]matches.Match, error) {
		name := filepath.Join(t.TempDir(), "m.csv")
		if err := os.WriteFile(name, []byte(header+rows), 0o644); err != nil {
			t.Fatal(err)
		}
		return matches.Read(name)
	}
	got, err := read("2030-01-02,A,B,NA,NA,Friendly,,,FALSE\n2030-01-01,B,C,2,3,Friendly,,,TRUE\n")
	if err != nil || len(got) != 2 || got[0].Played || !got[1].Played || got[1].Result() != -1 {
		t.Errorf("%+v, %v", got, err)
	}
	if f := matches.Fixtures(got); len(f) != 1 || f[0].Home != "A" {
		t.Errorf("fixtures: %+v", f)
	}
	day := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	if b := matches.Between(got, day, day.AddDate(0, 0, 1)); len(b) != 1 || b[0].Home != "B" {
		t.Errorf("played on the day: %+v", b)
	}
	for rows, want := range map[string]string{
		"2030-01-02,A,A,1,1,Friendly,,,FALSE\n": ":2: a match of",
		"2030-02-31,A,B,1,1,Friendly,,,FALSE\n": ":2: parsing time",
		"2030-02-01,A,B,x,1,Friendly,,,FALSE\n": ":2: strconv",
		"2030-02-01,A,B,1,1,Friendly,,,maybe\n": ":2: neutral is",
	} {
		if _, err := read(rows); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", rows, err, want)
		}
	}
}

func TestYearsAfter(t *testing.T) {
	start := time.Date(2006, 7, 20, 0, 0, 0, 0, time.UTC)
	for day, want := range map[string]int{"2006-07-20": 0, "2007-07-19": 0, "2007-07-20": 1, "2026-07-19": 19} {
		d, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		if got := matches.YearsAfter(start, d); got != want {
			t.Errorf("%s: %d, want %d", day, got, want)
		}
	}
}
