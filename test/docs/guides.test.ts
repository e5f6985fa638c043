import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import type { SmokeContext } from "../../tools/operator/smoke/checks/check.ts";
import { smokeChecks } from "../../tools/operator/smoke/run-checks.ts";
import { documents, readDocument } from "./markdown.ts";
import { pageSteps } from "./page-steps.ts";

const allGuides = documents().filter((path) => path.startsWith("docs/guides/"));

/** The pages of the console's guide, which begins with links to them. */
const ofConsole = /^docs\/guides\/(console\/.*)/;
const guides = allGuides.filter((path) => !ofConsole.test(path));

it("docs/guides: README names every guide, and the guide of the console its pages", () => {
	const readme = readDocument("README.md");
	expect(guides.length).toBeGreaterThan(0);
	expect(guides.filter((path) => !readme.includes(`(${path})`))).toEqual([]);
	const overview = readDocument("docs/guides/console.md");
	const pages = allGuides.flatMap((path) => ofConsole.exec(path)?.[1] ?? []);
	expect(pages.length).toBeGreaterThan(0);
	expect(pages.filter((path) => !overview.includes(`(${path})`))).toEqual([]);
});

/** One has a test of its own (`testing-handlers.test.ts`), and one has pictures. */
const withoutCommands = ["testing-handlers", "console"].map(
	(name) => `docs/guides/${name}.md`,
);
const withCommands = guides.filter((path) => !withoutCommands.includes(path));

it.each(withCommands)("%s: shows an answer, and none is empty", (path) => {
	const shown = pageSteps(readDocument(path)).flatMap(
		(step) => step.shown?.text ?? [],
	);
	expect(shown.length).toBeGreaterThan(0);
	expect(shown.filter((text) => text.trim() === "" || text === "{}\n")).toEqual(
		[],
	);
});

it("docs/guides/deploy.md: shows as many checks as the smoke test has", () => {
	// Unchecked cast: nothing of it is used before a check runs.
	const checks = smokeChecks({ client: {} } as SmokeContext);
	expect(readDocument("docs/guides/deploy.md")).toContain(
		`\nAll ${checks.length} checks passed\n`,
	);
});

it.each(documents())(
	"R1: %s approves invoices in the version that was read only",
	(path) => {
		const unguarded = readDocument(path)
			.split("\n")
			.filter(
				(line) =>
					/PATCH .*"APPROVED|updateInvoice\(.*APPROVED/.test(line) &&
					!/If-Match|ifVersion/.test(line),
			);
		expect(unguarded).toEqual([]);
	},
);

it.each([
	["trail.sh", "start-logging"],
	["backup.sh", "create-backup-selection"],
])(
	"docs/guides/%s: calls aws up to %s, and each text of JSON is one",
	(script, last) => {
		const output = execFileSync("sh", [], {
			input: `aws() { case "$1" in sts) echo 111122223333;; *) printf '%s\\0' "$@" >&3;; esac; }
exec 3>&1
${readDocument(`docs/guides/${script}`)}`,
			env: { BUCKET: "b", TABLE: "t", AWS_REGION: "r", OTHER_REGION: "o" },
		}).toString();
		const args = output.split("\0");
		expect(args).toContain(last);
		const texts = args.filter((one) => /^[[{]/.test(one));
		expect(texts.map((text) => JSON.parse(text))).not.toEqual([]);
		expect(output).not.toContain("$");
	},
);
