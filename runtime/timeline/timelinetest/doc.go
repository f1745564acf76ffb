// Package timelinetest is what every engine's log must do, as tests. It imports timeline and the testing packages.
package timelinetest
