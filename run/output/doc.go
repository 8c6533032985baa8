// Package output writes files so that what was there stays until all of the new is
// written: beside the target, and renamed over it at the end. A full disk, an error or a
// kill leaves the old file whole. Symbolic links are followed. Folders, devices and
// sockets where a file is wanted are refused; standard output, named pipes and the null
// device are written to as they are.
package output
