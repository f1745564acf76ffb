module google.golang.org/genai

go 1.26
