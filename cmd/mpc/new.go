package main

import (
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"mpc"
)

const newModel = `# A league of players. Each game is won by the better performance of the day;
# the performances vary around the skills that we want to know.
model: %s
doc: Skills of players from the games that they won and lost.
algorithm: ep
inputs:
  player: range                  # a size: the players are 0..player-1, or have labels in the data
  game: range
  winner: index(player)[game]    # who won each game
  loser: index(player)[game]
program: |
  for (p in player) { skill[p] ~ normal(25, sd = 8.3) }
  for (g in game) {
    perfWinner[g] ~ normal(skill[winner[g]], sd = 4.2)
    perfLoser[g]  ~ normal(skill[loser[g]],  sd = 4.2)
    observe perfWinner[g] > perfLoser[g]
  }
infer: [skill]
`

const newData = `{
  "winner": ["ann", "bob", "ann", "cid"],
  "loser":  ["bob", "cid", "cid", "bob"]
}
`

func newCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "new name",
		Short: "Make a folder with a small model and data, ready to run",
		Long: "new makes a folder with model.yaml, a league of players with a comment to each\n" +
			"part, and data.json. The folder's name is that of the model and of its Go package.",
		Example: "  mpc new league\n  mpc run league/model.yaml --data league/data.json",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, a []string) error {
			dir := a[0]
			name := filepath.Base(dir)
			if err := validName(dir, name); err != nil {
				return err
			}
			if _, err := os.Lstat(dir); err == nil {
				return usageError{fmt.Errorf("%s exists already", dir)}
			}
			files := []mpc.File{{Name: "model.yaml", Source: []byte(fmt.Sprintf(newModel, name))}, {Name: "data.json", Source: []byte(newData)}}
			var paths []string
			for _, f := range files {
				paths = append(paths, filepath.Join(dir, f.Name))
			}
			if err := mpc.WriteNew(dir, files); err != nil {
				return err
			}
			if err := g.wrote(paths...); err != nil || g.json {
				return err
			}
			fmt.Fprintf(g.out, "run it: mpc run %s --data %s\n", filepath.Join(dir, "model.yaml"), filepath.Join(dir, "data.json"))
			return nil
		},
	}
}

// validName reports a folder whose name is not that of a Go package, which the
// model in it has.
func validName(dir, name string) error {
	switch {
	case strings.TrimSpace(dir) == "":
		return usageError{errors.New("the name is empty; write for example mpc new league")}
	case name == "." || name == ".." || name == string(filepath.Separator):
		return nil // exists
	case token.IsIdentifier(name) && name != "main" && name != "_" && ascii(name):
		return nil
	}
	guess := packageName(name)
	return usageError{fmt.Errorf("%q is not the name of a Go package: letters, digits and _, first a letter, and no word of Go; write for example mpc new %s",
		name, filepath.Join(filepath.Dir(dir), guess))}
}

func ascii(s string) bool {
	for _, r := range s {
		if r >= utf8.RuneSelf {
			return false
		}
	}
	return s[0] != '_'
}

// packageName makes a Go package name of a folder's name, to propose it.
func packageName(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		if r >= 'a' && r <= 'z' || b.Len() > 0 && r >= '0' && r <= '9' {
			b.WriteRune(r)
		}
	}
	if name := b.String(); name != "" && name != "main" && token.IsIdentifier(name) {
		return name
	}
	return b.String() + "model"
}
