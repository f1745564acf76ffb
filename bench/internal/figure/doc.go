// Package figure measures sides by turns and makes tables of their ratios, with the spread beside each. It imports the standard library alone.
package figure
