import { describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import { batchMin } from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { mortal } from "./support/mortal.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";
import {
	csv,
	expectAllReversedOnce,
	reverse,
} from "./support/reverse-in-world.ts";

const hours = 3_600;
const world = useWorld(() => acme({ invoices: payableInvoices(batchMin) }));

describe("11.4: the result file has the id of each payment", () => {
	const idsOf = async (slug: string) =>
		(await invoiceState(world, slug)).payments.map(({ id }) => id);

	it.each([
		["from the attempt", csv, 0],
		[
			"from the payments of the invoices, when the attempt is forgotten",
			csv,
			25,
		],
		[
			"of payments that are alike too",
			"slug,amount,utr\ninv-0,1,\ninv-0,1,\n",
			25,
		],
	])("%s", async (_, text, hoursLater) => {
		const file = paymentsFileIn(world, text);
		const args = ["--allow-repeats", "--resume"];
		// The last write to the journal is that of the ids.
		await file.run(args, { process: mortal(hoursLater ? 3 : 99, "AFTER") });
		passSeconds(world, hoursLater * hours);
		expect((await file.run(args)).exitCode).toBe(0);
		const results = file.results();
		for (const slug of new Set(results.map((row) => row.invoiceId)))
			expect(
				results
					.filter((row) => row.invoiceId === slug)
					.map(({ paymentId }) => paymentId),
			).toEqual(await idsOf(slug ?? ""));
	});

	it("from the results of the batch, by which all of it is reversed", async () => {
		const slugs = Array.from(
			{ length: batchMin },
			(_, index) => `inv-${index}`,
		);
		const rows = slugs.map((slug) => `${slug},10`);
		const file = paymentsFileIn(world, `slug,amount,utr\n${rows.join(",\n")},`);
		const { exitCode, sent } = await file.run();
		expect(exitCode).toBe(0);
		expect(sent.filter(({ url }) => url.includes("/payments"))).toEqual([]);
		const ids = file.results().map(({ paymentId }) => paymentId);
		expect(ids).toEqual((await Promise.all(slugs.map(idsOf))).flat());
		const reversed = await reverse(file);
		expect(reversed.exitCode).toBe(0);
		await expectAllReversedOnce(world, file, slugs);
	});

	it("a service that does not tell them leaves the run paid; the next run has them, also if it pays nothing", async () => {
		const file = paymentsFileIn(world, `${csv}C,inv-2,100.1,U3\n`);
		for (let run = 0; run < 2; run++) {
			const { output } = await file.run(["--skip-bad-rows"], {
				faultOf: (_, { url }) =>
					url.includes("/attempt/") ? "DROP_REQUEST" : undefined,
			});
			expect(output.match(/run the same command again/g)).toHaveLength(1);
		}
		expect(file.results().map(({ paymentId }) => paymentId)).toEqual([
			...["", "", "", ""],
		]);
		const refused = await reverse(file);
		expect(refused.errors).toContain("the payment's id is missing");
		const last = await file.run();
		expect(last.exitCode).toBe(2);
		expect(last.errors).toContain("This run has paid nothing");
		expect((await reverse(file)).exitCode).toBe(0);
	});
});
