import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { demoOrganizationFile } from "../../../tools/local/demo-organization.ts";
import {
	type LocalStack,
	startLocalStack,
} from "../../../tools/local/local-stack.ts";
import { startBrowser } from "./opened-page.ts";

interface Reference {
	browser: Browser;
	/** The local stack with the demo organization. */
	stackUrl: string;
	/** Calls the API with the demo key. */
	call(path: string, init?: RequestInit): Promise<unknown>;
}

/** One browser and one local stack for the tests of a file. */
export function useReference(): Reference {
	let browser: Browser | undefined;
	let stack: LocalStack | undefined;
	beforeAll(async () => {
		browser = await startBrowser();
		stack = await startLocalStack({
			port: 0,
			organizationFiles: [demoOrganizationFile],
			storage: "memory",
			log: () => {},
		});
	});
	afterAll(async () => {
		await browser?.close();
		await stack?.stop();
	});
	const started = <T>(part: T | undefined): T => {
		if (part === undefined) throw new Error("Only within a test");
		return part;
	};
	return {
		get browser() {
			return started(browser);
		},
		get stackUrl() {
			return started(stack).url;
		},
		async call(path, { headers, ...init } = {}) {
			const response = await fetch(`${started(stack).url}${path}`, {
				...init,
				headers: {
					...Object.fromEntries(new Headers(headers)),
					authorization: "Api-Key demo-admin-key",
				},
			});
			return response.json();
		},
	};
}
