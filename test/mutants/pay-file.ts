import type { Mutant } from "./mutant.ts";

const folder = "client/src/pay-file";
const journalTest = "test/client/pay-file/journal/journal.test.ts";
const killsTest = "test/client/pay-file/kills.slow.test.ts";
const commandTest = "test/client/pay-file/pay-command.slow.test.ts";
const readTest = "test/client/pay-file/input/read-payments.test.ts";
const amountTest = "test/client/pay-file/input/read-amount.test.ts";

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
		file: `${folder}/journal/journal-text.ts`,
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
		file: `${folder}/journal/journal-state.ts`,
		search: 'if (rows.get(row)?.status !== "DONE") ',
		replace: "",
		test: journalTest,
	},
	{
		id: "pay-file-sends-first",
		what: "a request is announced in the journal after it was sent",
		file: `${folder}/run/send-request.ts`,
		search: "	journal.append({",
		replace:
			"	await service.send({ idempotencyKey: key, payments: indexes.flatMap((index) => rows[index]?.payment ?? []) });\n	journal.append({",
		test: killsTest,
	},
	{
		id: "pay-file-new-key",
		what: "a request of unknown outcome counts as not carried out",
		file: `${folder}/pay-file.ts`,
		search: "		await settleRequest(context, key);\n",
		replace:
			'		journal.append({ type: "outcome", at: new Date(now()).toISOString(), key, results: [{ status: "NOT_TAKEN", rows: [[0, rows.length - 1]] }] });\n',
		test: killsTest,
	},
	{
		id: "pay-file-attempt-forgotten",
		what: "an attempt that is no longer kept counts as a request that never arrived",
		file: `${folder}/run/settle-request.ts`,
		search: "mayAsk && isLatest(context, request)",
		replace: "isLatest(context, request)",
		test: killsTest,
	},
	{
		id: "pay-file-books-too-early",
		what: "the books tell the outcome of a request while a copy of it may be on its way",
		file: `${folder}/run/settle-request.ts`,
		search: "			await untilNoCopyIsLeft(context, request);\n",
		replace: "",
		test: commandTest,
	},
	{
		id: "pay-file-resends-forever",
		what: "a run never ends while requests to pay are not answered",
		file: `${folder}/run/settle-request.ts`,
		search: "if (now() - begun > resendForAtMost)",
		replace: "if (now() < begun)",
		test: commandTest,
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
		what: "rows are sent under another key though a copy that was held up has just been taken",
		file: `${folder}/run/settle-request.ts`,
		search: "Math.max(lastSentAt, takenAt)",
		replace: "lastSentAt",
		test: "test/client/pay-file/run/settle-request.test.ts",
	},
	{
		id: "pay-file-sum-of-rows",
		what: "each row of an invoice is compared with what is due, not their sum",
		file: `${folder}/check/refuse-payments.ts`,
		search: "	const sum = rows.reduce(",
		replace: "	const sum = rows.slice(0, 1).reduce(",
		test: commandTest,
		only: "checks every row against the records",
	},
	{
		id: "pay-file-old-run",
		what: "the rest of an old run is paid without asking",
		file: `${folder}/pay-file.ts`,
		search: "age >= 0 && age < resumeWithoutAskingMs",
		replace: "age >= 0",
		test: commandTest,
		only: "only with --resume",
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
		file: `${folder}/input/read-amount.ts`,
		search: "if (pointOrGroup.test(text))",
		replace: 'if (text === "")',
		test: amountTest,
	},
];
