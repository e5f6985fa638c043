import type { User } from "../user.ts";

/** What the user of a scenario was told. */
export interface ToldOutcome {
	/** One for each request or command, without the ids that differ from run to run. */
	parts: readonly ToldPart[];
	/** Not everything that was begun need be done yet. */
	mayLeaveWork: boolean;
}

export interface ToldPart {
	/** It says that something failed. */
	isFailure: boolean;
	text: string;
}

/** @returns null when no one was told anything. */
export function toToldOutcome(
	{ process, mayLeaveWork }: User,
	outcome: PromiseSettledResult<unknown>,
): ToldOutcome | null {
	if (outcome.status === "rejected" || process.isDead()) return null;
	const { value } = outcome;
	const parts = Array.isArray(value) ? value : [value];
	return { parts: parts.map(toPart), mayLeaveWork };
}

function toPart(value: unknown): ToldPart {
	// Unchecked cast: of another value, neither is there.
	const { status = 0, batchItemFailures = [] } = (value ?? {}) as {
		status?: number;
		batchItemFailures?: unknown[];
	};
	return {
		isFailure: status >= 500 || batchItemFailures.length > 0,
		text: withoutIds(
			JSON.stringify(value ?? null, (name, member) =>
				name === "headers" ? member.etag : member,
			),
		),
	};
}

/** Ids are numbered in the order in which they appear. */
function withoutIds(text: string): string {
	const ids = new Map<string, string>();
	return text.replace(/[0-9A-HJKMNP-TV-Z]{26}/g, (id) => {
		const name = ids.get(id) ?? `#${ids.size + 1}`;
		ids.set(id, name);
		return name;
	});
}
