import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { write } from "../../../tools/operator/cli/output.ts";
import { exportOrganization } from "../../../tools/operator/export/export-organization.ts";
import { exportText } from "../../../tools/operator/export/export-text.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";

const world = useWorld(acme);
const accessKeyId = "operator";
const place = { organizationId: "acme", now: testNow };

const countOf = (text: string, part: string) => text.split(part).length - 1;

describe("contract 4: an export has flat memory", () => {
	it("never reads more than 110 of 600 records ahead of its reader", async () => {
		await world.import(acme({ invoices: payableInvoices(600) }));
		let read = 0;
		world.gateway.faults.add({
			accessKeyId,
			operation: "BatchGetItem",
			effect(call, forward) {
				read += countOf(String(call.body), "#INVOICE#");
				return forward(call);
			},
		});
		let taken = 0;
		const held: number[] = [];
		const stdout = new Writable({
			decodeStrings: false,
			highWaterMark: 1,
			write(piece: string, _, done) {
				taken += countOf(piece, '"slug":"inv-');
				held.push(read - taken);
				setImmediate(done);
			},
		});
		const table = world.connect(accessKeyId);
		const document = await exportOrganization(table, place);
		await write({ stdout, stderr: stdout }, exportText(document));
		expect([read, taken]).toEqual([600, 600]);
		expect(Math.max(...held)).toBeLessThan(110);
	});
});
