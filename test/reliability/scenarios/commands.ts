import { expect } from "vitest";
import type { Arguments } from "../../../tools/operator/cli/command.ts";
import { fullAdvance } from "../../functions/vendor-advance/advances.ts";
import { mixedResources } from "../../support/mixed-batch.ts";
import { tableContents } from "../../support/table-contents.ts";
import { testKey } from "../../support/world.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { runCommand, runDryImport } from "./run-command.ts";

/** A command that shows something, and what it prints. */
interface Shown {
	name: string;
	/** They follow the organization. */
	operands?: string[];
	values?: Arguments["values"];
	/** Returns another operand, or nothing. */
	prepare?: (user: User) => Promise<unknown>;
	/** Checks what is printed, as JSON. */
	// biome-ignore lint/suspicious/noExplicitAny: a check reads any property of what was printed
	expected: (printed: any) => unknown;
}

const payThree = async (user: User) => {
	const slugs = ["inv-0", "inv-1", "inv-2"];
	await user.pay(
		"k",
		slugs.map((slug) => ({ slug, amount: 1 })),
	);
};

const endBatch = async (user: User): Promise<string> => {
	const { body } = await user.pay("k", mixedResources);
	await user.work(user.world.queue.take());
	return body.data.bulkActionSlug;
};

const total = mixedResources.length;

const shown: Shown[] = [
	{
		name: "export",
		expected: ({ org, invoices }) =>
			expect([org.id, invoices.length]).toEqual(["acme", 6]),
	},
	{
		name: "key list",
		expected: (keys) =>
			expect(keys).toMatchObject([{ name: "ERP" }, { name: "CFO" }]),
	},
	{ name: "invoice list", expected: (all) => expect(all).toHaveLength(6) },
	{
		name: "invoice show",
		operands: ["inv-0"],
		expected: (invoice) => expect(invoice).toMatchObject({ due: 100 }),
	},
	{
		name: "invoice payments",
		operands: ["inv-0"],
		prepare: async (user) => void (await payThree(user)),
		expected: (all) => expect(all).toMatchObject([{ amount: 1 }]),
	},
	{
		name: "payments",
		values: { json: true },
		prepare: async (user) => void (await payThree(user)),
		expected: (all) => expect(all).toHaveLength(3),
	},
	{
		name: "user list",
		expected: (users) =>
			expect(users).toContainEqual(expect.objectContaining({ id: "u-cfo" })),
	},
	{ name: "order list", expected: (all) => expect(all).toHaveLength(8) },
	{
		name: "order show",
		operands: ["po-1"],
		expected: (order) => expect(order).toMatchObject({ poId: "po-1" }),
	},
	{ name: "request list", expected: (all) => expect(all).toHaveLength(2) },
	{
		name: "request show",
		operands: ["adv-1"],
		expected: (request) =>
			expect(request).toMatchObject({ paymentRequestId: "adv-1" }),
	},
	{
		name: "request history",
		prepare: async (user) => {
			const { body } = await user.raise("k", fullAdvance);
			return body.data.paymentRequestId;
		},
		expected: (entries) =>
			expect(entries).toMatchObject([
				{ action: "STAGE_OPENED" },
				{ action: "CREATED" },
			]),
	},
	{
		name: "attempt show",
		operands: ["mark-as-paid", "k"],
		prepare: payThree,
		expected: ({ results }) => expect(results).toHaveLength(3),
	},
	{
		name: "batch list",
		prepare: async (user) => void (await endBatch(user)),
		expected: (all) => expect(all).toMatchObject([{ total }]),
	},
	{
		name: "batch show",
		prepare: endBatch,
		expected: ({ results }) => expect(results).toHaveLength(total),
	},
];

/** The commands that show what is there. */
export const commandScenarios: Scenario[] = [
	...shown.map(({ name, operands = [], values = {}, prepare, expected }) =>
		scenario({
			name: `an operator runs ${name}`,
			prepare: prepare ?? (async () => undefined),
			act: (user, prepared) =>
				runCommand(
					user,
					name,
					[
						"acme",
						...operands,
						...(prepared === undefined ? [] : [String(prepared)]),
					],
					{ values },
				),
			expected: (printed) => expected(JSON.parse(printed)),
		}),
	),
	scenario({
		name: "an operator runs batch watch",
		prepare: endBatch,
		act: (user, slug) => runCommand(user, "batch watch", ["acme", slug]),
		expected: (printed) => expect(printed).toContain(`${total}`),
	}),
	scenario({
		name: "an operator runs audit",
		prepare: (user) =>
			runCommand(user, "suspend", ["acme"], { isStackStopped: true }),
		act: (user) => runCommand(user, "audit", ["acme"]),
		expected: (printed) =>
			expect(JSON.parse(printed)).toMatchObject([
				{ command: "suspend", outcome: "DONE" },
			]),
	}),
	scenario({
		name: "an operator runs compare",
		act: (user) =>
			runCommand(user, "compare", ["acme"], { values: { from: "itself" } }),
		expected: (printed) => expect(JSON.parse(printed)).toEqual([]),
	}),
	scenario({
		name: "an operator runs key find",
		act: (user) => runCommand(user, "key find", [testKey]),
		expected: (printed) =>
			expect(JSON.parse(printed)).toMatchObject([{ name: "ERP" }]),
	}),
	scenario({
		name: "an operator runs list",
		act: (user) => runCommand(user, "list", []),
		expected: (printed) =>
			expect(JSON.parse(printed)).toMatchObject([
				{ id: "acme", suspendedAt: null },
				{ id: "globex", suspendedAt: null },
			]),
	}),
	scenario({
		name: "an operator runs import --dry-run",
		prepare: ({ world }) => tableContents(world),
		act: (user) =>
			runDryImport(user, { vendors: [{ id: "v-1", name: "Renamed" }] }),
		async expected(printed, { world }, before) {
			expect(printed).toContain("Renamed");
			expect(await tableContents(world)).toEqual(before);
		},
	}),
];
