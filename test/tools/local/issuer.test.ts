import { afterAll, beforeAll, expect, it } from "vitest";
import { personAccountKey } from "../../../shared/dynamodb/keys.ts";
import { getItem } from "../../../shared/dynamodb/reads/get-item.ts";
import { transact } from "../../../shared/dynamodb/writes/transact.ts";
import {
	type LocalIssuer,
	startLocalIssuer,
} from "../../../tools/local/issuer/local-issuer.ts";
import { acmePeople, asha } from "../../functions/sign-in/sign-in-world.ts";
import { useSharedWorld } from "../../support/use-world.ts";

const world = useSharedWorld(acmePeople);
let issuer: LocalIssuer;
beforeAll(async () => {
	issuer = await startLocalIssuer({
		table: world.table,
		consoleUrl: () => "http://127.0.0.1:3000",
	});
});
afterAll(() => issuer.stop());

it.each(["/choose/no-such-sign-in", "/choose/", "/choose/%00"])(
	"console W1: without a sign-in of this browser, %s of the local issuer lists nobody, and changes nothing",
	async (path) => {
		const key = personAccountKey(asha);
		const bound = { ...key, issuer: "http://127.0.0.1:1", subject: "s" };
		const { name: TableName } = world.table;
		await transact(world.table, [{ Put: { TableName, Item: bound } }]);
		const posted = {
			method: "POST",
			body: new URLSearchParams({ email: asha.toLowerCase() }),
		};
		for (const options of [{}, posted]) {
			const answer = await fetch(`${issuer.url}${path}`, options);
			expect(answer.status).toBe(400);
			const page = await answer.text();
			expect(page).toContain("There is no sign-in here");
			expect(page).not.toContain("Asha");
		}
		expect(await getItem(world.table, key)).toEqual(bound);
	},
);
