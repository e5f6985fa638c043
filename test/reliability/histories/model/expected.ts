import type { Answer } from "../../../support/world.ts";
import type { Changes, View } from "./view.ts";

/** What something leads to that no one disturbs. */
export interface Expected {
	/** Set for requests only. */
	answer?: ExpectedAnswer;
	/** A command is refused, and nothing changes. undefined: the specification does not say. */
	isRefused?: boolean | undefined;
	/** What the records show afterwards: these, and of everything else the same as before. */
	changes?: (data: Answer["body"]) => Changes;
	/** In place of `changes`: the records are as one of these says. */
	oneOf?: () => readonly Changes[];
	/** What of the records is not said. */
	leavesOpen?: readonly (keyof View)[];
}

export interface ExpectedAnswer {
	status: number;
	body?: object;
	/** What `body` cannot say. */
	check?: (data: Answer["body"]) => void;
}

export const answered = (
	data: object,
	changes: Expected["changes"] = () => ({}),
): Expected => ({ answer: { status: 200, body: { data } }, changes });

export const refused = (status: number, code: string): Expected => ({
	answer: { status, body: { error: { code } } },
});
