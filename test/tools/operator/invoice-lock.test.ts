import { beforeEach, describe, expect, it } from "vitest";
import { CommandError } from "../../../tools/operator/command-error.ts";
import {
	lockInvoice,
	unlockInvoice,
} from "../../../tools/operator/invoices/lock-invoice.ts";
import { acme } from "../../support/acme.ts";
import { before as actBefore } from "../../support/aws-gateway/faults/effects.ts";
import { invoiceState } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";

const invoice = { organizationId: "acme", slug: "inv-1" };

const world = useWorld();
beforeEach(async () => {
	await importInvoice();
});

const importInvoice = (more: object = {}) =>
	world.import(
		acme({
			invoices: [{ slug: "inv-1", state: "APPROVED", amount: 1000, ...more }],
		}),
	);

const lock = (milliseconds = 60_000) =>
	lockInvoice(world.table, invoice, { milliseconds, now: world.time.now });

const reasonOfPayment = async () =>
	(await pay(world, [{ slug: "inv-1", amount: 1 }])).body.message ?? "paid";

describe("contract 5: invoice lock and unlock", () => {
	it("7.4: payments of the invoice are skipped as long as it is locked", async () => {
		await lock();
		expect(await reasonOfPayment()).toBe("LOCK_HELD");
		passSeconds(world, 60);
		expect(await reasonOfPayment()).toBe("paid");
	});

	it("both raise the version; unlock may be repeated", async () => {
		const { version } = await invoiceState(world, "inv-1");
		await lock();
		await unlockInvoice(world.table, invoice, world.time.now);
		await unlockInvoice(world.table, invoice, world.time.now);
		expect((await invoiceState(world, "inv-1")).version).toBe(version + 2);
		expect(await reasonOfPayment()).toBe("paid");
	});

	it("another holder's lock refuses ours, until it has expired", async () => {
		const expiresAt = "2026-11-21T10:01:00Z";
		await importInvoice({ lock: { holder: "web", expiresAt } });
		await expect(lock()).rejects.toThrow(
			"web holds the lock of inv-1 until 2026-11-21T10:01:00Z",
		);
		world.time.now = new Date(expiresAt);
		await lock();
		expect(await reasonOfPayment()).toBe("LOCK_HELD");
	});

	it("another holder's lock taken at the same time refuses ours", async () => {
		const expiresAt = "2026-11-21T10:01:00Z";
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: "BatchExecuteStatement",
			times: 1,
			effect: actBefore(() =>
				importInvoice({ lock: { holder: "web", expiresAt } }),
			),
		});
		await expect(lock()).rejects.toThrow(CommandError);
	});

	it("a payment planned before the lock is not recorded after it", async () => {
		world.gateway.faults.add({
			accessKeyId: "service",
			operation: "BatchExecuteStatement",
			times: 1,
			effect: actBefore(() => lock()),
		});
		expect(await reasonOfPayment()).toBe("LOCK_HELD");
		expect((await invoiceState(world, "inv-1")).payments).toEqual([]);
	});
});
