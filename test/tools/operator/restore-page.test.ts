import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readDocument } from "../../docs/markdown.ts";
import { pageSteps } from "../../docs/page-steps.ts";

const page = readDocument("docs/operations/restore.md");

interface RouteSettings {
	DetailedMetricsEnabled: boolean;
	ThrottlingRateLimit: number;
	ThrottlingBurstLimit: number;
}
interface Stage {
	StageName: string;
	AutoDeploy: boolean;
	DefaultRouteSettings: RouteSettings;
	RouteSettings: Record<string, RouteSettings>;
}

const settings = (rate: number, burst: number): RouteSettings => ({
	DetailedMetricsEnabled: rate > 150,
	ThrottlingRateLimit: rate,
	ThrottlingBurstLimit: burst,
});

/** As `get-stage` prints it, of a stage with limits that are not the usual ones. */
const stage: Stage = {
	StageName: "$default",
	AutoDeploy: true,
	DefaultRouteSettings: settings(800, 1_600),
	RouteSettings: {
		"GET /v1.0/invoice": settings(100, 200),
		"POST /v1.0/payment/mark-as-paid": settings(250, 400),
	},
};

/** The stage of `stage-on-aws.json`; `others` gets the other commands. `resource` is defined in docs/operations.md. */
const fakeAws = `
resource() { echo "id-of-$2"; }
aws() {
	case "$2" in
	get-stage) cat stage-on-aws.json ;;
	update-stage)
		for last; do :; done
		node -e 'const [file, change] = process.argv.slice(1), fs = require("fs");
			const read = (path) => JSON.parse(fs.readFileSync(path));
			fs.writeFileSync(file, JSON.stringify({ ...read(file), ...read(change) }))' stage-on-aws.json "\${last#file://}" ;;
	*) echo "$2" >> others ;;
	esac
}
`;

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "restore-page-"));
	writeFileSync(join(folder, "stage-on-aws.json"), JSON.stringify(stage));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Types the first block below a heading. */
function type(heading: string) {
	const [step] = pageSteps(page.slice(page.indexOf(`\n## ${heading}\n`)));
	const commands = step?.commands ?? "";
	expect(commands).toContain("update-stage");
	execFileSync("sh", ["-e"], { cwd: folder, input: fakeAws + commands });
}

const stageOnAws = (): Stage =>
	JSON.parse(readFileSync(join(folder, "stage-on-aws.json"), "utf8"));

const held = (one: RouteSettings): RouteSettings => ({
	...one,
	ThrottlingRateLimit: 0,
	ThrottlingBurstLimit: 0,
});

it("restore, Hold: no route takes requests, and nothing else of the stage is changed", () => {
	type("1. Hold");
	const routes = Object.entries(stage.RouteSettings);
	expect(stageOnAws()).toEqual({
		...stage,
		DefaultRouteSettings: held(stage.DefaultRouteSettings),
		RouteSettings: Object.fromEntries(
			routes.map(([route, one]) => [route, held(one)]),
		),
	});
});

it("restore, Release: the stage has its former settings, even if Hold was typed twice", () => {
	type("1. Hold");
	type("1. Hold");
	type("5. Release");
	expect(stageOnAws()).toEqual(stage);
});

/** The page says that such batches are closed: a worker that came first would let them go on. */
it("restore, Release: the sweeper closes old batches before a worker can go on with them", () => {
	type("1. Hold");
	rmSync(join(folder, "others"));
	type("5. Release");
	const others = readFileSync(join(folder, "others"), "utf8");
	expect(others.trim().split("\n")).toEqual([
		"enable-rule",
		"invoke",
		"update-event-source-mapping",
	]);
});
