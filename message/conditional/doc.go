// Package conditional finds how each variable of a model that is sampled is drawn: its
// full conditional, the product of all factors that read it as a function of its value
// alone, and a method to draw from that.
//
// It is made from package joint. A factor is a statement there whose functions of variables are replaced by what
// they are computed from, so that it reads drawn variables and data alone. In the
// conditional of one element of a variable stand the instances of factors that read that
// element: the loop indices that the element fixes are solved for, the others are loops
// of the term. Where each term is, as a function of the value, of the family of the
// prior, the conditional is of that family (Geman and Geman 1984; Gelfand and Smith
// 1990), and each term a message of it.
package conditional
