import { approvalPageEndpoint } from "../../functions/approval-page/endpoint.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import { connectVerifyMac } from "../../shared/notifications/link-mac.ts";
import { toApiEvent } from "./api-event.ts";
import { recordsOfAdvance } from "./approvers.ts";
import { mailLinkPageFolder } from "./mail-link-page.ts";
import { deliverToMailer, testLinkKey } from "./notify.ts";
import { recordsOf } from "./stream-records.ts";
import { serviceAccessKeyId, type World } from "./world.ts";

export interface PageAnswer {
	status: number;
	headers: Record<string, string>;
	/** As it was sent. */
	text: string;
	// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of what came back
	body: any;
}

/** Sends a request to the page's function under its role. */
export async function requestPage(
	world: World,
	method: "GET" | "POST",
	path: string,
	{
		body,
		headers = { "content-type": "application/json" },
		process = {
			accessKeyId: serviceAccessKeyId,
			table: world.dependencies.table,
		},
	}: {
		body?: unknown;
		headers?: Record<string, string>;
		process?: { accessKeyId: string; table: Table };
	} = {},
): Promise<PageAnswer> {
	const handler = approvalPageEndpoint({
		...world.dependencies.pipeline,
		table: process.table,
		verifyMac: connectVerifyMac({
			keyId: testLinkKey,
			...world.connectionOf(process.accessKeyId),
		}),
		pageFolder: method === "GET" ? mailLinkPageFolder() : "",
	});
	const [, file] = /^\/approval\/(.+)$/.exec(path) ?? [];
	const isFile = method === "GET" && file !== undefined;
	const event = toApiEvent({
		method,
		path,
		routeKey: isFile ? "GET /approval/{file}" : `${method} ${path}`,
		headers,
		...(isFile && { pathParameters: { file } }),
		...(body !== undefined && {
			body: typeof body === "string" ? body : JSON.stringify(body),
		}),
	});
	const answer = await world.runAs("approval-page", () =>
		handler(event, world.lambdaContext()),
	);
	// Unchecked cast: `toHttpResponse` has made it.
	const { statusCode, headers: sent, body: text } = answer as Sent;
	const isJson = sent["content-type"] === "application/json";
	return {
		status: statusCode,
		headers: sent,
		text,
		body: isJson ? JSON.parse(text) : undefined,
	};
}

interface Sent {
	statusCode: number;
	headers: Record<string, string>;
	body: string;
}

export const readLink = (world: World, token: unknown) =>
	requestPage(world, "POST", "/approval/read", { body: { token } });

export const decideByLink = (
	world: World,
	token: string,
	decision: { decision: string; note?: string },
) =>
	requestPage(world, "POST", "/approval/decision", {
		body: { token, ...decision },
	});

/** Raises an advance and mails its approvers. Returns its id. */
export async function raiseAndMail(
	world: World,
	more: object = {},
): Promise<string> {
	const records = await recordsOfAdvance(world, more);
	await deliverToMailer(world, records);
	const request = records.find(
		({ dynamodb }) => dynamodb?.Keys?.sk?.S === "PR",
	);
	return request?.dynamodb?.NewImage?.id?.S ?? "";
}

/** Does what makes mails, and sends them. */
export async function withMails(world: World, act: () => Promise<unknown>) {
	await deliverToMailer(world, await recordsOf(world, act));
}

/** The token of the latest mail to a user that has a link. */
export function tokenOf(world: World, userId: string): string {
	const mail = world.outbox.mails.findLast(
		({ to, text }) =>
			to.includes(`${userId}@acme.example`) && text.includes("/approval#"),
	);
	const [, token = ""] = /\/approval#(\S+)/.exec(mail?.text ?? "") ?? [];
	if (token === "") throw new Error(`No mail with a link to ${userId}`);
	return token;
}
