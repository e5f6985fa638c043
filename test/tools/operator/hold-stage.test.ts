import { beforeEach, describe, expect, inject, it, vi } from "vitest";
import { stageHoldKey } from "../../../shared/dynamodb/keys.ts";
import { getItem } from "../../../shared/dynamodb/reads/get-item.ts";
import {
	findHeldAt,
	holdStage,
	releaseStage,
} from "../../../tools/operator/organizations/hold-stage.ts";
import { acme } from "../../support/acme.ts";
import {
	before,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import { org } from "../../support/org-command.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => acme());
beforeEach(() => {
	world.skipPauses();
	vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", inject("dynamodbUrl"));
	vi.stubEnv("AWS_ACCESS_KEY_ID", "operator");
	vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
	return () => vi.unstubAllEnvs();
});

const onTable = (line: string) =>
	org(
		...line.split(" "),
		...["--table", world.table.name, "--region", "ap-south-1"],
	);
const statusOfRequest = async () => {
	passSeconds(world, 5);
	return (await world.get("/v1.0/tag")).status;
};

describe("contract 5: suspend --all and resume --all", () => {
	it("stop and resume the stage at once, without a question; org list shows the stop, org audit --all who did it", async () => {
		expect(await onTable("suspend --all")).toMatchObject({
			code: 0,
			stdout: '{\n  "suspended": true\n}\n',
			stderr: expect.stringContaining("end within 35 seconds"),
		});
		expect(await statusOfRequest()).toBe(403);
		const heldAt = await findHeldAt(world.table);
		expect(await onTable("list")).toMatchObject({
			stdout: expect.stringContaining('"suspendedAt": null'),
			stderr: `Every organization is suspended since ${heldAt}, until \`resume --all\`\n`,
		});
		expect(await onTable("resume --all")).toMatchObject({
			code: 0,
			stdout: '{\n  "suspended": false\n}\n',
		});
		expect(await statusOfRequest()).toBe(200);
		expect(await onTable("list")).toMatchObject({ stderr: "" });
		const { stdout } = await onTable("audit --all");
		expect(JSON.parse(stdout)).toMatchObject([
			{ command: "resume", arguments: ["--all"], outcome: "DONE" },
			{ command: "suspend", arguments: ["--all"], outcome: "DONE" },
		]);
	});

	it("resume --all leaves an organization suspended that was suspended by itself", async () => {
		await onTable("suspend acme --keep-batches");
		await onTable("suspend --all");
		await onTable("resume --all");
		expect(await statusOfRequest()).toBe(403);
		await onTable("resume acme");
		expect(await statusOfRequest()).toBe(200);
	});

	it("resume of one organization does not end the stop of all", async () => {
		await onTable("suspend --all");
		await onTable("resume acme");
		expect(await statusOfRequest()).toBe(403);
	});

	it("refuse an organization in addition to --all", async () => {
		for (const command of ["suspend", "resume", "audit"])
			expect(await onTable(`${command} acme --all`)).toMatchObject({ code: 2 });
	});

	it("may be repeated: the stop keeps its time", async () => {
		await holdStage(world.table, "2026-11-21T10:00:00.000Z");
		await holdStage(world.table, "2026-11-21T11:00:00.000Z");
		expect(await findHeldAt(world.table)).toBe("2026-11-21T10:00:00.000Z");
		await releaseStage(world.table, "2026-11-21T12:00:00.000Z");
		await releaseStage(world.table, "2026-11-21T13:00:00.000Z");
		expect(await getItem(world.table, stageHoldKey)).toMatchObject({
			heldAt: null,
			releasedAt: "2026-11-21T12:00:00.000Z",
		});
	});

	it.each([
		["whose write is throttled", throttle()],
		["whose answer is lost", loseAnswer()],
	])("a stop %s takes effect", async (_, effect) => {
		const { table, accessKeyId } = startProcess(world);
		world.gateway.faults.add({
			accessKeyId,
			operation: "BatchExecuteStatement",
			times: 1,
			effect,
		});
		await holdStage(table, "2026-11-21T10:00:00.000Z");
		expect(await findHeldAt(world.table)).not.toBeNull();
	});

	it("a write of resume --all that arrives late does not end a later stop", async () => {
		await holdStage(world.table, "2026-11-21T10:00:00.000Z");
		const { table, accessKeyId } = startProcess(world);
		const at = "2026-11-21T11:00:00.000Z";
		world.gateway.faults.add({
			accessKeyId,
			operation: "BatchExecuteStatement",
			times: 1,
			// Meanwhile another operator resumes the stage, and stops it again.
			effect: before(async () => {
				await releaseStage(world.table, at);
				await holdStage(world.table, at);
			}),
		});
		await releaseStage(table, at);
		// It was decided again, from what it read then: the operator who typed it last has resumed the stage.
		const { version } = (await getItem(world.table, stageHoldKey)) ?? {};
		expect(version).toMatchObject({ value: "4" });
	});
});
