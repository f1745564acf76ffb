package mackerel

//go:generate go tool grantgen
