import { expect } from "vitest";
import { toInvoiceId } from "../../../shared/invoices/invoice-id.ts";
import type { Answer } from "../../support/world.ts";
import type { Audited } from "../audited.ts";
import type { RecordedRun, Records } from "../records.ts";
import type { Reported, ReportedWrite, Resource } from "../reported.ts";
import { expectBatchAsRecorded } from "./batch-as-recorded.ts";
import type { PlacedPayment } from "./results-as-recorded.ts";

interface SentRun {
	name: string;
	repeatOf?: string;
	resources: (Omit<Resource, "slug"> & {
		slug?: string;
		vendorId?: string;
		invoiceNumber?: string;
	})[];
}

/** A request of payment runs. */
interface RunWrite {
	kind: "create" | "release" | "discard";
	/** undefined for a creation. */
	runId: string | undefined;
	/** undefined unless it is a creation. */
	sent: SentRun | undefined;
	/** null: whether it took effect is not known. */
	answer: Answer | null;
}

/**
 * What was answered about payment runs is so, and nothing is so that nobody asked for. The payments of a released run
 * are recorded at most once, and as its batch says.
 */
export async function expectRunsAsReported(
	audited: Audited,
	{
		records,
		reported,
		isWorkLeft,
	}: { records: Records; reported: Reported; isWorkLeft: boolean },
) {
	const writes = reported.writes.flatMap((write) => toRunWrite(write) ?? []);
	const runs = new Map(records.paymentRuns.map((run) => [run.runId, run]));
	for (const write of writes) expectAnswer(write, runs);
	for (const run of runs.values()) expectAskedFor(run, writes);
	await expectPayments(audited, { records, writes, isWorkLeft });
}

function toRunWrite({ action, answer }: ReportedWrite): RunWrite | undefined {
	if (action.kind !== "request") return undefined;
	const [, runId, change] =
		/^\/v1\.0\/payment\/run(?:\/([^/]+)\/(release|discard))?$/.exec(
			action.url,
		) ?? [];
	if (!action.url.startsWith("/v1.0/payment/run")) return undefined;
	return {
		// Unchecked cast: the expression names both.
		kind: (change ?? "create") as RunWrite["kind"],
		runId,
		// Unchecked cast: the tests send runs.
		sent: change ? undefined : (action.body as SentRun),
		answer: answer === true ? null : answer,
	};
}

function expectAnswer(
	{ kind, runId, sent, answer }: RunWrite,
	runs: ReadonlyMap<string, RecordedRun>,
) {
	if (!answer) return;
	const { status, body } = answer;
	if (status === 409) {
		if (kind === "create")
			expect(runs.get(body.error.runId)).toMatchObject({ name: sent?.name });
		else if (body.error.code === "INVALID_STATE_TRANSITION")
			expect(runs.get(runId ?? "")?.state).toBe(
				kind === "release" ? "DISCARDED" : "RELEASED",
			);
	}
	if (status !== 200) return;
	const { data } = body;
	const run = runs.get(data.runId);
	const { name, total, amount, createdAt } = data;
	expect(run).toMatchObject({ name, total, createdAt });
	expect(run && Number(run.amount)).toBe(amount);
	if (kind === "create") expect(data).toMatchObject({ state: "DRAFT" });
	// Both are final.
	else expect(run).toMatchObject({ ...data, amount: run?.amount });
}

function expectAskedFor(run: RecordedRun, writes: readonly RunWrite[]) {
	const { runId, name, state } = run;
	const creations = writes.filter(
		({ sent, answer }) =>
			sent?.name === name &&
			(answer ? answer.body.data?.runId === runId : true),
	);
	expect(creations, `a request created ${name}`).not.toEqual([]);
	if (state === "DRAFT") return;
	const kind = state === "RELEASED" ? "release" : "discard";
	const changes = writes.filter(
		(write) => write.kind === kind && write.runId === runId,
	);
	expect(changes, `a request made ${name} ${state}`).not.toEqual([]);
}

async function expectPayments(
	audited: Audited,
	{
		records,
		writes,
		isWorkLeft,
	}: {
		records: Records;
		writes: readonly RunWrite[];
		isWorkLeft: boolean;
	},
) {
	const withoutKey = Map.groupBy(
		records.invoices.flatMap(({ slug, payments }) =>
			payments
				.filter(({ idempotencyKey }) => idempotencyKey === null)
				.map((payment) => ({ ...payment, slug })),
		),
		({ batch }) => batch,
	);
	const released = records.paymentRuns.filter(
		({ state }) => state === "RELEASED",
	);
	expectNoneRecordedTwice(records);
	for (const { runId, name, repeatOf, leaveOut } of released) {
		const sent = writes.find(
			(write) =>
				write.sent?.name === name && (write.sent.repeatOf ?? null) === repeatOf,
		)?.sent;
		const resources = toResources(records, sent);
		const payments = withoutKey.get(runId) ?? [];
		if (leaveOut.includes("REPEATED")) expectNoneRepeated(payments);
		const paid = { resources, payments, isWorkLeft };
		await expectBatchAsRecorded(audited, runId, paid);
		withoutKey.delete(runId);
	}
	expect([...withoutKey.keys()]).toEqual([]);
}

/** Runs P2: of equal payments of one run that leaves them out, the first one is made at most. */
function expectNoneRepeated(payments: readonly PlacedPayment[]) {
	const told = payments.map(({ slug, amount, utr, paymentDate }) =>
		[slug, amount, compared(utr), paymentDate].join(" "),
	);
	expect(told.toSorted()).toEqual([...new Set(told)].toSorted());
}

/** So many of an invoice's newest payments are in its item or in its newest archive page for certain. */
const latestMin = 5;

/** Runs P2: runs that leave out what is recorded pay a UTR once, unless the payment was reversed in between. */
function expectNoneRecordedTwice({ invoices, paymentRuns }: Records) {
	const careful = paymentRuns
		.filter(({ leaveOut }) => leaveOut.includes("ALREADY_RECORDED"))
		.map(({ runId }) => runId);
	for (const { payments } of invoices)
		for (const [place, { batch, utr }] of payments.entries()) {
			if (!careful.includes(batch ?? "") || compared(utr) === "") continue;
			const before = payments.slice(Math.max(0, place - latestMin), place);
			const same = before.filter(
				(one) =>
					one.reversedAt === null &&
					one.batch !== batch &&
					careful.includes(one.batch ?? "") &&
					compared(one.utr) === compared(utr),
			);
			expect(same).toEqual([]);
		}
}

const compared = (utr: string | null) =>
	(utr ?? "").replace(/[\s\u200b]/g, "").toLowerCase();

/** With the slugs that their invoices have, or would have. */
const toResources = (
	{ invoices }: Records,
	sent: SentRun | undefined,
): Resource[] =>
	(sent?.resources ?? []).map(
		({ slug, vendorId = "", invoiceNumber = "", ...resource }) => {
			const named = invoices.find(
				(one) =>
					one.vendorId === vendorId && one.invoiceNumber === invoiceNumber,
			);
			return {
				...resource,
				slug: slug ?? named?.slug ?? toInvoiceId(vendorId, invoiceNumber),
			};
		},
	);

/** The runs that requests have released, and what they pay. */
export const releasedRuns = (records: Records, reported: Reported) =>
	records.paymentRuns
		.filter(({ state }) => state === "RELEASED")
		.map(({ runId, name }) => {
			const write = reported.writes
				.flatMap((one) => toRunWrite(one) ?? [])
				.find(({ sent }) => sent?.name === name);
			return { runId, resources: toResources(records, write?.sent) };
		});
