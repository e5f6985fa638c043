import { expect } from "vitest";
import { newInvoice } from "../../support/created-invoices.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { somePays, succeeds } from "./expected.ts";

const createInvoices = (user: User, invoices: object[]) =>
	user.send("POST", "/v1.0/invoice/bulk", { invoices });

export const patchInvoice = (user: User, id: string, patch: object) =>
	user.send("PATCH", `/v1.0/invoice/${id}`, patch);

export const preparedInvoice =
	(more: object = {}) =>
	async (user: User): Promise<string> => {
		const { body } = await createInvoices(user, [newInvoice(more)]);
		return body.data.created[0].id;
	};

export const invoiceScenarios: Scenario[] = [
	scenario({
		name: "an invoice is created",
		act: (user) => createInvoices(user, [newInvoice()]),
		expected: succeeds({ successCount: 1, failureCount: 0 }),
	}),
	scenario({
		name: "60 invoices are created",
		act: (user) =>
			createInvoices(
				user,
				Array.from({ length: 60 }, (_, index) =>
					newInvoice({ invoiceNumber: `N-${index}` }),
				),
			),
		expected: succeeds({ successCount: 60, failureCount: 0 }),
	}),
	scenario({
		name: "an invoice whose number exists is refused",
		prepare: preparedInvoice(),
		act: (user) =>
			createInvoices(user, [
				newInvoice({ amount: 7 }),
				newInvoice({ invoiceNumber: "N-2" }),
			]),
		expected: succeeds({
			created: [{ invoiceNumber: "N-2" }],
			failed: [{ code: "INVOICE_EXISTS" }],
		}),
	}),
	scenario({
		name: "two requests create one invoice at once",
		act: (user) =>
			Promise.all([
				createInvoices(user, [newInvoice()]),
				createInvoices(user, [newInvoice()]),
			]),
		expected(answers) {
			const counts = answers.map(({ body }) => body.data.successCount);
			expect(counts.toSorted()).toEqual([0, 1]);
		},
	}),
	scenario({
		name: "an invoice is approved",
		prepare: preparedInvoice(),
		act: (user, id) => patchInvoice(user, id, { state: "APPROVED" }),
		expected: succeeds({ state: "APPROVED", version: 2 }),
	}),
	scenario({
		name: "the amount of an invoice is changed",
		prepare: preparedInvoice(),
		act: (user, id) => patchInvoice(user, id, { amount: 250 }),
		expected: succeeds({ state: "DRAFTED", version: 2 }),
	}),
	scenario({
		name: "two requests pay an invoice that was created over the API",
		prepare: preparedInvoice({ state: "APPROVED" }),
		act: (user, id) =>
			Promise.all([
				user.pay("k", [{ slug: id, amount: 40 }]),
				user.pay("k2", [{ slug: id, amount: 60 }]),
			]),
		expected: somePays("LOCK_HELD"),
	}),
];
