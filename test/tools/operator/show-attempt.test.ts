import { expect, it } from "vitest";
import type { CommandWorld } from "../../../tools/operator/cli/command.ts";
import { attemptShowCommand } from "../../../tools/operator/cli/commands/attempt-commands.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { pay } from "../../support/pay.ts";
import { openWorld } from "../../support/world.ts";

it("contract 5: attempt show answers what the API answers, as JSON", async () => {
	await using world = await openWorld();
	await world.import(acme({ invoices: payableInvoices(1) }));
	const resources = [
		{ slug: "inv-0", amount: 1.1 },
		{ slug: "missing", amount: 1 },
	];
	await pay(world, resources, { idempotencyKey: "k 1" });

	let printed = "";
	const show = attemptShowCommand.prepare({
		positionals: ["acme", "mark-as-paid", "k 1"],
		values: {},
	});
	const { table, time } = world;
	await show({
		table,
		now: time.now,
		write: async (pieces: Iterable<string>) => {
			printed += [...pieces].join("");
			return true;
		},
		// It uses nothing else.
	} as CommandWorld);
	const { body } = await world.getAttempt("mark-as-paid", "k 1");
	expect(JSON.parse(printed)).toEqual(body.data);
});
