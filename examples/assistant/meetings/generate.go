package meetings

//go:generate go tool grantgen
