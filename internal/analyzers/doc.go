// Package analyzers lists the analyzers of grantvet. It imports them and go/analysis; grantgen does not import it.
package analyzers
