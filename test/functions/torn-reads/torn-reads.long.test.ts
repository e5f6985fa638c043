import { describe, it } from "vitest";
import { propertySeed } from "../../support/property-seed.ts";
import { batchFamilies } from "./batch-families.ts";
import { recordFamilies } from "./record-families.ts";
import { runFamilies } from "./run-families.ts";
import { everyTear, runTorn } from "./torn-family.ts";

/** `npm run test:faults` runs all of them. */
const oneIn = 7;

describe.each([...batchFamilies, ...recordFamilies, ...runFamilies])(
	"nothing happens twice while part of a transaction is visible: $name",
	(family) => {
		it.each(
			everyTear(family).filter(
				(_, index) => (index + propertySeed) % oneIn === 0,
			),
		)(
			"item $item (alone visible: $isShown), $rival (answered: $isAnswered), $tornReads reads",
			(tear) => runTorn(family, tear),
		);
	},
);
