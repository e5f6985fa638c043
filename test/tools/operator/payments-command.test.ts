import { beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { payPages } from "../../functions/reverse-payment/archived.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { batchMin, startBatch, workOff } from "../../support/batches.ts";
import { org } from "../../support/org-command.ts";
import { pay } from "../../support/pay.ts";
import { reverse } from "../../support/reversals.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(organization);

function organization(): OrganizationFile {
	const [paged, ...others] = payableInvoices(3, 1_000_000);
	return acme({
		vendors: [
			{ id: "v-1", name: 'Steel "&" Traders, Pune' },
			{ id: "v-2", name: "Paper" },
		],
		invoices: [
			...(paged ? [paged] : []),
			...others,
			{
				slug: "paper-1",
				vendorId: "v-2",
				invoiceNumber: "P-1",
				currency: "USD",
				state: "DRAFTED",
				amount: 0.3,
			},
		],
	});
}

beforeEach(() => {
	world.skipPauses();
	vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", inject("dynamodbUrl"));
	vi.stubEnv("AWS_ACCESS_KEY_ID", "operator");
	vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
	return () => vi.unstubAllEnvs();
});

const payments = (...words: string[]) =>
	org(
		"payments",
		"acme",
		...words,
		...["--table", world.table.name, "--region", "ap-south-1"],
	);

async function listed(...words: string[]) {
	const { code, stdout, stderr } = await payments(...words, "--json");
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	return JSON.parse(stdout);
}

const header =
	"paymentDate,recordedAt,invoiceId,invoiceNumber,vendorId,vendorName,currency,amount,utr,narration,paymentId,batch,recordedBy,approvedAt,approvedBy,reversedAt,reversedBy,reversalReason\n";

describe("contract 5: org payments", () => {
	it("prints each payment with its invoice, who recorded it, who approved the invoice and who reversed it", async () => {
		const approved = await world.patch("/v1.0/invoice/paper-1", {
			state: "APPROVED",
		});
		expect(approved).toMatchObject({ status: 200 });
		const { body } = await pay(world, [
			{
				...{ slug: "paper-1", amount: 0.1, utr: "=1+1" },
				...{ narration: 'a "b",\nc', paymentDate: "2026-11-02" },
			},
			{ slug: "inv-1", amount: 100.1, paymentDate: "2026-11-03" },
		]);
		expect(body.data.status).toBe("DONE");
		const [first] = await listed("--vendor", "v-2");
		const { paymentId } = first;
		await reverse(world, { slug: "paper-1", paymentId });
		const at = world.time.now.toISOString();
		expect((await payments()).stdout).toBe(
			`${header}` +
				`2026-11-03,${at},inv-1,,v-1,"Steel ""&"" Traders, Pune",INR,100.1,,,${paymentId.replace(/0$/, "1")},,u-admin,${at},,,,\n` +
				`2026-11-02,${at},paper-1,P-1,v-2,Paper,USD,0.1,'=1+1,"a ""b"",\nc",${paymentId},,u-admin,${at},u-admin,${at},u-admin,Wrong invoice\n`,
		);
		expect(await listed("--vendor", "v-2")).toEqual([
			{
				paymentDate: "2026-11-02",
				recordedAt: at,
				invoiceId: "paper-1",
				invoiceNumber: "P-1",
				vendorId: "v-2",
				vendorName: "Paper",
				currency: "USD",
				amount: 0.1,
				utr: "=1+1",
				narration: 'a "b",\nc',
				paymentId,
				batch: null,
				recordedBy: "u-admin",
				approvedAt: at,
				approvedBy: "u-admin",
				reversedAt: at,
				reversedBy: "u-admin",
				reversalReason: "Wrong invoice",
			},
		]);
	});

	it("includes both days of the period; an instant stands for its day in the organization's time zone", async () => {
		for (const day of ["01", "02", "03", "04"])
			await pay(world, [
				{ slug: "inv-1", amount: 1, paymentDate: `2026-11-${day}` },
			]);
		const days = async (...words: string[]) =>
			(await listed(...words)).map(({ paymentDate }: { paymentDate: string }) =>
				paymentDate.slice(-2),
			);
		expect(await days("--from", "2026-11-02", "--to", "2026-11-03")).toEqual([
			"02",
			"03",
		]);
		// In Asia/Kolkata it is the 4th already.
		expect(await days("--from", "2026-11-03T20:00:00Z")).toEqual(["04"]);
		expect(await days("--to", "2026-11-01")).toEqual(["01"]);
		expect((await payments("--to", "2025-01-01")).stdout).toBe(header);
		expect(await listed("--vendor", "nobody")).toEqual([]);
	});

	it("has archived payments and those of batches", async () => {
		await payPages(world, 2);
		const slug = await startBatch(
			world,
			Array.from({ length: batchMin }, () => ({ slug: "inv-2", amount: 1 })),
		);
		await workOff(world);
		const all = await listed();
		const of = (id: string) =>
			all.filter(({ invoiceId }: { invoiceId: string }) => invoiceId === id);
		expect(of("inv-0")).toHaveLength(41);
		expect(of("inv-2")).toHaveLength(batchMin);
		expect(of("inv-2")[0].batch).toBe(slug);
		const ids = all.map(({ paymentId }: { paymentId: string }) => paymentId);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it("refuses an organization that does not exist, and a value that is not a date", async () => {
		expect(
			await org(
				"payments",
				"absent",
				"--table",
				world.table.name,
				"--region",
				"x",
			),
		).toMatchObject({ code: 1, stdout: "" });
		expect(await payments("--from", "yesterday")).toMatchObject({
			code: 2,
			stderr:
				"--from yesterday is neither an RFC 3339 instant nor a date, YYYY-MM-DD\n",
		});
	});
});

it("contract 5: org payments reads by keys and the list index, whatever other organizations have", async () => {
	const accessKeyId = "operator";
	const { meter } = world.gateway;
	vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", world.gateway.url);
	const operationsOf = async () => {
		meter.reset();
		await payments();
		return meter.read(accessKeyId).operations;
	};
	const alone = await operationsOf();
	await world.import({
		...acme({ invoices: payableInvoices(300), apiKeys: [] }),
		org: { id: "large", name: "Large" },
	});
	expect(await operationsOf()).toEqual(alone);
	expect(alone).not.toContain("Scan");
});
