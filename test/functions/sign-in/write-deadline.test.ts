import { describe, expect, it } from "vitest";
import { openBrowser } from "../../support/console/browser.ts";
import { suspendedProcess } from "../../support/suspended-process.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { acmePeople, asha, serveSignIn } from "./sign-in-world.ts";

const world = useWorld(acmePeople);
const email = asha.toLowerCase();

describe("R9: the function of signing in begins no write later than 25 s after it began to work", () => {
	it("a session does not begin", async () => {
		const { table, writes } = suspendedProcess(world, () => 26);
		await using served = await serveSignIn(world, { table });
		const before = await tableContents(world);
		const { status } = await openBrowser().signIn(served.url, email);
		expect({ status, writes: writes() }).toEqual({ status: 500, writes: 1 });
		expect(await tableContents(world)).toEqual(before);
	});

	it.each(["renew", "sign-out", "sign-out-everywhere"])(
		"POST /console/%s changes no session",
		async (path) => {
			let seconds = 0;
			const { table, writes } = suspendedProcess(world, () => seconds);
			await using served = await serveSignIn(world, { table });
			const browser = openBrowser();
			await browser.signIn(served.url, email);
			const before = await tableContents(world);
			seconds = 26;
			const url = `${served.url}/console/${path}`;
			const headers = { "x-requested-with": "console" };
			const { status } = await browser.request(url, {
				method: "POST",
				headers,
			});
			// The first write has begun the session.
			expect({ status, writes: writes() }).toEqual({ status: 500, writes: 2 });
			expect(await tableContents(world)).toEqual(before);
		},
	);
});
