import { it } from "vitest";
import { hammer } from "./hammer.ts";

it(
	"5,000 requests for ten invoices, 64 at a time: each payment that is told is in the books once",
	() => hammer(5_000),
	600_000,
);
