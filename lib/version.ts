import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const projectRoot = join(import.meta.dirname, "..");

/**
 * What is deployed: the version of `package.json` and the commit, such as `2.0.0+3f2a1bc`. A pipeline, which may have no
 * git, names the commit in COMMIT. The ending `-dirty` means that files known to git differ from the commit.
 */
export function deployedVersion(
	environment: Record<string, string | undefined> = process.env,
	folder = projectRoot,
): string {
	const { version } = JSON.parse(
		readFileSync(join(projectRoot, "package.json"), "utf8"),
	);
	const { COMMIT } = environment;
	return `${version}+${COMMIT ? toCommit(COMMIT) : commitOf(folder)}`;
}

/** The version that this synthesis deploys. */
export const version = deployedVersion();

/** @throws When it is not a commit: a wrong one would mislead the next rollback. */
function toCommit(text: string): string {
	if (/^[\da-f]{7,40}$/.test(text)) return text.slice(0, 12);
	throw new Error(
		`COMMIT must be a commit's 7 to 40 digits of 0 to 9 and a to f, not "${text.slice(0, 50)}"`,
	);
}

function commitOf(folder: string): string {
	try {
		const options = ["--always", "--dirty", "--abbrev=12", "--exclude=*"];
		return execFileSync("git", ["describe", ...options], {
			cwd: folder,
			encoding: "utf8",
			stdio: ["ignore", "pipe", "ignore"],
		}).trim();
	} catch {
		// There is no git, or no repository.
		return "unknown";
	}
}
