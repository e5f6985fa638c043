import type { User } from "./user.ts";

/** Something that users, workers or operators do, in the organization of `organization.ts`. */
export interface Scenario<State = unknown> {
	name: string;
	/** Before the faults begin. */
	prepare?: (user: User) => Promise<State>;
	/** The calls of this part have the faults. What it throws is what its user would see. */
	act: (user: User, state: State) => Promise<unknown>;
	/** What the same user does next, without faults. Default: the same again. */
	again?: (user: User, state: State) => Promise<unknown>;
	/** Whoever repeats it does not find what the first attempt left: only the invariants hold in the end. */
	isRepeatable?: false;
}

/** Lets the compiler check that the parts of a scenario agree on its state. */
export const scenario = <State>(parts: Scenario<State>) =>
	// Unchecked cast: `runScenario` passes a scenario's own state to it, and no other.
	parts as unknown as Scenario;
