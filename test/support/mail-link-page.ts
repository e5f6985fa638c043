import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeMailLinkPage } from "../../lib/console-files.ts";

let folder: string | undefined;

/** The folder of the files of the page of mail links, which are built when they are first asked for. */
export function mailLinkPageFolder(): string {
	if (folder !== undefined) return folder;
	const built = mkdtempSync(join(tmpdir(), "mail-link-"));
	process.on("exit", () => rmSync(built, { recursive: true }));
	writeMailLinkPage(built);
	folder = built;
	return built;
}
