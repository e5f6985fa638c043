import { expect } from "vitest";
import { purchaseOrderKey } from "../../../shared/dynamodb/keys.ts";
import { permissions } from "../../../shared/organizations/organization.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acme } from "../../support/acme.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { tableContents } from "../../support/table-contents.ts";
import type { Answer, SendOptions, World } from "../../support/world.ts";

type Policy = NonNullable<OrganizationFile["approvalPolicies"]>[number];
export type Stages = NonNullable<Policy["stages"]>;

const path = "/v1.0/payment/request";

/** Users `u-1` to `u-<n>`, each with a key of the same name and all permissions. */
export const approverIds = (count: number) =>
	Array.from({ length: count }, (_, index) => `u-${index + 1}`);

/**
 * An organization whose advances go through these stages. `u-admin` raises them; `u-book` is a bookkeeper, `u-chief`
 * another admin.
 */
export function acmeWithStages(
	stages: Stages,
	{
		userCount = 3,
		policy = {},
		...additions
	}: {
		userCount?: number;
		policy?: Partial<Policy>;
	} & Partial<OrganizationFile> = {},
): OrganizationFile {
	const members = approverIds(userCount);
	const file = acme({
		vendors: [
			{ id: "v-1", name: "Steel Traders" },
			{ id: "v-2", name: "Paper Traders" },
		],
		purchaseOrders: ["po-1", "po-2"].map((id) => ({
			id,
			poNumber: `PO-${id}`,
			vendorId: "v-1",
			state: "APPROVED",
			amount: 10_000,
		})),
		approvalPolicies: [{ name: "Default", default: true, stages, ...policy }],
		procurementPolicy: { payers: ["u-admin"] },
		...additions,
	});
	file.users.push(
		{ id: "u-book", name: "Bookkeeper", role: "BOOKKEEPER" },
		{ id: "u-chief", name: "Chief", role: "ADMIN" },
		{ id: "u-gone", name: "Gone", role: "ADMIN", active: false },
		...members.map((id) => ({
			id,
			name: `User ${id}`,
			role: "MEMBER" as const,
		})),
	);
	file.apiKeys.push(
		...["u-book", "u-chief", "u-gone", ...members].map((userId) => ({
			key: userId,
			name: userId,
			userId,
			permissions: [...permissions],
		})),
	);
	return file;
}

/** Imports another policy, and lets the time pass for which a function remembers the former one. */
export async function importLater(world: World, file: OrganizationFile) {
	await world.import(file);
	passSeconds(world, 6);
}

export const advance = { amount: 1_000, vendorId: "v-1" };

/** Raises an advance; its id. */
export async function raised(
	world: World,
	body: object = advance,
	options: SendOptions = {},
): Promise<string> {
	const answer = await world.post(`${path}/vendor-advance`, body, options);
	if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
	return answer.body.data.paymentRequestId;
}

type Sent = SendOptions & { body?: object };

/** Sends the request of a transition, such as `decision`. */
export const transition = (
	world: World,
	id: string,
	name: string,
	options: Sent,
) => {
	const { body, ...others } = options;
	const url = `${path}/${encodeURIComponent(id)}/${name}`;
	return world.post(url, body, others);
};

/** Decides as the user whose key it is: approves the open stage of the first round, unless `body` says otherwise. */
export const decide = (
	world: World,
	id: string,
	key: string,
	{ body, ...options }: Sent = {},
): Promise<Answer> =>
	transition(world, id, "decision", {
		key,
		body: { decision: "APPROVE", stage: 0, round: 1, ...body },
		...options,
	});

export const reject = { decision: "REJECT", note: "Too expensive" };
export const giveBack = { decision: "RETURN", note: "Quotation missing" };

export const resubmit = (world: World, id: string, options: Sent = {}) =>
	transition(world, id, "resubmission", {
		ifMatch: 2,
		body: advance,
		...options,
	});

export const cancel = (world: World, id: string, options: Sent = {}) =>
	transition(world, id, "cancellation", {
		body: { reason: "Not needed" },
		...options,
	});

export const changeApprover = (
	world: World,
	id: string,
	{ body, ...options }: Sent = {},
) =>
	transition(world, id, "approver", {
		body: { stage: 0, round: 1, reason: "Away", ...body },
		...options,
	});

// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of what came back
export const show = async (world: World, id: string): Promise<any> => {
	const { status, body } = await world.get(`${path}/${id}`);
	if (status !== 200) throw new Error(JSON.stringify(body));
	return body.data;
};

/** The history, oldest first: actions with their stages. */
export async function actions(world: World, id: string): Promise<string[]> {
	const entries = await history(world, id);
	return entries
		.map(({ action, stage }) =>
			stage === null ? action : `${action} ${stage}`,
		)
		.toReversed();
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of what came back
export async function history(world: World, id: string): Promise<any[]> {
	const { body } = await world.get(`${path}/${id}/history`, "limit=100");
	return body.data.items;
}

/** Ids, stages and rounds of the requests in a user's inbox, in its order. */
export async function inbox(world: World, key: string): Promise<string[]> {
	const { status, body } = await world.get("/v1.0/approval", "", { key });
	if (status !== 200) throw new Error(JSON.stringify(body));
	return body.data.items.map(
		(item: { paymentRequestId: string; stage: number; round: number }) =>
			`${item.paymentRequestId} ${item.stage} ${item.round}`,
	);
}

/** States of the approvals by stage: `[["APPROVED"], ["OPEN"]]`. */
export async function states(world: World, id: string): Promise<string[][]> {
	const { approvals } = await show(world, id);
	const stages: string[][] = [];
	for (const { stage, state } of approvals)
		stages[stage] = [...(stages[stage] ?? []), state];
	return stages;
}

/** The link, version and author of an order. */
export async function order(world: World, id = "po-1") {
	const { pk, sk } = purchaseOrderKey("acme", id);
	const item = (await tableContents(world)).get(`${pk} ${sk}`);
	const { link, version, updatedBy } = item ?? {};
	return {
		link,
		version: Number(`${version}`),
		updatedBy: (updatedBy as { userId?: string } | undefined)?.userId,
	};
}

/** Number of entries in all inboxes. */
export async function inboxSize(world: World): Promise<number> {
	const keys = [...(await tableContents(world)).keys()];
	return keys.filter((key) => key.includes("#INBOX#")).length;
}

export const refusal = (status: number, code: string, message?: RegExp) => ({
	status,
	body: {
		ok: false,
		error: {
			code,
			...(message && { message: expect.stringMatching(message) }),
		},
	},
});
