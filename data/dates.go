package data

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A dateReader reads dates that are written in some of several ways.
type dateReader struct {
	layouts []string
	last    int // the layout of the date before
}

// Layouts of dates: those that say which number is the day, and with slashes those
// that do not.
var (
	plainDates = []string{"2006-1-2", "2006-1", "2006/1/2", "2006/1", "2006.1.2", "2.1.2006", "1/2006", "20060102T150405",
		"2006-1-2 15:04", "2006-1-2 15:04:05", "2006-1-2T15:04", "2006-1-2T15:04:05", time.RFC3339, "2.1.2006 15:04", "2.1.2006 15:04:05",
		"2-Jan-2006", "2-Jan-06", "2 Jan 2006", "2 January 2006", "Jan 2, 2006", "January 2, 2006", "Jan 2006", "January 2006", "Jan-2006", "Jan-06"}
	dayFirst   = []string{"2/1/2006", "2/1/06", "2/1/2006 15:04", "2/1/2006 15:04:05"}
	monthFirst = []string{"1/2/2006", "1/2/06", "1/2/2006 15:04", "1/2/2006 15:04:05", "1/2/2006 3:04 PM", "1/2/2006 3:04:05 PM"}
)

// partOfYear is a quarter or a week: 2024-Q1, 2024Q1, Q1 2024, 2024-W05.
var partOfYear = regexp.MustCompile(`^(?:(\d{4})[- ]?([QW])(\d{1,2})|Q(\d)[- /](\d{4}))$`)

// read reads a date as a number that later dates are above.
func (r *dateReader) read(text string) (float64, bool) {
	if len(text) > 40 || strings.Trim(text, "0123456789") == "" || !strings.ContainsAny(text, "0123456789") {
		return 0, false
	}
	for i := range r.layouts {
		k := (r.last + i) % len(r.layouts)
		if t, err := time.Parse(r.layouts[k], text); err == nil {
			r.last = k
			return float64(t.UnixNano()) / 1e9, true
		}
	}
	return 0, false
}

// readPart reads a quarter or a week.
func readPart(text string) (float64, bool) {
	m := partOfYear.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	year, part, most := m[1]+m[5], m[3]+m[4], 4
	if m[2] == "W" {
		most = 53
	}
	y, _ := strconv.Atoi(year)
	p, _ := strconv.Atoi(part)
	return float64(100*y + p), p >= 1 && p <= most
}

func readNumber(text string) (float64, bool) { return cell{text: text}.number() }

// sortDates puts labels that are all dates in the order of time. It returns false where
// not all are. Dates as 3/4/2024 are taken with the day first or with the month first,
// whichever all of them can be. Where both are possible the order is that in which they
// are seen; it is unsure where that is neither.
func sortDates[T any](labels []T, textOf func(*T) string) (dates, unsure bool) {
	for _, read := range []func(string) (float64, bool){(&dateReader{layouts: plainDates}).read, readPart} {
		if keys := keysOf(labels, textOf, read); keys != nil {
			byKeys(labels, keys)
			return true, false
		}
	}
	days := keysOf(labels, textOf, (&dateReader{layouts: dayFirst}).read)
	months := keysOf(labels, textOf, (&dateReader{layouts: monthFirst}).read)
	switch {
	case days != nil && months == nil:
		byKeys(labels, days)
	case months != nil && days == nil:
		byKeys(labels, months)
	case days == nil:
		return false, false
	case !slices.IsSorted(days) && !slices.IsSorted(months):
		return true, true
	}
	return true, false
}
