package main

//go:generate go tool grantgen
