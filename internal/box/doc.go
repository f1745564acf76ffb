// Package box is the algebra of filters: sets of attribute values as unions of boxes, with an exact difference and a witness. A box
// holds one set of values for each attribute, so that what a clause admits is a box, and what a grant admits is a union of them.
// It imports the standard library alone, and knows neither schemas nor logs.
package box
