import { conditionMutants } from "./conditions.ts";
import type { Mutant } from "./mutant.ts";
import { stackMutants } from "./stack.ts";
import { stepMutants } from "./steps.ts";
import { valueMutants } from "./values.ts";

/** The bugs that `npm run test:mutation` cannot make, because it changes one expression at a time. */
export const mutants: readonly Mutant[] = [
	...conditionMutants,
	...stepMutants,
	...valueMutants,
	...stackMutants,
];
