// Package tool is what a model is told of the tools it may call, and the strict reading of its calls.
//
// It imports wire's ground (timeline) and the standard library.
package tool
