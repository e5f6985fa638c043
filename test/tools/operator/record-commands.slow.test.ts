import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { acmeWithRecords } from "../../functions/read-records/records.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { logged } from "../../support/logged.ts";
import { org } from "../../support/org-command.ts";
import { pay } from "../../support/pay.ts";
import { paymentsOf } from "../../support/reversals.ts";
import { useWorld } from "../../support/use-world.ts";

const directory = mkdtempSync(join(tmpdir(), "records-"));
const dataDirectory = join(directory, "data");

const world = useWorld(() => acme({ invoices: payableInvoices(1) }));
const onWorld = (...words: string[]) => {
	vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", world.gateway.url);
	return org(...words, "--table", world.table.name);
};

const onStore = (...words: string[]) =>
	org(...words, "--data-dir", dataDirectory);

beforeAll(async () => {
	vi.stubEnv("AWS_REGION", "ap-south-1");
	vi.stubEnv("AWS_ACCESS_KEY_ID", "operator");
	vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
	const path = join(directory, "acme.json");
	writeFileSync(path, JSON.stringify(acmeWithRecords()));
	expect(await onStore("import", path)).toMatchObject({ code: 0, stderr: "" });
});
afterAll(() => {
	vi.unstubAllEnvs();
	rmSync(directory, { recursive: true });
});

describe.each([
	["invoice", "inv-1", { id: "inv-1", amount: 1000.1, paid: 0 }, "invoice"],
	["order", "po-1", { poId: "po-1", lineItems: [] }, "purchase order"],
	[
		"request",
		"adv-1",
		{ paymentRequestId: "adv-1", approvals: null },
		"payment request",
	],
])("issue 10: %s", (name, id, record, kind) => {
	it("R1: show prints the record as the API answers it", async () => {
		const { code, stdout, stderr } = await onStore(name, "show", "acme", id);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(JSON.parse(stdout)).toMatchObject(record);
	});

	it("R1: list prints an array of the records as the API lists them", async () => {
		const { code, stdout, stderr } = await onStore(name, "list", "acme");
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		const [first, ...others] = JSON.parse(stdout);
		const [shownId] = Object.values(record);
		expect(Object.values(first)).toContain(shownId);
		expect(others).toEqual([]);
	});

	it("contract 5: exit code 1 for what there is not, 2 for wrong usage", async () => {
		expect(await onStore(name, "show", "acme", "no-such")).toEqual({
			code: 1,
			stdout: "",
			stderr: `There is no ${kind} "no-such" in acme: \`${name} list\` shows them\n`,
		});
		expect(await onStore(name, "list", "absent")).toEqual({
			code: 1,
			stdout: "",
			stderr: 'There is no organization "absent": `import` its file first\n',
		});
		expect(await onStore(name, "show", "acme")).toEqual({
			code: 2,
			stdout: "",
			stderr: "<id> is missing: --help shows the arguments\n",
		});
	});

	it("contract 5: --help on each", async () => {
		for (const verb of ["list", "show"]) {
			const { code, stdout } = await onStore(name, verb, "--help");
			expect(code).toBe(0);
			expect(stdout).toContain(`npm run org -- ${name} ${verb} <orgId>`);
		}
	});
});

it("R5: invoice payments prints the payments as the API lists them, with the attempt in their ids", async () => {
	const { body } = await pay(world, [
		{ slug: "inv-0", amount: 1 },
		{ slug: "inv-0", amount: 2 },
	]);
	expect(body.data.status).toBe("DONE");
	const words = ["invoice", "payments", "acme"];
	const { code, stdout } = await onWorld(...words, "inv-0");
	const payments = JSON.parse(stdout);
	expect(payments).toEqual(await paymentsOf(world, "inv-0"));
	const line = logged(world, "Request").find(
		({ operation }) => operation === "mark-as-paid",
	);
	expect({ code, ids: payments.map(({ id }: { id: string }) => id) }).toEqual({
		code: 0,
		ids: [`${line?.attempt}-1`, `${line?.attempt}-0`],
	});
	expect(await onWorld(...words, "no-such")).toMatchObject({
		code: 1,
		stderr:
			'There is no invoice "no-such" in acme: `invoice list` shows them\n',
	});
});

it("A6: request history prints the history as the API lists it; exit code 1 for a request that there is not", async () => {
	const { code, stdout } = await onStore("request", "history", "acme", "adv-1");
	expect({ code, entries: JSON.parse(stdout) }).toEqual({
		code: 0,
		entries: [],
	});
	const missing = await onStore("request", "history", "acme", "no-such");
	expect(missing).toMatchObject({
		code: 1,
		stderr:
			'There is no payment request "no-such" in acme: `request list` shows them\n',
	});
});
