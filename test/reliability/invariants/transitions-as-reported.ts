import { expect } from "vitest";
import type { RecordedEntry, Records } from "../records.ts";
import type { Reported, ReportedWrite } from "../reported.ts";
import { askedEntries } from "../transitions.ts";

/** A transition that was asked for, and not refused. */
interface AskedTransition {
	paymentRequestId: string;
	/** As `askedName` names its history entry. */
	name: string;
	/** The history has this entry; null: it may have it. */
	certain: string | null;
}

/**
 * A1: a transition that was answered is in the history of its request, and each one there was asked for: a
 * decision counts once, another transition at most as often as it was sent.
 */
export function expectTransitionsAsReported(
	{ paymentRequests }: Records,
	{ writes }: Reported,
) {
	const asked = Map.groupBy(
		writes.flatMap(toAsked),
		({ paymentRequestId }) => paymentRequestId,
	);
	for (const { id, history } of paymentRequests) {
		const own = asked.get(id) ?? [];
		const names = history.map(nameOf);
		for (const { certain } of own)
			if (certain !== null) expect(names, id).toContain(certain);
		const rounds = own.flatMap(({ certain }) =>
			certain?.startsWith("RESUBMITTED") ? [certain] : [],
		);
		expect(new Set(rounds).size, `rounds of ${id}`).toBe(rounds.length);
		const made = history.filter(({ action, by }) => by && action !== "CREATED");
		const byName = Map.groupBy(made, askedName);
		for (const [name, entries] of byName) {
			const sent = own.filter((one) => one.name === name).length;
			const max = /^(APPROVED|REJECTED|RETURNED)/.test(name)
				? Math.min(sent, 1)
				: sent;
			expect(entries.length, `${name} of ${id}`).toBeLessThanOrEqual(max);
		}
	}
}

function toAsked({ action, answer }: ReportedWrite): AskedTransition[] {
	if (action.kind !== "request") return [];
	const [, paymentRequestId, kind] =
		/\/payment\/request\/([^/]+)\/(\w+)$/.exec(action.url) ?? [];
	if (!paymentRequestId || !kind || answer === true) return [];
	if (answer && answer.status !== 200) return [];
	// Unchecked cast: the tests send objects.
	const sent = action.body as Record<string, string | number>;
	const round = answer?.body.data.round ?? null;
	const [, toEntry] =
		Object.entries(askedEntries).find(([name]) => name === kind) ?? [];
	if (!toEntry)
		throw new Error(`test/reliability/transitions.ts does not know ${kind}`);
	const { name, isCertain = true } = toEntry(sent, action.userId);
	const certain = kind === "resubmission" ? `${name} ${round}` : name;
	return [
		{
			paymentRequestId,
			name,
			certain: answer && isCertain ? certain : null,
		},
	];
}

function nameOf(entry: RecordedEntry): string {
	const { action, round } = entry;
	return action === "RESUBMITTED" ? `${action} ${round}` : askedName(entry);
}

function askedName({ action, round, stage, by, changes }: RecordedEntry) {
	if (stage === null) return action;
	if (action !== "APPROVER_CHANGED")
		return `${action} ${round} ${stage} ${by?.userId}`;
	const { from, to } = changes?.approver ?? {};
	return `${action} ${round} ${stage} ${from ?? "none"} ${to}`;
}
