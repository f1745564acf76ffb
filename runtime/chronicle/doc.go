// Package chronicle is the fold of sections: prose that a model wrote over a range of the log.
//
// It imports timeline and nothing else of the runtime. That prose stays prose (a part of register generated) is assembly's to see to.
package chronicle
