import {
	fullAdvance,
	plainAdvance,
} from "../../functions/vendor-advance/advances.ts";
import { type Scenario, scenario } from "../scenario.ts";

export const advanceScenarios: Scenario[] = [
	scenario({
		name: "an advance is approved at once",
		act: (user) => user.raise("k", plainAdvance),
	}),
	scenario({
		name: "an advance with approvers takes an order",
		act: (user) => user.raise("k", fullAdvance),
	}),
	scenario({
		name: "an advance for an order that has one is refused",
		prepare: (user) => user.raise("earlier", fullAdvance),
		act: (user) => user.raise("k", fullAdvance),
	}),
	scenario({
		name: "two advances want one order at once",
		act: (user) =>
			Promise.all([
				user.raise("k1", fullAdvance),
				user.raise("k2", fullAdvance),
			]),
	}),
	scenario({
		name: "an advance is sent twice at once under one key",
		act: (user) =>
			Promise.all([user.raise("k", fullAdvance), user.raise("k", fullAdvance)]),
	}),
	scenario({
		name: "an advance with a wrong tax is refused",
		act: (user) => user.raise("k", { ...fullAdvance, gstAmount: 1 }),
	}),
	scenario({
		name: "an invalid advance is refused",
		act: (user) => user.raise("k", { ...plainAdvance, amount: -1 }),
	}),
];
