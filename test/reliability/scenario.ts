import type { User } from "./user.ts";

/** Something that users, workers or operators do, in the organization of `organization.ts`. */
export interface Scenario<State = unknown, Outcome = unknown> {
	name: string;
	/** Before the faults begin. */
	prepare?: (user: User) => Promise<State>;
	/** The calls of this part have the faults. What it throws is what its user would see. */
	act: (user: User, state: State) => Promise<Outcome>;
	/** Checks what `act` answers or changes without a fault. A scenario that does nothing would keep every promise. */
	expected: (outcome: Outcome, user: User, state: State) => unknown;
	/** What the same user does next, without faults. Default: the same again. */
	again?: (user: User, state: State) => Promise<unknown>;
	/** A caller who repeats it does not find what the first attempt left: only the invariants hold in the end. */
	isRepeatable?: false;
	/** Requests compete, and any of them may win: only the invariants hold in the end. */
	isRace?: true;
}

/** Lets the compiler check that the parts of a scenario agree on its state and its outcome. */
export const scenario = <State, Outcome>(parts: Scenario<State, Outcome>) =>
	// Unchecked cast: `runScenario` passes a scenario's own state to it, and no other.
	parts as unknown as Scenario;

/** `act` of a run without a fault. */
export const checkedAct =
	({ act, expected }: Scenario): Scenario["act"] =>
	async (user, state) => {
		const outcome = await act(user, state);
		await expected(outcome, user, state);
		return outcome;
	};
