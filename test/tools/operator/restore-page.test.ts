import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { pageSteps } from "../../docs/page-steps.ts";
import { section } from "./runbook.ts";

/** Prints each command that acts, in place of running it. `org` is that of docs/operations.md. */
const stubs = `
STACK=ProcurementPayments-prod
OLD=old NEW=new
say() { printf '%s\\n' "$*" >&3; }
aws() { say "aws $2"; }
npm() { say "npm $*"; }
npx() { say "npx $1 $2"; }
org() { npm run --silent org -- "$@" --stack "$STACK"; }
`;

/** What the reader fills in. */
const filledIn = (commands: string) =>
	commands
		.replaceAll("<orgId>", "acme")
		.replace(/^(OLD|NEW)=.*$/gm, "")
		.replace("seq 60", "seq 1")
		.replace(/ > lost-\S+/, "");

const headings = [
	"## 1. Hold",
	"## 2. Restore into a new table",
	"## 3. Compare",
	"## 4. Point the stage at it",
	"## 5. Release",
];

it("restore: both tables are stopped from the first command on, and the stage leads to a stopped table until the last", () => {
	const blocks = headings.flatMap((heading) =>
		pageSteps(section(heading, "docs/operations/restore.md")),
	);
	const script = blocks.map(({ commands }) => filledIn(commands)).join("\n");
	const typed = execFileSync("sh", ["-e"], {
		input: `exec 3>&1\n${stubs}${script}`,
		encoding: "utf8",
	});
	const onNew = "--table new";
	expect(typed.trim().split("\n")).toEqual([
		"npm run --silent org -- suspend --all --stack ProcurementPayments-prod",
		"aws restore-table-to-point-in-time",
		"aws wait",
		"aws update-continuous-backups",
		"aws update-time-to-live",
		"aws update-table",
		`npm run --silent org -- suspend --all ${onNew}`,
		`npm run --silent org -- compare acme --from old ${onNew}`,
		"npx cdk import",
		"npm run deploy -- -c stage=prod",
		`npm run --silent org -- resume --all ${onNew}`,
	]);
});
