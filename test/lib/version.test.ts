import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { deployedVersion } from "../../lib/version.ts";
import packageJson from "../../package.json" with { type: "json" };
import { readDocument } from "../docs/markdown.ts";

const folder = mkdtempSync(join(tmpdir(), "version-"));
afterAll(() => rmSync(folder, { recursive: true }));

const { version } = packageJson;
const git = (...words: string[]) =>
	execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
		cwd: folder,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "ignore"],
	}).trim();

it("operations: the deployed version has the commit of COMMIT, otherwise that of git, otherwise `unknown`", () => {
	expect(deployedVersion({}, folder)).toBe(`${version}+unknown`);
	git("init");
	writeFileSync(join(folder, "file"), "1");
	git("add", ".");
	git("commit", "-m", "one");
	git("tag", "v9.9.9", "-m", "no part of the commit");
	const commit = git("rev-parse", "--short=12", "HEAD");
	expect(deployedVersion({}, folder)).toBe(`${version}+${commit}`);
	writeFileSync(join(folder, "file"), "2");
	expect(deployedVersion({}, folder)).toBe(`${version}+${commit}-dirty`);
	const full = "3f2a1bc45d6789012345678901234567890abcde";
	expect(deployedVersion({ COMMIT: full }, folder)).toBe(
		`${version}+3f2a1bc45d67`,
	);
});

it.each(["main", "v1.0.0", "3f2a", "3F2A1BC", "3f2a1bc; rm"])(
	"operations: COMMIT=%s is refused: it is no commit",
	(COMMIT) => {
		expect(() => deployedVersion({ COMMIT })).toThrow(
			"COMMIT must be a commit's 7 to 40 digits",
		);
	},
);

it("CHANGELOG: its sections are versions, the newest first; the first one is that of package.json, and unreleased changes may come before it", () => {
	const headings = [
		...readDocument("CHANGELOG.md").matchAll(/^## \[(.+?)\](?: - (.*))?$/gm),
	].map(([, name = "", day]) => ({ name, day }));
	const released = headings.filter(({ name }) => name !== "Unreleased");
	expect(headings.slice(-released.length)).toEqual(released);
	expect(released[0]?.name).toBe(version);
	for (const { day } of released) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
	const newestFirst = [...released].sort((one, other) =>
		other.name.localeCompare(one.name, "en", { numeric: true }),
	);
	expect(released).toEqual(newestFirst);
});
