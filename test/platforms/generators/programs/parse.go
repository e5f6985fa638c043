// Parses each answer of the file ANSWERS with the client's type for it and prints what the type has kept, one a line.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	text, err := os.ReadFile(os.Getenv("ANSWERS"))
	check(err)
	var answers []struct {
		Model string
		Body  json.RawMessage
	}
	check(json.Unmarshal(text, &answers))
	for _, answer := range answers {
		parsed := models[answer.Model]()
		if err := json.Unmarshal(answer.Body, parsed); err != nil {
			panic(fmt.Sprintf("%s: %s: %s", answer.Model, err, answer.Body))
		}
		kept, err := json.Marshal(parsed)
		check(err)
		fmt.Println(string(kept))
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
