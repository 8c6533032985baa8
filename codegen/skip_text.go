package codegen

import (
	"fmt"
	"strings"

	"mpc/message"
)

// skipText adds to the text that counts skipped updates those that are posteriors:
// they are counted, and nothing else is wrong.
func (g *generator) skipText(text string) string {
	var ids []string
	for _, u := range g.program.Message.Updates {
		if u.Kind == message.Send && u.Op.Faulty() && u.Predicts() && g.program.MessagePlace(u.Edge) != nil {
			ids = append(ids, fmt.Sprintf("%d: true", u.ID))
		}
	}
	if ids == nil {
		return text
	}
	text = strings.Replace(text, "inf.last[key] = true", "if !predicts[update] {\ninf.last[key] = true\n}", 1)
	return text + "\n// predicts holds the updates that are posteriors of what nothing else is known of. Without\n" +
		"// a message they are uniform, and all other posteriors are what they are.\n" +
		"var predicts = map[int]bool{" + strings.Join(ids, ", ") + "}\n"
}

const skipText = `
// count counts a skipped update.
func (inf *Inference) count(update int, element []int) {
	key := skip{update: update}
	copy(key.element[:], element)
	inf.skipped[update]++
	inf.last[key] = true
}
`

const lockedSkipText = `
// count counts a skipped update.
func (inf *Inference) count(update int, element []int) {
	key := skip{update: update}
	copy(key.element[:], element)
	inf.mutex.Lock()
	inf.skipped[update]++
	inf.last[key] = true
	inf.mutex.Unlock()
}
`

const checkSkippedText = `
// A sender is an update that sends a message, with the update of the buffer that
// it reads, or -1.
type sender struct{ update, buffer int }

// checkSkipped returns an error if all messages of a factor were left out at last:
// then the posteriors ignore it.
func (inf *Inference) checkSkipped(step int) error {
	inf.left[step] = nil
	if len(inf.last) == 0 {
		return nil
	}
	inf.left[step] = maps.Clone(inf.last)
	for _, senders := range factors {
		var first *skip
		for key := range inf.last {
			if key.update != senders[0].update && key.update != senders[0].buffer {
				continue
			}
			all := true
			for _, s := range senders {
				all = all && (inf.last[skip{s.update, key.element}] || inf.last[skip{s.buffer, key.element}])
			}
			if all && (first == nil || slices.Compare(key.element[:], first.element[:]) < 0) {
				first = &key
			}
		}
		if first != nil {
			at := origins[senders[0].update]
			where := Where{Line: at.line, Column: at.column, Statement: at.statement, Element: first.element[:], Iteration: inf.sweeps()}
			return &ImproperError{where, true}
		}
	}
	return nil
}
`
