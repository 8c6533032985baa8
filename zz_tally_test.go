package mpc_test

import (
	"fmt"
"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"io/fs"
	"regexp"

	"mpc"
	"mpc/codegen/lower"
)

func TestTally(t *testing.T) {
	var texts = map[string]string{}
	for _, root := range strings.Split(os.Getenv("TALLY"), ":") {
		filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() { return nil }
			b, _ := os.ReadFile(p)
			s := string(b)
			switch filepath.Ext(p) {
			case ".yaml": texts[p] = s
			case ".json":
var j map[string]any
if json.Unmarshal(b, &j) == nil { if m, ok := j["model"].(string); ok { texts[p] = m } }
case ".txtar", ".go":
				re := regexp.MustCompile("(?s)(?:^|\n|`)(model: .*?)(?:\n-- |`|\\z)")
				for i, m := range re.FindAllStringSubmatch(s, -1) { texts[fmt.Sprintf("%s#%d", p, i)] = m[1]+"\n" }
			}
			return nil
		})
	}
	count, ex := map[string]int{}, map[string]string{}
	n := 0
	for p, s := range texts {
		func() {
			defer func() { if r := recover(); r != nil { k := fmt.Sprintf("PANIC %v", r); count[k]++; ex[k] = p } }()
			c, err := mpc.Compile(p, []byte(s), mpc.Options{NoPackage: true})
			if err != nil || c.Loops == nil || c.Loops.Message.Sampling != nil { return }
			n++
			l := lower.Lower(c.Loops)
			for name, why := range l.Unlowered { k := why.Error(); count[k]++; ex[k] = p + " " + name }
		}()
	}
	var keys []string
	for k := range count { keys = append(keys, k) }
	sort.Slice(keys, func(i, j int) bool { return count[keys[i]] > count[keys[j]] })
	fmt.Println(n, "models of", len(texts))
	for _, k := range keys { fmt.Println(count[k], k, "e.g.", ex[k]) }
}
