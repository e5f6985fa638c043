import { describe, expect, it } from "vitest";
import { toApiKeyId } from "../../../shared/organizations/api-keys/api-keys.store.ts";
import { toSecretHash } from "../../../shared/organizations/api-keys/secret-hash.ts";
import type { Permission } from "../../../shared/organizations/organization.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { findWarnings } from "../../../tools/organization-files/warnings/find-warnings.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import { contractExample } from "./contract-example.ts";

const world = useSharedWorld(() => ({
	org: { id: "stored", name: "Stored" },
	users: [
		{ id: "u", name: "U", role: "ADMIN" },
		{ id: "u-left", name: "Left", role: "ADMIN", active: false },
	],
	vendors: [{ id: "v", name: "V" }],
	tags: [
		{ slug: "t", name: "T", type: "VARCHAR" },
		{ slug: "day", name: "Day", type: "DATETIME" },
		{ slug: "n", name: "N", type: "NUMBER" },
		{
			slug: "d",
			name: "D",
			type: "DROPDOWN",
			options: [{ id: 7, name: "Seven" }],
		},
	],
	procurementPolicy: { payers: ["u"] },
}));

const org = { id: "stored", name: "Stored" };
const withAdvances = { ...org, features: { vendorAdvances: true } };
const warningsOf = async (file: OrganizationFile) =>
	(await findWarnings(world.table, file, world.time.now)).map(
		({ pointer, message }) => `${pointer} ${message}`,
	);

type KeyEntry = NonNullable<OrganizationFile["apiKeys"]>[number];

const key = (secret: string, permissions: KeyEntry["permissions"]) => ({
	key: secret,
	name: "",
	userId: "u",
	permissions,
});

describe("contract 2: a warning for what cannot be right", () => {
	it("a key that can be used and may both approve invoices and pay them", async () => {
		const both = key("both", ["invoices:approve", "payments:mark-paid"]);
		const cases: [KeyEntry[], string[]][] = [
			[
				[both],
				[
					"/apiKeys/0/permissions lets one key both approve invoices and pay them",
				],
			],
			[[{ ...both, revoked: true }], []],
			[[{ ...both, permissions: ["invoices:approve"] }], []],
			[[{ ...both, permissions: ["payments:mark-paid"] }], []],
		];
		for (const [apiKeys, expected] of cases)
			expect(await warningsOf({ org, apiKeys })).toEqual(expected);
	});

	it("a stored key that can be used and may do both, whether the file has it or not", async () => {
		const duties = { id: "duties", name: "Duties" };
		const both = key("k-both", ["invoices:approve", "payments:mark-paid"]);
		const revoked = { ...both, key: "k-revoked", revoked: true };
		const expired = {
			...both,
			key: "k-old",
			expiresAt: "2020-01-01T00:00:00Z",
		};
		await world.import({
			org: duties,
			users: [{ id: "u", name: "U", role: "ADMIN" }],
			apiKeys: [both, revoked, expired],
		});
		const keyId = toApiKeyId(toSecretHash("k-both"));
		expect(await warningsOf({ org: duties })).toEqual([
			`/org has a stored key that may both approve invoices and pay them: ${keyId}`,
		]);
		expect(await warningsOf({ org: duties, apiKeys: [both] })).toEqual([
			"/apiKeys/0/permissions lets one key both approve invoices and pay them",
		]);
	});

	it("a user who may do both over all keys and own permissions", async () => {
		const parts = { id: "parts", name: "Parts" };
		const pays = key("k-parts", ["payments:mark-paid"]);
		const approves = {
			id: "u",
			name: "U",
			role: "ADMIN" as const,
			permissions: ["invoices:approve" as const],
		};
		const together =
			'lets a user both approve invoices and pay them, over all keys and own permissions of the user: "u"';
		const file = { org: parts, users: [approves], apiKeys: [pays] };
		expect(await warningsOf(file)).toEqual([`/users/0 ${together}`]);
		await world.import(file);
		expect(await warningsOf({ org: parts })).toEqual([`/org ${together}`]);
		const both: Permission[] = ["invoices:approve", "payments:mark-paid"];
		const alone = { ...approves, permissions: both };
		expect(await warningsOf({ ...file, users: [alone] })).toEqual([
			"/users/0/permissions lets one user both approve invoices and pay them",
		]);
	});

	it.each<[string, Omit<OrganizationFile, "org">]>([
		[
			"/users/1/email has spaces, quotes, brackets, commas, colons or semicolons: no mail can be sent to it",
			{
				users: [
					{ id: "u", name: "U", role: "ADMIN", email: "a@b" },
					{ id: "u-2", name: "U2", role: "ADMIN", email: "A B <a@b>" },
				],
			},
		],
		[
			"/procurementPolicy/payers/1 names a user who is not active",
			{ procurementPolicy: { payers: ["u", "u-left"] } },
		],
		[
			'/procurementPolicy/payers/0 is not a user of the organization: "ghost"',
			{ procurementPolicy: { payers: ["ghost"] } },
		],
		[
			"/procurementPolicy/payers/0 names a user who is not active",
			{
				users: [{ id: "u", name: "U", role: "ADMIN", active: false }],
				procurementPolicy: { payers: ["u"] },
			},
		],
		[
			'/approvalPolicies/0/stages/0/approvers/1 is not a user of the organization: "ghost"',
			{
				approvalPolicies: [
					{
						name: "P",
						stages: [{ approvers: ["u", "ghost"] }],
						selfApproval: false,
					},
				],
			},
		],
		[
			// Longer than a key of the store may be.
			`/procurementPolicy/payers/0 is not a user of the organization: "${"x".repeat(66)}…${"x".repeat(33)}"`,
			{ procurementPolicy: { payers: ["x".repeat(3_000)] } },
		],
		[
			'/approvalPolicies/0/when/vendorIds/0 is not a vendor of the organization: "w"',
			{
				approvalPolicies: [
					{ name: "P", when: { vendorIds: ["w", "v"] }, stages: [] },
				],
			},
		],
		[
			'/approvalPolicies/0/when/tags/a~1b is not a tag of the organization: "a/b"',
			{
				approvalPolicies: [
					{ name: "P", when: { tags: { "a/b": [1], t: ["x"] } }, stages: [] },
				],
			},
		],
		[
			"/approvalPolicies/0/when/minAmount is more than maxAmount: the policy never applies",
			{
				approvalPolicies: [
					{ name: "P", when: { minAmount: 2, maxAmount: 1 }, stages: [] },
				],
			},
		],
		[
			'/submissionPolicies/0/requiredFields/0/slug is not a tag of the organization: "x"',
			{
				submissionPolicies: [
					{
						requiredFields: [
							{ slug: "x", kind: "TAG" },
							{ slug: "description", kind: "DESCRIPTION" },
							{ slug: "t", kind: "TAG" },
						],
					},
				],
			},
		],
		[
			"/submissionPolicies/0/minAmount is more than maxAmount: the policy never applies",
			{
				submissionPolicies: [
					{ minAmount: 2, maxAmount: 1, requiredFields: [] },
				],
			},
		],
		[
			"/invoices/0/due is more than the amount: 11 > 10",
			{
				invoices: [
					{ slug: "i", vendorId: "v", state: "APPROVED", amount: 10, due: 11 },
				],
			},
		],
		[
			"/invoices/0/dueDate is before the invoice date: 2026-01-01 < 2026-01-02",
			{
				invoices: [
					{
						slug: "i",
						state: "APPROVED",
						amount: 10,
						invoiceDate: "2026-01-02",
						dueDate: "2026-01-01",
					},
				],
			},
		],
		[
			'/purchaseOrders/0/vendorId is not a vendor of the organization: "w"',
			{
				purchaseOrders: [
					{ id: "p", poNumber: "P", vendorId: "w", state: "ACTIVE", amount: 1 },
				],
			},
		],
		[
			'/invoices/0/vendorId is not a vendor of the organization: "w"',
			{ invoices: [{ slug: "i", vendorId: "w", state: "X", amount: 1 }] },
		],
		[
			'/advances/0/vendorId is not a vendor of the organization: "w"',
			{ advances: [{ id: "a", vendorId: "w", state: "REJECTED" }] },
		],
		[
			"/tags/0 has no options: no value is valid",
			{ tags: [{ slug: "d", name: "D", type: "DROPDOWN" }] },
		],
		[
			"/apiKeys/0/userId names a user who is not active",
			{
				apiKeys: [
					{
						key: "k",
						name: "K",
						userId: "u-left",
						permissions: ["vendors:read"],
					},
				],
			},
		],
		[
			"/apiKeys/0/permissions is empty: the key may do nothing",
			{ apiKeys: [{ key: "k", name: "K", userId: "u", permissions: [] }] },
		],
		[
			"/apiKeys/0/expiresAt is past: the key is not valid",
			{
				apiKeys: [
					{
						key: "k",
						name: "K",
						userId: "u",
						permissions: ["vendors:read"],
						expiresAt: "2020-01-01T00:00:00Z",
					},
				],
			},
		],
	])("%s", async (line, lists) => {
		expect(await warningsOf({ org, ...lists })).toEqual([line]);
	});

	const option =
		"never matches: a value of the tag must be the id of an option of the tag: GET /v1.0/tag/{id} lists them";

	it.each<[string, object]>([
		[
			"/tags/d/0 never matches: a value of the tag must be number",
			{ tags: { d: ["7", 7] } },
		],
		[`/tags/d/1 ${option}`, { tags: { d: [7, 8] } }],
		[
			"/tags/t/0 never matches: a value of the tag must be string",
			{ tags: { t: [1, "1"] } },
		],
		[
			"/tags/n/0 never matches: a value of the tag must be number",
			{ tags: { n: ["1"] } },
		],
		[
			"/tags/day/0 never matches: a value of the tag must be a date, YYYY-MM-DD",
			{ tags: { day: ["1 May 2026", "2026-05-01"] } },
		],
		["/tags/t is empty: the policy never applies", { tags: { t: [] } }],
		["/vendorIds is empty: the policy never applies", { vendorIds: [] }],
		["/maxAmount is not positive: the policy never applies", { maxAmount: 0 }],
	])("3.2: a condition that can never match: %s", async (line, when) => {
		const approvalPolicies = [
			{ name: "First", stages: [] },
			{ name: "P", when, stages: [] },
		];
		expect(await warningsOf({ org, approvalPolicies })).toEqual([
			`/approvalPolicies/1/when${line}`,
		]);
	});

	it("3.2: a condition on an option of the file's own tag, which replaces the stored one", async () => {
		const file = (id: number) => ({
			org,
			tags: [
				{
					slug: "d",
					name: "D",
					type: "DROPDOWN" as const,
					options: [{ id: 8, name: "Eight" }],
				},
			],
			approvalPolicies: [
				{ name: "P", when: { tags: { d: [id] } }, stages: [] },
			],
		});
		expect(await warningsOf(file(7))).toEqual([
			`/approvalPolicies/0/when/tags/d/0 ${option}`,
		]);
		expect(await warningsOf(file(8))).toEqual([]);
	});

	describe("policies with amounts in an organization with several currencies, once for each file", () => {
		const currencies = ["INR", "USD", "EUR"];
		const message =
			"is compared with amounts in each currency, without conversion: INR, USD, EUR";
		const approvalPolicies = [
			{ name: "Small", when: { maxAmount: 10 }, stages: [] },
			{ name: "Large", when: { minAmount: 10 }, stages: [] },
		];
		const submissionPolicies = [{ minAmount: 5, requiredFields: [] }];

		it("of approval", async () => {
			const file = { org: { ...org, currencies }, approvalPolicies };
			expect(await warningsOf(file)).toEqual([
				`/approvalPolicies/0/when/maxAmount ${message}`,
			]);
		});

		it("of submission, of approval too", async () => {
			const file = { org: { ...org, currencies }, submissionPolicies };
			const line = `/submissionPolicies/0/minAmount ${message}`;
			expect(await warningsOf(file)).toEqual([line]);
			expect(await warningsOf({ ...file, approvalPolicies })).toEqual([line]);
		});

		it("with either of both stored", async () => {
			const id = "several";
			await world.import({ org: { id, currencies } });
			expect(
				await warningsOf({ org: { id }, submissionPolicies }),
			).toHaveLength(1);
			await world.import({
				org: { id, currencies: [] },
				submissionPolicies,
			});
			expect(await warningsOf({ org: { id, currencies } })).toEqual([
				"/org/currencies are several: the amounts of policies are compared with amounts in each, without conversion: INR, USD, EUR",
			]);
			await world.import({ org: { id, currencies } });
			expect(await warningsOf({ org: { id, name: "New" } })).toEqual([]);
		});

		it("none without amounts, or with one currency", async () => {
			const policies = [{ name: "All", stages: [] }];
			const file = { org: { ...org, currencies }, approvalPolicies: policies };
			expect(await warningsOf(file)).toEqual([]);
			expect(await warningsOf({ org, approvalPolicies })).toEqual([]);
		});
	});

	it("7.3: advances without payers, and without a policy for the rest", async () => {
		const file = {
			org: withAdvances,
			procurementPolicy: { payers: [] },
			approvalPolicies: [{ name: "Large", when: { minAmount: 1 }, stages: [] }],
		};
		expect(await warningsOf(file)).toEqual([
			"/procurementPolicy has no payers: every vendor advance is refused",
			"/approvalPolicies has no default policy: an advance to which no other applies is refused",
		]);
	});

	it("4.3: no warning of a missing default policy where one has empty conditions, which always hold", async () => {
		const approvalPolicies = [{ name: "All", when: {}, stages: [] }];
		expect(await warningsOf({ org: withAdvances, approvalPolicies })).toEqual(
			[],
		);
	});

	it("3.2: a stage without approvers", async () => {
		const stages = [{ approvers: ["u"] }, { approvers: [] }];
		const policy = { name: "All", stages, selfApproval: true };
		expect(await warningsOf({ org, approvalPolicies: [policy] })).toEqual([
			"/approvalPolicies/0/stages/1/approvers is empty: a request that waits for this stage is never approved",
		]);
	});

	it("A7: a policy with stages does not say selfApproval, once for each file", async () => {
		const policies = [
			{ name: "None", stages: [] },
			{ name: "Allows", stages: [{ approvers: ["u"] }], selfApproval: true },
			{ name: "One", stages: [{ approvers: ["u"] }] },
			{ name: "Other", stages: [{ approvers: ["u"] }] },
		];
		expect(await warningsOf({ org, approvalPolicies: policies })).toEqual([
			"/approvalPolicies/2 does not say selfApproval: the user who raises an advance may approve it, unless it is false",
		]);
	});

	it.each<[string, Omit<OrganizationFile, "org">]>([
		[
			"an invoice that is due on its date",
			{
				invoices: [
					{
						slug: "i",
						state: "APPROVED",
						amount: 10,
						invoiceDate: "2026-01-02",
						dueDate: "2026-01-02",
					},
				],
			},
		],
		[
			"a policy for one amount",
			{
				approvalPolicies: [
					{ name: "P", when: { minAmount: 5, maxAmount: 5 }, stages: [] },
				],
			},
		],
		[
			"a revoked key that has expired",
			{
				apiKeys: [
					{
						key: "k",
						name: "K",
						userId: "u",
						permissions: ["vendors:read"],
						revoked: true,
						expiresAt: "2020-01-01T00:00:00Z",
					},
				],
			},
		],
		[
			"no payers of an organization without advances",
			{ procurementPolicy: { payers: [] } },
		],
	])("none for %s", async (_, lists) => {
		expect(await warningsOf({ org, ...lists })).toEqual([]);
	});

	it("no other for the contract's example, nor for what refers to the store", async () => {
		const { org: example, ...lists } = contractExample();
		const inRupees = { ...example, currencies: [] };
		expect(await warningsOf({ org: inRupees, ...lists })).toEqual([
			expect.stringContaining("does not say selfApproval"),
		]);
		expect(await warningsOf({ org: { id: "stored" } })).toEqual([]);
		expect(
			await warningsOf({
				org: withAdvances,
				invoices: [
					{ slug: "i", vendorId: "v", state: "APPROVED", amount: 1, due: 1 },
				],
				approvalPolicies: [{ name: "All", stages: [] }],
			}),
		).toEqual([]);
	});
});

describe("P4: warnings of the rule that payment runs need a second person", () => {
	const bypass =
		'/org/secondPersonFrom does not bind a user who may prepare or release payment runs, and may also pay with payments:mark-paid: "u"';
	const sums =
		"/org/secondPersonFrom is compared with sums over all currencies, without conversion: INR, USD";
	const currencies = ["INR", "USD"];

	it("a number above 0 in an organization with several currencies", async () => {
		const several = { ...org, currencies };
		for (const [secondPersonFrom, expected] of [
			[1, [sums]],
			[0, []],
			[null, []],
		] as const)
			expect(
				await warningsOf({ org: { ...several, secondPersonFrom } }),
			).toEqual(expected);
		const one = { ...org, secondPersonFrom: 1 };
		expect(await warningsOf({ org: one })).toEqual([]);
	});

	it("users who may use runs and mark-as-paid, over all their keys that are valid", async () => {
		const rule = { ...org, secondPersonFrom: 0 };
		const prepares = key("k-1", ["payments:prepare"]);
		const releases = key("k-2", ["payments:release"]);
		const pays = key("k-3", ["payments:mark-paid"]);
		for (const [apiKeys, expected] of [
			[[prepares, releases], []],
			[[prepares, pays], [bypass]],
			[[releases, pays], [bypass]],
			[[prepares, { ...pays, userId: "u-2" }], []],
			[[prepares, { ...pays, revoked: true }], []],
		] as const)
			expect(await warningsOf({ org: rule, apiKeys: [...apiKeys] })).toEqual(
				expected,
			);
		expect(await warningsOf({ org, apiKeys: [prepares, pays] })).not.toContain(
			bypass,
		);
	});

	it("counts what users may do in the console, those of the file and stored ones", async () => {
		const own = { id: "own", name: "Own", secondPersonFrom: 0 };
		const user = { id: "u", name: "U", role: "ADMIN" as const };
		const pays = key("k-own", ["payments:mark-paid"]);
		const releases = { ...user, permissions: ["payments:release" as const] };
		expect(
			await warningsOf({ org: own, users: [releases], apiKeys: [pays] }),
		).toEqual([bypass]);
		await world.import({ org: own, users: [releases], apiKeys: [pays] });
		expect(await warningsOf({ org: own })).toEqual([bypass]);
		for (const more of [{ active: false }, { permissions: [] }])
			expect(
				await warningsOf({ org: own, users: [{ ...releases, ...more }] }),
			).toEqual([]);
	});

	it("counts the keys that are stored and not in the file", async () => {
		const other = { id: "counted", name: "Counted" };
		await world.import({
			org: other,
			users: [{ id: "u", name: "U", role: "ADMIN" }],
			apiKeys: [key("k-stored", ["payments:mark-paid"])],
		});
		const file = {
			org: { ...other, secondPersonFrom: 0 },
			apiKeys: [key("k-4", ["payments:release"])],
		};
		expect(await warningsOf(file)).toEqual([bypass]);
	});
});
