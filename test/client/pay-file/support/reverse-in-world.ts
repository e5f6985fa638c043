import { expect } from "vitest";
import { reverseCommand } from "../../../../client/src/pay-file/reverse.ts";
import { auditedWorld } from "../../../reliability/audited.ts";
import { expectInvariants } from "../../../reliability/invariants.ts";
import { invoiceState } from "../../../support/invoices.ts";
import type { World } from "../../../support/world.ts";
import {
	type PaymentsFileInWorld,
	paymentsFileIn,
	type RunOptions,
} from "./pay-in-world.ts";

/** Two payments of one invoice are alike but for their UTR. */
export const csv =
	"Vendor,slug,amount,utr\nA,inv-0,10.1,U0\nA,inv-0,10.1,U1\nB,inv-1,5,U2\n";

export const resultPath = (file: PaymentsFileInWorld) =>
	file.path.replace(/csv$/, "results.csv");

export async function paidFile(world: World, text = csv) {
	const file = paymentsFileIn(world, text);
	expect((await file.run()).exitCode).toBe(0);
	return file;
}

export const reverse = (
	file: PaymentsFileInWorld,
	options?: RunOptions,
	args: readonly string[] = ["--yes"],
) =>
	file.runCommand(
		reverseCommand,
		[resultPath(file), "--reason", "Wrong file", ...args],
		options,
	);

export async function expectAllReversedOnce(
	world: World,
	file: PaymentsFileInWorld,
	invoices = ["inv-0", "inv-1"],
) {
	await expectInvariants(auditedWorld(world, null));
	for (const result of file.results("reversals"))
		expect(result).toMatchObject({ reversal: "REVERSED" });
	for (const slug of invoices) {
		const { due, payments, version } = await invoiceState(world, slug);
		expect({ slug, due }).toEqual({ slug, due: "100" });
		for (const { reversal } of payments)
			expect(reversal).toMatchObject({ reason: "Wrong file" });
		// Each payment and each reversal is one change.
		expect(version).toBeLessThanOrEqual(1 + 2 * payments.length);
	}
}
