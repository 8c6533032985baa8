package program

import (
	"fmt"
	"os"
	"path/filepath"
)

// cacheFolder returns the folder of programs, which is made where there is none. It is in the
// user's cache, and nobody else can write to it or put another in its place.
func cacheFolder() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no cache folder: %w", err)
	}
	dir, err := filepath.Abs(filepath.Join(cache, "mpc"))
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	if err := ownedFolder(dir); err != nil {
		return "", err
	}
	for up := filepath.Dir(dir); ; up = filepath.Dir(up) {
		if err := safeAbove(up); err != nil {
			return "", err
		}
		if up == filepath.Dir(up) {
			return dir, nil
		}
	}
}
