import { describe, expect, it } from "vitest";
import { revokeKey } from "../../../tools/operator/keys/revoke-key.ts";
import { rotateKey } from "../../../tools/operator/keys/rotate-key.ts";
import { acme } from "../../support/acme.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { testKey } from "../../support/world.ts";
import { byFile, exported, exportedText } from "../operator/exported.ts";
import { interruptedImport } from "./interrupted-import.ts";

const world = useWorld(() => withKey());

const withKey = (more: object = {}) => {
	const file = acme();
	const apiKeys = file.apiKeys.map((apiKey) => ({ ...apiKey, ...more }));
	const invoices = [{ slug: "inv-1", state: "APPROVED", amount: 1000 }];
	return { ...file, apiKeys, invoices };
};

/** The service remembers nothing of a key for so long. */
const forgottenAfterSeconds = 31;

async function statusOfPayment(key = testKey): Promise<number> {
	passSeconds(world, forgottenAfterSeconds);
	return (await pay(world, [{ slug: "inv-1", amount: 1 }], { key })).status;
}

async function onlyKey() {
	const { apiKeys } = await exported(world);
	return apiKeys[0];
}

/** Rotates the only key; the former secret is valid for a minute. */
const rotateOnlyKey = async () =>
	rotateKey(world.table, {
		organizationId: "acme",
		keyId: (await onlyKey()).id,
		graceMilliseconds: 60_000,
		secret: "the-new-secret",
		now: world.time.now,
	});

it("contract 2: after an import that died at any of its calls, no key works that is not listed", async () => {
	const key = "another-key";
	for (let calls = 0, isInterrupted = true; isInterrupted; calls++) {
		await world.reopen();
		const at = { calls, written: 0 };
		isInterrupted = await interruptedImport(world, withKey({ key }), at);
		const { apiKeys } = await exported(world);
		const isListed = apiKeys.length === 2;
		expect(await statusOfPayment(key)).toBe(isListed ? 200 : 401);
	}
});

describe("contract 2: an API key in a file", () => {
	it("works, and is stored as its SHA-256 alone", async () => {
		expect(await statusOfPayment()).toBe(200);
		const stored = JSON.stringify([...(await tableContents(world))]);
		expect(stored).not.toContain(testKey);
		expect(await exportedText(world)).not.toContain(testKey);
	});

	it("shows at most 8 characters and a third of its secret", async () => {
		expect((await onlyKey()).keyPrefix).toBe("acme");
		const long = "0123456789".repeat(4);
		await world.import(withKey({ key: long }));
		const { apiKeys } = await exported(world);
		expect(
			apiKeys.map(({ keyPrefix }: { keyPrefix: string }) => keyPrefix).sort(),
		).toEqual(["01234567", "acme"]);
	});

	it("is identified by its secret: the rest is replaced", async () => {
		const { id } = await onlyKey();
		await world.import(
			withKey({
				name: "Other",
				// Once is enough.
				permissions: ["inventory:write", "inventory:write"],
				expiresAt: "2031-01-01T00:00:00Z",
			}),
		);
		expect(await onlyKey()).toEqual({
			id,
			keyPrefix: "acme",
			name: "Other",
			userId: "u-admin",
			permissions: ["inventory:write"],
			revoked: false,
			expiresAt: "2031-01-01T00:00:00Z",
			...byFile,
		});
		expect(await statusOfPayment()).toBe(403);
	});

	it("expires when the file says, and never if the file does not say", async () => {
		await world.import(withKey({ expiresAt: "2026-11-21T10:00:00Z" }));
		expect(await statusOfPayment()).toBe(401);
		await world.import(withKey());
		expect(await statusOfPayment()).toBe(200);
	});

	it("is never un-revoked", async () => {
		await world.import(withKey({ revoked: true }));
		await world.import(withKey({ revoked: false, name: "Renamed" }));
		expect(await onlyKey()).toMatchObject({ revoked: true, name: "Renamed" });
		expect(await statusOfPayment()).toBe(401);
	});

	it("is not un-revoked when the command line revoked it", async () => {
		await revokeKey(world.table, "acme", (await onlyKey()).id);
		await world.import(withKey());
		expect(await statusOfPayment()).toBe(401);
	});

	it.each([{}, { name: "Renamed" }])(
		"keeps its end while it is being rotated out, even if its entry changes once or twice: %j",
		async (change) => {
			await rotateOnlyKey();
			await world.import(withKey(change));
			await world.import(
				withKey({ ...change, expiresAt: "2031-01-01T00:00:00Z" }),
			);
			expect(await statusOfPayment()).toBe(200);
			passSeconds(world, forgottenAfterSeconds);
			expect(await statusOfPayment()).toBe(401);
			expect(await statusOfPayment("the-new-secret")).toBe(200);
		},
	);

	it.each([
		// The rotation ends it at 10:01 UTC; these are 14:00 and 10:00:30 UTC.
		["2026-11-21T09:00:00-05:00", 200],
		["2026-11-21T15:30:30+05:30", 401],
	])(
		"keeps its end while it is being rotated out, unless the file has an earlier one, in any UTC offset: %s",
		async (expiresAt, status) => {
			await rotateOnlyKey();
			await world.import(withKey({ expiresAt }));
			expect(await statusOfPayment()).toBe(status);
			passSeconds(world, forgottenAfterSeconds);
			expect(await statusOfPayment()).toBe(401);
		},
	);
});

describe("contract 2: an API key in a file is refused before anything is written", () => {
	it("when its secret belongs to another organization", async () => {
		const before = await tableContents(world);
		const file = withKey();
		const other = { ...file, org: { id: "other", name: "Other" } };
		const refusal = world.import(other);
		await expect(refusal).rejects.toThrow(
			/^\/apiKeys\/0\/key belongs to another organization: each key must be of one organization$/,
		);
		expect(await tableContents(world)).toEqual(before);
	});

	it("when neither file nor store knows its user", async () => {
		const before = await tableContents(world);
		await expect(world.import(withKey({ userId: "u-ghost" }))).rejects.toThrow(
			"/apiKeys/0/userId is not a user of the organization: it must be in the file or have been imported",
		);
		expect(await tableContents(world)).toEqual(before);
	});

	it("but not when its user came with an earlier file", async () => {
		const { users: _, ...file } = withKey({ key: "another-key" });
		await world.import(file);
		expect(await statusOfPayment("another-key")).toBe(200);
	});
});
