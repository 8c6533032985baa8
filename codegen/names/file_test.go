package names

import "testing"

func TestMainFile(t *testing.T) {
	for name, want := range map[string]string{
		"skill": "skill", "skill_test": "model", "test": "test", "chain": "model", "data": "model", "sales_windows": "model",
		"windows": "windows", "old_arm64": "model", "a_linux_b": "a_linux_b", "model": "model", "passing": "model", "posterior": "model",
	} {
		if got := MainFile(name); got != want {
			t.Errorf("the file of %s is %s.go, want %s.go", name, got, want)
		}
	}
}
