package mpc

import (
	"os"

	"mpc/bugs"
	"mpc/data"
	"mpc/lang"
)

// ReadBUGSData reads files of data; of a folder its tables. What they give is put together. The diagnostics are warnings.
func ReadBUGSData(paths []string) (bugs.Data, Diagnostics, error) {
	paths, err := withTables(paths)
	if err != nil {
		return nil, nil, err
	}
	all, from := bugs.Data{}, map[string]string{}
	var warnings Diagnostics
	for _, path := range paths {
		src, err := data.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		values, d := bugs.ReadData(path, src)
		if d.HasErrors() {
			return nil, nil, d
		}
		warnings = append(warnings, d...)
		for n, a := range values {
			if all[n] != nil {
				return nil, nil, lang.Diagnostics{{File: path, Pos: a.At, Code: lang.CodeDuplicateKey, Message: n + " is given by " + from[n] + " too",
					Hint: "values of several files are put together"}}
			}
			all[n], from[n] = a, path
		}
	}
	return all, warnings, nil
}

// withTables has the tables of folders in place of these.
func withTables(paths []string) (files []string, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			files = append(files, path) // that it is not there is said where it is read
			continue
		}
		tables, d := data.Tables(path)
		if d != nil {
			return nil, d
		}
		files = append(files, tables...)
	}
	return files, nil
}

// readStarts reads files of starts. One file has those of all chains, or lists of those of each; several files that give the
// same names have those of one chain each, and are put together else.
func readStarts(paths []string) (chains []bugs.Data, warnings Diagnostics, err error) {
	all, same := bugs.Data{}, false
	for _, path := range paths {
		src, err := data.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		list, d := bugs.ReadStarts(path, src)
		if d.HasErrors() {
			return nil, nil, d
		}
		warnings = append(warnings, d...)
		for _, values := range list {
			for n, a := range values {
				same = same || all[n] != nil || len(list) > 1
				all[n] = a
			}
			chains = append(chains, values)
		}
	}
	if !same {
		return []bugs.Data{all}, warnings, nil
	}
	return chains, warnings, nil
}
