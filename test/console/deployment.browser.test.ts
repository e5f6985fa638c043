import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeConsole } from "../../lib/console-files.ts";
import { checkFile, example, useConsole } from "./use-console.ts";

const service = useConsole();

let folder: string;
let deployed = "1.0.0";
/** Files of the console that were asked for, and those that are of another version. */
const asked = new Set<string>();
const missing: string[] = [];

const types: Readonly<Record<string, string>> = {
	".html": "text/html",
	".css": "text/css",
	".js": "text/javascript",
	".svg": "image/svg+xml",
};

/** In front of the local stack: it has the console of one version or another, and passes everything else on. */
const front = createServer(async (incoming, outgoing) => {
	const { pathname } = new URL(incoming.url ?? "/", "http://front");
	const [, file] = /^\/console\/(files\/.+)$/.exec(pathname) ?? [];
	if (!file && !pathname.startsWith("/console/org/")) {
		const answer = await passOn(incoming);
		outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
		return answer.pipe(outgoing);
	}
	if (file) asked.add(file);
	const name = file ?? "index.html";
	const content = await readFile(join(folder, deployed, name)).catch(() => {
		missing.push(name);
	});
	return outgoing
		.writeHead(content ? 200 : 404, {
			"content-type": types[extname(name)],
			"cache-control": file
				? "public, max-age=31536000, immutable"
				: "no-store",
		})
		.end(content);
});

const passOn = (incoming: IncomingMessage) =>
	new Promise<IncomingMessage>((resolve, reject) => {
		const { host } = new URL(service.url);
		const { method, headers, url } = incoming;
		incoming.pipe(
			request(
				`${service.url}${url}`,
				{ method, headers: { ...headers, host } },
				resolve,
			).on("error", reject),
		);
	});

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "deployed-"));
	for (const version of ["1.0.0", "1.1.0"])
		writeConsole(join(folder, version), version);
	await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
	front.close();
	front.closeAllConnections();
	await rm(folder, { recursive: true });
});

it("a tab that is open goes on with all pages when another version is deployed, and gets that one when it is loaded anew", async () => {
	const { page, problems } = await service.open("admin");
	// Unchecked cast: it listens on a port.
	const { port } = front.address() as AddressInfo;
	await page.goto(`http://127.0.0.1:${port}/console/org/demo/runs`);
	await page
		.getByRole("heading", { name: "Payment runs", exact: true })
		.waitFor();
	const files = await readdir(join(folder, "1.0.0/files/1.0.0"));
	await expect
		.poll(() => [...asked].toSorted(), { timeout: 60_000 })
		.toEqual(files.map((name) => `files/1.0.0/${name}`).toSorted());

	deployed = "1.1.0";
	const pages = page.getByRole("navigation", { name: "Pages" });
	for (const link of await pages.getByRole("link").all()) {
		const name = await link.innerText();
		await link.click();
		await page.getByRole("heading", { level: 1, name }).waitFor();
	}
	await pages.getByRole("link", { name: "Pay a file" }).click();
	await checkFile(page, example("payments.xlsx"));
	await page.getByText("29 payments to 6 vendors").waitFor();
	expect(missing).toEqual([]);
	expect(problems).toEqual([]);

	asked.clear();
	await page.reload();
	await page.getByRole("heading", { name: "Pay a file" }).waitFor();
	expect([...asked].join()).toContain("files/1.1.0/main-");
});
