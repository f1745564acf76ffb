// Package peers runs the same parts through grantgen's assembly and through two peers under Node, prompt-tsx and LangChain's trimMessages.
// It may import the runtime, the fisheries example's generated packages, and bench/internal/figure; nothing imports it but bench/all.
package peers
