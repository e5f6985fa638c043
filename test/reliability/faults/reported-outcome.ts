import type { User } from "../user.ts";

/** What was reported to the user of a scenario. */
export interface ReportedOutcome {
	/** One for each request or command, without the ids that differ from run to run. */
	parts: readonly ReportedPart[];
	/** Not everything that was begun need be done yet. */
	mayLeaveWork: boolean;
}

export interface ReportedPart {
	/** It says that something failed. */
	isFailure: boolean;
	text: string;
}

/** @returns null when nothing was reported. */
export function toReportedOutcome(
	{ process, mayLeaveWork }: User,
	outcome: PromiseSettledResult<unknown>,
): ReportedOutcome | null {
	if (outcome.status === "rejected" || process.isDead()) return null;
	const { value } = outcome;
	const parts = Array.isArray(value) ? value : [value];
	return { parts: parts.map(toPart), mayLeaveWork };
}

function toPart(value: unknown): ReportedPart {
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
