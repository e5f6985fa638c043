import {
	changesOfMoney,
	changeText,
	toAuditedChanges,
	toChanges,
} from "../../../organization-files/import/import-changes.ts";
import type { ImportPlan } from "../../../organization-files/import/import-plan.ts";
import { importOrganization } from "../../../organization-files/import-organization.ts";
import {
	throwFirst,
	withFilePath,
} from "../../../organization-files/organization-file-error.ts";
import {
	readAndInspect,
	readWithDigest,
} from "../../../organization-files/read-organization-file.ts";
import type { OrganizationFile } from "../../../organization-files/schema.ts";
import { findWarnings } from "../../../organization-files/warnings/find-warnings.ts";
import { dryRunImport } from "../../import/dry-run-import.ts";
import {
	previewJson,
	previewText,
	summaryText,
} from "../../import/import-preview-text.ts";
import {
	type Command,
	type CommandWorld,
	operands,
	UsageError,
	yesOption,
} from "../command.ts";

/** A progress bar is shown if there are more writes than these. */
const writesWithoutBar = 500;
const warningsShown = 20;

export const importCommand: Command = {
	usage: "<file> [--dry-run [--json]] [--yes]",
	summary: "import an organization file; a file with an error changes nothing",
	notes: `--dry-run   change nothing; print what would change, all errors and warnings
--json      print them as JSON
--yes       do not ask before amounts or states of existing records change
The format of the file: docs/organization-file.schema.json`,
	options: {
		"dry-run": { type: "boolean" },
		json: { type: "boolean" },
		...yesOption,
	},
	createsStore: ({ values }) => values["dry-run"] !== true,
	prepare(args) {
		const { file: path } = operands(args, "file");
		const isJson = args.values.json === true;
		if (args.values["dry-run"]) return dryRun(path, isJson);
		if (isJson) throw new UsageError("--json needs --dry-run");
		const read = readWithDigest(path);
		return (world) => withFilePath(path, () => importFile(world, read));
	},
};

function dryRun(path: string, isJson: boolean) {
	const inspected = readAndInspect(path);
	return async ({ table, now, write }: CommandWorld) => {
		const found = await dryRunImport(table, inspected, now);
		await write(isJson ? [previewJson(found)] : previewText(found));
		await withFilePath(path, async () => throwFirst(found.errors));
	};
}

async function importFile(
	{ table, audit, now, confirm, write, note, showProgress }: CommandWorld,
	{ file, fileDigest }: { file: OrganizationFile; fileDigest: string },
) {
	const { id } = file.org;
	const audited = audit.tableFor(id, { fileDigest });
	let isConfirmed = false;
	const plan = await importOrganization(audited, file, now, {
		async onPlan(planned) {
			const question = toQuestion(file, planned);
			if (question !== undefined && !isConfirmed) await confirm(question);
			isConfirmed = true;
			const changes = toAuditedChanges(file, planned);
			await audit.noteChanges(id, { fileDigest, changes });
		},
		showProgress(done, total) {
			audit.count(id, { written: done });
			if (total > writesWithoutBar) showProgress(done, total);
		},
	});
	const warnings = await findWarnings(table, file, now);
	for (const { pointer, message } of warnings.slice(0, warningsShown))
		note(`Warning: ${pointer} ${message}`);
	const more = warnings.length - warningsShown;
	if (more > 0) note(`Warning: ${more} more: import --dry-run lists them`);
	const { summary } = toChanges(file, plan);
	audit.count(id, { ...summary });
	await write([`${id}: ${summaryText(summary)}\n`]);
}

/** The question to ask; undefined when the import changes no amount or state of a record that exists. */
function toQuestion(
	file: OrganizationFile,
	plan: ImportPlan,
): string | undefined {
	const changes = changesOfMoney(toChanges(file, plan));
	const [first, ...others] = changes;
	if (!first) return undefined;
	const more =
		others.length > 0
			? ` There are ${others.length} more: import --dry-run lists them.`
			: "";
	return `Change amounts or states of ${changes.length} existing records of ${file.org.id}? ${changeText(first)}.${more}`;
}
