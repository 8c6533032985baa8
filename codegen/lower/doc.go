// Package lower makes the typed program of package code from the loops of a schedule: what each
// update computes, where its message is stored, which fault leaves which message out. Nothing
// that is computed is decided later.
//
// A function of the program is a part of a step (what runs once, the start, the body and the end of an iteration),
// an evidence, a check, the reading of an input, a draw of a scan, or a time of a filter. What this package cannot lower is an Unlowered
// error for each function, which ends the compilation.
//
// The program knows operators, families and functions of numbers as rows without a body. What each
// of them, and each table, stands for is in Program beside it, for the printer.
package lower
