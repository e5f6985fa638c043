import { toChanges } from "../../../organization-files/import/import-changes.ts";
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
} from "../command.ts";

/** With more writes, a progress bar is shown. */
const writesWithoutBar = 500;
const warningsShown = 20;

export const importCommand: Command = {
	usage: "<file> [--dry-run [--json]]",
	summary: "import an organization file; a file with an error changes nothing",
	notes: `--dry-run   change nothing; print what would change, all errors and warnings
--json      print them as JSON
The format of the file: docs/organization-file.schema.json`,
	options: { "dry-run": { type: "boolean" }, json: { type: "boolean" } },
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
	{ table, audit, now, write, note, showProgress }: CommandWorld,
	{ file, fileDigest }: { file: OrganizationFile; fileDigest: string },
) {
	const { id } = file.org;
	const audited = audit.tableFor(id, { fileDigest });
	const plan = await importOrganization(audited, file, now, (done, total) => {
		audit.count(id, { written: done });
		if (total > writesWithoutBar) showProgress(done, total);
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
