package data

import (
	"os"
	"path/filepath"
	"strings"

	"mpc/lang"
)

// NearFile is the file beside a path with nearly its name, or with its name and another
// extension, "" for none.
func NearFile(path string) string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return ""
	}
	base := filepath.Base(path)
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	var names []string
	for _, e := range entries {
		name := e.Name()
		switch {
		case e.IsDir() || kindOf(name) != kindOf(base):
		case strings.TrimSuffix(name, filepath.Ext(name)) == stem:
			return filepath.Join(filepath.Dir(path), name)
		default:
			names = append(names, name)
		}
	}
	if near := lang.Nearest(base, names); near != "" {
		return filepath.Join(filepath.Dir(path), near)
	}
	return ""
}

// kindOf tells models from data by the name of a file.
func kindOf(name string) string {
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".yaml", ".yml":
		return "model"
	case ".json", ".csv", ".gz":
		return "data"
	}
	return ""
}
