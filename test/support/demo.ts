import { randomUUID } from "node:crypto";
import { type Endpoint, toRoute } from "../../shared/endpoints/endpoint.ts";
import type { DemoRequest, DemoService } from "../../tools/exhibits/demo.ts";
import { toUrl } from "../../tools/exhibits/to-url.ts";
import { demoOrganizationFile } from "../../tools/local/demo-organization.ts";
import { readOrganizationFile } from "../../tools/organization-files/read-organization-file.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import { type Answer, testKey, type World } from "./world.ts";

/** The demo organization; the key that tests send by default has every permission. */
export function demoOrganization(): OrganizationFile {
	const file = readOrganizationFile(demoOrganizationFile);
	const [admin, ...others] = file.apiKeys ?? [];
	if (!admin) throw new Error(`${demoOrganizationFile} has no API key`);
	return { ...file, apiKeys: [{ ...admin, key: testKey }, ...others] };
}

/** Sends the request of an exhibit to a world with the demo organization. */
export const sendDemo = (
	world: World,
	endpoint: Endpoint,
	request: DemoRequest,
	{ key = testKey }: { key?: string } = {},
): Promise<Answer> =>
	world.send(
		toRoute(endpoint.routeKey).method,
		toUrl(endpoint, request),
		request.body,
		{
			key,
			...(request.idempotencyKey && { idempotencyKey: request.idempotencyKey }),
			...(request.ifMatch !== undefined && { ifMatch: request.ifMatch }),
		},
	);

/** A world with the demo organization, as exhibits prepare their records in it. */
export const demoService = (
	world: World,
	options: { key?: string } = {},
): DemoService => ({
	newText: randomUUID,
	async until(isTrue) {
		// Nothing happens in a world while the test waits.
		if (!(await isTrue())) throw new Error("It is not, and will not be, true");
	},
	async send(endpoint, request) {
		const { status, body } = await sendDemo(world, endpoint, request, options);
		if (status === 200) return body.data;
		throw new Error(
			`${endpoint.routeKey} was answered ${status}: ${JSON.stringify(body)}`,
		);
	},
});
