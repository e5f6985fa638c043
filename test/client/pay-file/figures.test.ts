import { describe, expect, it, onTestFinished, vi } from "vitest";
import { localTime } from "../../../client/src/pay-file/output/local-time.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { passSeconds } from "../../support/batches.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";

const world = useWorld(() => {
	const expiresAt = new Date(testNow.getTime() + 1_800_000).toISOString();
	return acme({
		invoices: [
			...payableInvoices(101),
			{
				...{ slug: "locked", state: "APPROVED", amount: 1 },
				lock: { holder: "web", expiresAt },
			},
		],
	});
});
const csv = "slug,amount,utr\ninv-0,10,U0\n";
const batchCsv = [
	"slug,amount",
	...Array.from({ length: 101 }, (_, index) => `inv-${index},10`),
].join("\n");

describe("11.4: a run that loses the service", () => {
	it("says how many rows are not known yet, and no sum; the next run says what is paid", async () => {
		const file = paymentsFileIn(world, batchCsv);
		let isLost = false;
		const lost = await file.run([], {
			faultOf: (_, { method }) => {
				if (isLost) return "DROP_REQUEST";
				isLost = method === "POST";
				return undefined;
			},
		});
		expect(lost.exitCode).toBe(4);
		expect(lost.output).toContain(
			"101 rows: not known yet whether paid; run the same command again. Each row is in",
		);
		expect(lost.output).not.toContain("in all");
		const { exitCode, output } = await file.run();
		expect(exitCode).toBe(0);
		expect(output).toContain("101 DONE; paid 1010 in all. Each row");
	});
});

describe("11.4: the progress bar", () => {
	it.each([
		["a batch", batchCsv, 101],
		["a request", csv, 1],
	])("counts no row of %s twice", async (_, text, total) => {
		const file = paymentsFileIn(world, text);
		const shown: number[] = [];
		await file.run([], {
			onProgress: (state) => {
				if (state.title !== "Paying") return;
				expect(state.total).toBe(total);
				shown.push(state.done);
			},
		});
		expect(shown).toEqual(shown.toSorted((one, other) => one - other));
		expect(shown.at(-1)).toBe(total);
	});
});

describe("11.4: a file that is run again", () => {
	it("after its end: says that nothing was paid now, and when it was paid", async () => {
		const file = paymentsFileIn(world, csv);
		const paidAt = localTime(world.time.now.getTime());
		expect((await file.run()).output).toContain("1 DONE; paid 10 in all. Each");
		passSeconds(world, 5 * 3_600);
		expect((await file.run()).output).toContain(
			`1 DONE; paid 10 in all, last on ${paidAt}; nothing was paid now. Each`,
		);
	});

	it("with rows left: says how much was paid now", async () => {
		const file = paymentsFileIn(world, `${csv}locked,1,U1\n`);
		expect((await file.run()).output).toContain(
			"1 DONE, 1 SKIPPED; paid 10 in all. Each",
		);
		passSeconds(world, 3_600);
		expect((await file.run()).output).toContain(
			"2 DONE; paid 11 in all, 1 of it now. Each",
		);
	});
});

it("11.4: times are told as the user's clock shows them", () => {
	vi.stubEnv("TZ", "Asia/Kolkata");
	onTestFinished(() => {
		vi.unstubAllEnvs();
	});
	expect(localTime(Date.parse("2026-11-23T20:09:59Z"))).toBe(
		"24 Nov 2026, 01:39",
	);
});
