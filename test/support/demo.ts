import { randomUUID } from "node:crypto";
import type { ApiRequest } from "../../client/src/http/send-once.ts";
import type { DemoService } from "../../tools/exhibits/demo.ts";
import { demoService } from "../../tools/exhibits/demo-service.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import { demoOrganization } from "./demo-organization.ts";
import { type SendOptions, testKey, type World } from "./world.ts";

/** The demo organization under the name and with the key that tests use by default. */
export function demoOfTests(): OrganizationFile {
	const file = demoOrganization();
	const [admin, ...others] = file.apiKeys ?? [];
	if (!admin) throw new Error("The demo organization has no API key");
	return {
		...file,
		org: { ...file.org, id: "acme" },
		apiKeys: [{ ...admin, key: testKey }, ...others],
	};
}

/** A world with the demo organization, for the requests of exhibits. */
export const demoWorld = (
	world: World,
	{
		newText = randomUUID,
		...options
	}: SendOptions & Partial<Pick<DemoService, "newText">> = {},
): DemoService =>
	demoService({
		newText,
		async send(request) {
			const { status, body } = await sendToDemo(world, request, options);
			if (status === 200) return body.data;
			const { method, path } = request;
			throw new Error(
				`${method} ${path} was answered ${status}: ${JSON.stringify(body)}`,
			);
		},
		async pause() {},
	});

export function sendToDemo(
	world: World,
	{ method, body, headers = {}, ...request }: ApiRequest,
	options: SendOptions = {},
) {
	return world.send(method, toDemoUrl(request), body, {
		idempotencyKey: null,
		...options,
		headers,
	});
}

export function toDemoUrl({
	path,
	query = {},
}: Pick<ApiRequest, "path" | "query">): string {
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query))
		search.append(name, `${value}`);
	return search.size > 0 ? `${path}?${search}` : path;
}
