import { accessSync, chmodSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { StartError } from "./start-error.ts";

const enginePackage = "@dynoxide/linux-x64";

/** The version of the engine's crate with which the tests of other platforms run. */
export const crateVersion = "3.2.0";

/**
 * Finds the DynamoDB engine's executable: that of the optional package (Linux on x64), or else `dynoxide` on the PATH.
 *
 * @throws StartError When neither exists.
 */
export function engineExecutable({
	packageName = enginePackage,
	searchPath = process.env.PATH ?? "",
}: {
	packageName?: string;
	/** Folders in the form of PATH. */
	searchPath?: string;
} = {}): string {
	const path = packagedExecutable(packageName) ?? executableOnPath(searchPath);
	if (path) return path;
	throw new StartError(
		`No DynamoDB engine: the package ${packageName} is not installed (it exists for Linux on x64 only) and there is no "dynoxide" on the PATH. Install one with cargo install dynoxide-rs --version ${crateVersion} --locked, or name the URL of another engine in DYNAMODB_ENDPOINT.`,
	);
}

function packagedExecutable(packageName: string): string | undefined {
	const path = packageFolder(packageName);
	if (!path) return undefined;
	const executable = join(path, "dynoxide");
	// Archives of packages lose the executable bit.
	if (!isExecutable(executable)) chmodSync(executable, 0o755);
	return executable;
}

function packageFolder(packageName: string): string | undefined {
	try {
		const require = createRequire(import.meta.url);
		return dirname(require.resolve(`${packageName}/package.json`));
	} catch (error) {
		if (isNotFound(error)) return undefined;
		throw error;
	}
}

function executableOnPath(searchPath: string): string | undefined {
	return searchPath
		.split(delimiter)
		.map((folder) => join(folder, "dynoxide"))
		.find(isExecutable);
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

const isNotFound = (error: unknown) =>
	error instanceof Error &&
	"code" in error &&
	error.code === "MODULE_NOT_FOUND";
