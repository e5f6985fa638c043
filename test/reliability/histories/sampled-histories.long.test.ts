import { it } from "vitest";
import { checkHistories } from "./check-histories.ts";

it(
	"150 random histories keep every invariant, and every answer is as the model says",
	() => checkHistories(150),
	1_800_000,
);
