import { it } from "vitest";
import { checkHistories } from "./check-histories.ts";

it("1,000 random histories keep every invariant, and every answer is as the model says", () =>
	checkHistories(1_000));
