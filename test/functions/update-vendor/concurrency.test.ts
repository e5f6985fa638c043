import { beforeEach, describe, expect, it } from "vitest";
import {
	before as actBefore,
	drop,
	killAfter,
	killBefore,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import { callOutcomes } from "../../support/call-outcomes.ts";
import { useWorld } from "../../support/use-world.ts";
import type { SendOptions } from "../../support/world.ts";
import { acmeWithVendor, patchVendor, vendorRecord } from "./vendors.ts";

const world = useWorld(acmeWithVendor);
beforeEach(async () => {
	// The first request caches the API key.
	await record();
});

const patch = (body: unknown, options?: SendOptions) =>
	patchVendor(world, body, options);
const record = () => vendorRecord(world);

/** Acts on the writes of patches. */
const fault = (effect: Effect, times?: number) =>
	world.addFault({
		operation: "UpdateItem",
		effect,
		...(times !== undefined && { times }),
	});

const importVendor = (vendor: object) => world.import(acmeWithVendor(vendor));

describe("R1: of concurrent patches none is lost", () => {
	it("R1: 32 patches at once are all applied, each with a version of its own", async () => {
		const answers = await Promise.all(
			Array.from({ length: 32 }, (_, index) =>
				patch(
					[{ name: `Name ${index}` }, { email: `${index}@steel.example` }][
						index % 2
					],
				),
			),
		);
		const versions = answers.map(({ body }) => body.data?.version);
		expect(versions.sort((a, b) => a - b)).toEqual(
			Array.from({ length: 32 }, (_, index) => index + 2),
		);
		expect(await record()).toMatchObject({
			name: expect.stringMatching(/^Name /),
			email: expect.stringContaining("@steel.example"),
			version: 33,
		});
	});

	it("R1: of 32 patches with one If-Match exactly one passes, the others are 412", async () => {
		const answers = await Promise.all(
			Array.from({ length: 32 }, (_, index) =>
				patch({ name: `Name ${index}` }, { headers: { "if-match": '"1"' } }),
			),
		);
		const passed = answers.findIndex(({ status }) => status === 200);
		const others = answers.toSpliced(passed, 1);
		expect(others.map(({ status }) => status)).toEqual(Array(31).fill(412));
		expect(await record()).toMatchObject({
			name: `Name ${passed}`,
			version: 2,
		});
	});
});

describe("R1: a patch against an import", () => {
	it("R1: a patch applies to the vendor as an import has changed it meanwhile", async () => {
		fault(
			actBefore(() => importVendor({ name: "Of the file" })),
			1,
		);
		const { body } = await patch({ email: "a@b" });
		expect(body.data.version).toBe(3);
		expect(await record()).toMatchObject({
			name: "Of the file",
			email: "a@b",
			updatedBy: { userId: "u-admin" },
		});
	});

	it("R1: an import applies to the vendor as a patch has changed it meanwhile", async () => {
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: "BatchExecuteStatement",
			times: 1,
			effect: actBefore(() => patch({ email: "a@b" })),
		});
		await importVendor({ name: "Of the file" });
		expect(await record()).toMatchObject({
			name: "Of the file",
			email: "a@b",
			version: 3,
			updatedBy: null,
		});
	});

	it("contract 2: an import of the same file does not undo a patch", async () => {
		await patch({ name: "Patched" });
		await world.import(acmeWithVendor());
		expect(await record()).toMatchObject({ name: "Patched", version: 2 });
	});
});

describe("R1: with any fault of a call, the vendor is changed once", () => {
	beforeEach(() => world.skipPauses());

	it.each(
		(["GetItem", "UpdateItem"] as const).flatMap((operation) =>
			callOutcomes.map(([name, effect]) => [operation, name, effect] as const),
		),
	)("R1: %s: %s", async (operation, _, effect) => {
		const added = world.addFault({ operation, effect, times: 1 });
		expect(await patch({ name: "New" })).toMatchObject({
			status: 200,
			headers: { etag: '"2"' },
			body: { data: { vendorId: "v-1", version: 2 } },
		});
		expect(added.hits).toBe(1);
		expect(await record()).toMatchObject({ name: "New", version: 2 });
	});

	it("R1: a patch whose answer was lost is not applied again over later ones, even with If-Match", async () => {
		fault(async (call, forward) => {
			const answer = await loseAnswer()(call, forward);
			await patch({ name: "Later" });
			await importVendor({ email: "file@b" });
			return answer;
		}, 1);
		const options = { headers: { "if-match": '"1"' } };
		expect(await patch({ name: "First" }, options)).toMatchObject({
			status: 200,
			body: { data: { version: 2 } },
		});
		expect(await record()).toMatchObject({ email: "file@b", version: 4 });
	});

	it.each<[string, Effect]>([
		["never arrives", drop()],
		["is refused for load", throttle()],
	])("R1: 500 with nothing changed when each write %s", async (_, effect) => {
		fault(effect);
		expect(await patch({ name: "New" })).toMatchObject({
			status: 500,
			body: { error: { code: "INTERNAL_ERROR" } },
		});
		world.gateway.faults.clear();
		expect(await record()).toMatchObject({ name: "Steel Traders", version: 1 });
	});

	it.each([
		["before", killBefore, 1],
		["after", killAfter, 2],
	] as const)(
		"R1: killed %s the write, a repeated patch changes it once",
		async (_, kill, version) => {
			fault(
				kill(() => {
					fault(drop());
					world.addFault({ operation: "GetItem", effect: drop() });
				}),
				1,
			);
			await patch({ name: "New" });
			world.gateway.faults.clear();
			expect(await record()).toMatchObject({ version });
			await patch({ name: "New" });
			expect(await record()).toMatchObject({ name: "New", version: 2 });
		},
	);
});
