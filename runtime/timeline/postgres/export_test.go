package postgres

var Compile = compile
