package lang

import (
	"math"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// A limit says which numbers a key takes.
type limit struct {
	low, below float64 // low <= value < below
	whole      bool
	want       string
}

// maxCount bounds counts of iterations, draws and chains: they fit an int32.
const maxCount = 1 << 31

func count(low float64, want string) limit {
	return limit{low: low, below: maxCount, whole: true, want: want}
}

// iterate reads the key iterate.
func (d *decoder) iterate(e entry) {
	if !d.isMapping("iterate", e, "a mapping of settings", "{max: 50, tolerance: 1e-6}") {
		return
	}
	it := &d.file.Iterate
	it.At = d.at(e.value)
	for _, e := range d.pairs(e.value, "a key") {
		switch key := e.key.Value; key {
		case "max":
			it.Max = d.setting(e, count(0, "a whole number, 0 or more"))
		case "tolerance":
			it.Tolerance = d.setting(e, limit{0, math.Inf(1), false, "a number, 0 or more"})
		case "of":
			it.Of = d.setWord(e, "posteriors", "evidence")
		case "damping":
			it.Damping = d.setting(e, limit{0, 1, false, "a number of at least 0 and below 1"})
		case "restarts":
			it.Restarts = d.setting(e, count(1, "a whole number, 1 or more"))
		case "burnin":
			it.BurnIn = d.setting(e, count(0, "a whole number, 0 or more"))
		case "samples":
			it.Samples = d.setting(e, count(1, "a whole number, 1 or more"))
		case "thin":
			it.Thin = d.setting(e, count(1, "a whole number, 1 or more"))
		case "chains":
			it.Chains = d.setting(e, count(1, "a whole number, 1 or more"))
		case "seed":
			it.Seed = d.setting(e, limit{0, maxExactInt, true, "a whole number, 0 or more"})
		case "sequential":
			it.Sequential = d.names(key, e)
		case "messages":
			it.Messages = d.setWord(e, "any", "proper")
		case "projection":
			it.Projection = d.setWord(e, "variance", "log")
		default:
			d.unknownKey(e, "iterate", []string{"max", "tolerance", "of", "damping", "restarts", "sequential", "messages",
				"projection", "burnin", "samples", "thin", "chains", "seed"})
		}
	}
}

func (d *decoder) setWord(e entry, words ...string) *Name {
	if !d.isText(e.key.Value, e, orList(words)) {
		return nil
	}
	if word, ok := d.word(e.key.Value, e.value, words); ok {
		return &word
	}
	return nil
}

// setting reads a number; nil if it is none, or out of its limits.
func (d *decoder) setting(e entry, l limit) *Setting {
	key := e.key.Value
	if !d.isText(key, e, l.want) {
		return nil
	}
	at := d.at(e.value)
	text, negative := strings.CutPrefix(e.value.Value, "-")
	if e.value.Style != yaml.Style(0) || text == "" || !isDigit(text[0]) && text[0] != '.' {
		diag := d.report.Errorf(at, CodeWrongKind, "%s is %s, not %s", key, l.want, quoted(e.value.Value))
		if _, err := strconv.ParseFloat(e.value.Value, 64); err == nil && e.value.Style != yaml.Style(0) {
			diag.WithHint("write it without quotes: %s", clip(e.value.Value))
		}
		return nil
	}
	value, _, message, hint := parseNumber(text)
	if text[0] == '.' {
		message, hint = "a number does not start with a point", "it is "+l.want
		if len(text) > 1 && isDigit(text[1]) {
			hint = "write 0" + clip(text)
		}
	}
	if message != "" {
		if strings.HasPrefix(message, "a letter") {
			hint = "it is " + l.want
		}
		d.report.Errorf(at, CodeNumber, "%s: %s", clip(e.value.Value), message).WithHint("%s", hint)
		return nil
	}
	if negative {
		value = -value
	}
	if l.whole && value >= l.below {
		d.report.Errorf(at, CodeBadValue, "%s is below %.0f, not %s", key, l.below, clip(e.value.Value))
		return nil
	}
	if value < l.low || value >= l.below || l.whole && !wholeNumber(value) {
		d.report.Errorf(at, CodeBadValue, "%s is %s, not %s", key, l.want, clip(e.value.Value))
		return nil
	}
	return &Setting{At: at, Value: value}
}
