/** Makes, from the rows of the file, a run that the service has checked. */
import { batch } from "@preact/signals";
import type { PaymentRun } from "../../../client/src/generated/openapi.ts";
import {
	giveWay,
	openRun,
	requireSize,
	toRunName,
	walkCheck,
} from "../runs/prepare.ts";
import type { Session } from "../service/session.ts";
import {
	answers,
	checkedLeaveOut,
	fileName,
	insist,
	isFound,
	isFromInvoices,
	leaveOut,
	names,
	perform,
	report,
	rows,
	run,
	runOfFile,
} from "./flow.ts";
import { nameInvoice } from "./names.ts";
import { isPayment, type PayRow, type RunEntry, toEntry } from "./rows.ts";
import { suggestNumbers } from "./similar-numbers.ts";

/** Prepares the run of the rows as they are now, and checks it. */
export const checkRows = (session: Session) =>
	perform("Preparing the run", async () => {
		const named: NamedRow[] = [];
		for (const [index, row] of rows.value.entries()) {
			await giveWay(index);
			named.push(nameRow(row));
		}
		const sent = named.filter(
			(one): one is NamedRow & { entry: RunEntry } => one.entry !== undefined,
		);
		const former = run.value;
		if (sent.length === 0) {
			batch(() => {
				rows.value = named.map(({ row: { check: _, ...row } }) => ({
					...row,
					isChanged: false,
				}));
				// Until the new run is there, nothing can be released.
				run.value = undefined;
			});
			await discardFormer(session, former);
			return;
		}
		const resources = sent.map(({ entry }) => entry);
		await requireSize(resources);
		report("Preparing the run", 0, 0);
		const startedAt = new Date(Date.now() - 60_000).toISOString();
		const opened = await openRun(session.client, {
			name: toRunName(fileName.value),
			resourceType: "INVOICE",
			resources,
			...(leaveOut.value.length > 0 && { leaveOut: [...leaveOut.value] }),
		});
		const label = `Checking ${fileName.value}`;
		const items =
			opened.run.state === "DRAFT"
				? await insist(() =>
						walkCheck(session, opened.run, {
							onProgress: (done) => report(label, done, opened.run.total),
						}),
					)
				: [];
		const positions = new Map(
			sent.map(({ row }, position) => [row.number, position]),
		);
		const checked = await suggestNumbers(
			session,
			named.map(({ row: { check: _, similar: _similar, ...row } }) => {
				const item = items[positions.get(row.number) ?? -1];
				return { ...row, isChanged: false, ...(item && { check: item }) };
			}),
		);
		batch(() => {
			rows.value = checked;
			run.value = opened.run;
			checkedLeaveOut.value = leaveOut.value.join();
			isFound.value =
				!opened.isNew &&
				opened.run.runId !== former?.runId &&
				(opened.run.createdAt < startedAt ||
					opened.run.createdBy?.userId !== session.userId);
			runOfFile.value = isFromInvoices.value ? undefined : opened.run.runId;
		});
		await discardFormer(session, former, opened.run);
	});

/** Runs that another run has replaced, and that are not known to be discarded yet. */
const replaced = new Set<string>();

/**
 * Discards the former run only when the new one exists, so that no list is ever lost. Nothing is released before the
 * former run is discarded, so that no list is paid twice.
 */
async function discardFormer(
	session: Session,
	former: PaymentRun | undefined,
	next?: PaymentRun,
) {
	if (next) replaced.delete(next.runId);
	if (
		former?.state === "DRAFT" &&
		former.runId !== next?.runId &&
		former.createdBy?.userId === session.userId
	)
		replaced.add(former.runId);
	await discardReplaced(session);
}

export async function discardReplaced({ client }: Session) {
	for (const runId of replaced) {
		await client.discardPaymentRun(runId);
		replaced.delete(runId);
	}
}

interface NamedRow {
	row: PayRow;
	entry?: RunEntry;
}

function nameRow({ nameProblem: _, ...row }: PayRow): NamedRow {
	const { payment, isLeftOut } = row;
	if (!payment || isLeftOut || !isPayment(row) || !names.value) return { row };
	const named = nameInvoice(payment, names.value, answers.value);
	if ("message" in named) return { row: { ...row, nameProblem: named } };
	return { row, entry: toEntry(row, payment, named) };
}
