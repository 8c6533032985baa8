// Command prepare turns the table of matches into the data of the football
// models: the matches of the last years, and as fixtures those whose goals are
// not known, from the same table and from a table of further fixtures.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"mpc/models/football/matches"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("prepare: ")
	results := flag.String("results", "models/football/results.csv.gz", "the table of matches")
	further := flag.String("fixtures", "models/football/fixtures.csv", "matches to predict besides those without goals")
	static := flag.String("o", "models/football/data", "folder of the data of football")
	drift := flag.String("drift", "models/football_drift/data", "folder of the data of football_drift")
	flag.Parse()
	if err := prepare(*results, *further, *static, *drift); err != nil {
		log.Fatal(err)
	}
}

func prepare(results, further, static, drift string) error {
	all, err := matches.Read(results)
	if err != nil {
		return err
	}
	more, err := matches.Read(further)
	if err != nil {
		return err
	}
	now := time.Time{} // the day after the last match
	for _, m := range all {
		if next := m.Date.AddDate(0, 0, 1); m.Played && next.After(now) {
			now = next
		}
	}
	fixtures := append(matches.Fixtures(all), matches.Fixtures(more)...)
	start := now.AddDate(-matches.First, 0, 0)
	rows := [][]string{{"home", "away", "ground", "spread", "result"}}
	for _, m := range frequent(matches.Between(all, start, now)) {
		spread := strconv.FormatFloat(matches.Spread(m, now, matches.YearlySpread), 'f', 4, 64)
		rows = append(rows, []string{m.Home, m.Away, fmt.Sprint(m.Ground()), spread, fmt.Sprint(m.Result())})
	}
	if err := write(static, "match", rows); err != nil {
		return err
	}
	if err := writeFixtures(static, fixtures); err != nil {
		return err
	}
	start = now.AddDate(-matches.FirstDrift, 0, 0)
	rows = [][]string{{"when", "home", "away", "ground", "result"}}
	for _, m := range frequent(matches.Between(all, start, now)) {
		rows = append(rows, []string{label(start, matches.YearsAfter(start, m.Date)), m.Home, m.Away, fmt.Sprint(m.Ground()), fmt.Sprint(m.Result())})
	}
	if err := write(drift, "match", rows); err != nil {
		return err
	}
	rows = [][]string{{"year", "added"}}
	for y, v := range matches.Added(matches.FirstDrift, matches.YearlyDrift) {
		rows = append(rows, []string{label(start, y), fmt.Sprint(v)})
	}
	if err := write(drift, "year", rows); err != nil {
		return err
	}
	return writeFixtures(drift, fixtures)
}

// fewest is how many matches a team needs to be rated: those of teams outside
// the federations, which play now and then, would say little.
const fewest = 30

// frequent returns the matches between teams that played often enough.
func frequent(list []matches.Match) []matches.Match {
	count := map[string]int{}
	for _, m := range list {
		count[m.Home]++
		count[m.Away]++
	}
	var out []matches.Match
	for _, m := range list {
		if count[m.Home] >= fewest && count[m.Away] >= fewest {
			out = append(out, m)
		}
	}
	return out
}

// label names a year by its first day.
func label(start time.Time, year int) string {
	return "from " + start.AddDate(year, 0, 0).Format(time.DateOnly)
}

func writeFixtures(dir string, fixtures []matches.Match) error {
	rows := [][]string{{"fixture", "fixtureHome", "fixtureAway", "fixtureGround"}}
	for _, m := range fixtures {
		name := m.Date.Format(time.DateOnly) + " " + m.Home + " - " + m.Away
		if m.Neutral {
			name += " (neutral)"
		}
		rows = append(rows, []string{name, m.Home, m.Away, fmt.Sprint(m.Ground())})
	}
	return write(dir, "fixture", rows)
}

// write writes a gzipped table. The same rows give the same bytes.
func write(dir, name string, rows [][]string) error {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := csv.NewWriter(z).WriteAll(rows); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name+".csv.gz"), b.Bytes(), 0o644)
}
