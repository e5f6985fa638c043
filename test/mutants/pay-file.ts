import type { Mutant } from "./mutant.ts";

const folder = "client/src/pay-file";
const journalTest = "test/client/pay-file/journal/journal.test.ts";
const clocksTest = "test/client/pay-file/clocks.test.ts";
const killsTest = "test/client/pay-file/kills.slow.test.ts";
const commandTest = "test/client/pay-file/pay-command.slow.test.ts";
const readTest = "test/client/pay-file/input/read-payments.test.ts";
const amountTest = "test/client/pay-file/input/read-amount.test.ts";

const reverseTest = "test/client/pay-file/reverse.slow.test.ts";

/** What would make `pay` pay a row twice, or another amount than the file says. */
export const payFileMutants: readonly Mutant[] = [
	{
		id: "pay-file-unsynced",
		what: "an entry of the journal counts before it is on the disk",
		file: `${folder}/journal/journal.ts`,
		search: "		disk.sync();\n",
		replace: "",
		test: journalTest,
	},
	{
		id: "pay-file-two-writers",
		what: "a process goes on though another one writes the same journal",
		file: `${folder}/journal/journal.ts`,
		search: "disk.size() !== size",
		replace: "disk.size() < size",
		test: journalTest,
	},
	{
		id: "pay-file-foreign-entry",
		what: "an entry counts whose writer noticed that another one came before",
		file: `${folder}/journal/journal-file.ts`,
		search: "if (line.offset !== offset) continue;",
		replace: "",
		test: journalTest,
	},
	{
		id: "pay-file-cut-line",
		what: "a cut line becomes whole when the next run continues behind it",
		file: `${folder}/journal/journal.ts`,
		search: '" cut\\n"',
		replace: '"\\n"',
		test: journalTest,
	},
	{
		id: "pay-file-forgets",
		what: "a later entry makes the journal forget a payment",
		file: `${folder}/journal/entries.ts`,
		search: 'if (rows.get(row)?.status !== "DONE") ',
		replace: "",
		test: journalTest,
	},
	{
		id: "pay-file-sends-first",
		what: "a request is announced in the journal after it was sent",
		file: `${folder}/run/settle-rows.ts`,
		search: `				journal.append({
					type: "sending",
					at,
					key,
					rows: toRanges(rows),
					...invoices,
				});
				return request.send(signal);`,
		replace: `				return request.send(signal).finally(() =>
					journal.append({ type: "sending", at, key, rows: toRanges(rows) }),
				);`,
		test: killsTest,
	},
	{
		id: "pay-file-new-key",
		what: "a request of unknown outcome counts as not carried out",
		file: `${folder}/run-pending.ts`,
		search: "		await task.settle(context, request);\n",
		replace:
			'		journal.append({ type: "outcome", at: new Date(now()).toISOString(), key: request.key, results: [{ status: "NOT_TAKEN", rows: [[0, rows.length - 1]] }] });\n',
		test: killsTest,
	},
	{
		id: "pay-file-attempt-forgotten",
		what: "a request of a former run counts as one that was never sent",
		file: `${folder}/run/settle-rows.ts`,
		search: "mayHaveArrived: !isNew",
		replace: "mayHaveArrived: isNew && !isNew",
		test: killsTest,
	},
	{
		id: "pay-file-books-too-early",
		what: "the records tell the outcome of a request while a copy of it may be on its way",
		file: `${folder}/run/settle-rows.ts`,
		search: "	await context.client.timing.sleep(lateCopyMs);\n",
		replace: "",
		test: "test/client/pay-file/run/settle-rows.test.ts",
	},
	{
		id: "pay-file-resends-forever",
		what: "a run never ends while no request settles a row",
		file: `${folder}/run/run-context.ts`,
		search: "leftMs: () => endsAt - timing.now()",
		replace: "leftMs: () => patienceMs + 0 * endsAt",
		test: "test/client/pay-file/outages.slow.test.ts",
	},
	{
		id: "pay-file-changed-input",
		what: "an unfinished run is continued with another file",
		file: `${folder}/journal/journal.ts`,
		search: "if (run.file !== target.file)",
		replace: 'if (run.file === "")',
		test: commandTest,
		only: "is refused for a file that has changed since",
	},
	{
		id: "pay-file-held-up",
		what: "rows for which an earlier version had to wait are sent at once",
		file: `${folder}/pay-task.ts`,
		search: "		await client.timing.sleep(lateCopyMs);\n",
		replace: "",
		test: clocksTest,
	},
	{
		id: "pay-file-sum-of-rows",
		what: "each row of an invoice is compared with what is due, not their sum",
		file: `${folder}/check/check-rows.ts`,
		search: "	const sum = rows.reduce(",
		replace: "	const sum = rows.slice(0, 1).reduce(",
		test: commandTest,
		only: "checks every row against the records",
	},
	{
		id: "pay-file-old-run",
		what: "the rest of an old run is paid without asking",
		file: `${folder}/pay-task.ts`,
		search: "age > -dateResolutionMs && age < resumeWithoutAskingMs",
		replace: "age > -dateResolutionMs",
		test: commandTest,
		only: "only with --resume",
	},
	{
		id: "pay-file-future-run",
		what: "the rest of a run that seems to be in the future is paid without asking",
		file: `${folder}/pay-task.ts`,
		search: "age > -dateResolutionMs && age < resumeWithoutAskingMs",
		replace: "dateResolutionMs > 0 && age < resumeWithoutAskingMs",
		test: clocksTest,
	},
	{
		id: "pay-file-rupees",
		what: "rupees are paid for an invoice in another currency if one of its rows has no sign",
		file: `${folder}/check/check-rows.ts`,
		search: "rows.some((row) => row.payment?.inRupees)",
		replace: "rows.every((row) => row.payment?.inRupees)",
		test: "test/client/pay-file/check/check-rows.test.ts",
	},
	{
		id: "pay-file-copy",
		what: "a copy of a paid file pays once more",
		file: `${folder}/check/check-rows.ts`,
		search: "	if (allowRepeats && due > 0) return;",
		replace: "	if (due > 0) return;",
		test: "test/client/pay-file/check/check-rows.test.ts",
	},
	{
		id: "pay-file-unquoted-amount",
		what: "the first group of an amount that is not quoted is paid",
		file: `${folder}/input/read-row.ts`,
		search: "		refuseCount(texts, headerCount) ??\n",
		replace: "",
		test: readTest,
	},
	{
		id: "pay-file-point-or-group",
		what: "12.500 is read as 12.5",
		file: `${folder}/input/cells.ts`,
		search: "if (pointOrGroup.test(text))",
		replace: 'if (text === "")',
		test: amountTest,
	},
	{
		id: "pay-file-reversal-locked",
		what: "a payment counts as reversed whose invoice is locked",
		file: `${folder}/reverse-task.ts`,
		search: '? { status: "SKIPPED", reason }',
		replace: '? { status: "DONE", reason }',
		test: reverseTest,
		only: "a row that is locked",
	},
	{
		id: "pay-file-reversal-changed",
		what: "a payment is reversed though the file has another amount",
		file: `${folder}/reverse-task.ts`,
		search: "!isSameAmount(payment.amount, Number(row.payment?.amount))",
		replace: "Number.isNaN(payment.amount)",
		test: reverseTest,
		only: "another amount is bad",
	},
	{
		id: "pay-file-reversal-ids",
		what: "the id of a row is that of another payment of its request",
		file: `${folder}/run/find-payment-ids.ts`,
		search: "idOf(context.rows[row]?.payment?.slug, ofRequest[position])",
		replace: "idOf(ofRequest[0]?.slug, ofRequest[0 * position])",
		test: reverseTest,
		only: "from the attempt",
	},
];
