import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = [
	"chromium",
	"chromium-browser",
	"google-chrome-stable",
	"google-chrome",
];

/**
 * The path of a Chromium: `CHROMIUM_PATH`, or the first on the PATH.
 *
 * @throws When there is none.
 */
export function findBrowser({ CHROMIUM_PATH, PATH = "" } = process.env) {
	if (CHROMIUM_PATH) return CHROMIUM_PATH;
	const folders = PATH.split(delimiter);
	const found = names
		.flatMap((name) => folders.map((folder) => join(folder, name)))
		.find(isExecutable);
	if (!found)
		throw new Error(
			"No Chromium was found: install the system's package chromium, or set CHROMIUM_PATH",
		);
	return found;
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
