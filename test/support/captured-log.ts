import type { LogItem } from "@aws-lambda-powertools/logger";
import { Logger } from "@aws-lambda-powertools/logger";
import { describedInvoice } from "../../shared/invoices/invoice.ts";
import { loggerOptions } from "../../shared/logging/logger.ts";
import {
	describedLine,
	describedOrder,
} from "../../shared/purchase-orders/schema.ts";
import { describedVendor } from "../../shared/vendors/vendor.ts";

/** The service's logger; its lines are kept, not written. */
export class CapturedLogger extends Logger {
	/** JSON */
	readonly lines: string[] = [];

	constructor() {
		super(loggerOptions);
	}

	protected override printLog(_level: number, item: LogItem) {
		this.lines.push(
			JSON.stringify(item.getAttributes(), this.getJsonReplacer()),
		);
	}
}

/** What a request carried that no line of a log may (`docs/security.md`). */
export interface SentSecrets {
	headers: Record<string, string>;
	cookies?: string[];
	body: string | undefined;
}

/** Shorter texts are part of innocent ones. */
const secretMinLength = 8;

/** Properties of bodies, and of tags, that are the organization's own business. */
const freeTexts = new Set([
	...[describedInvoice, describedLine, describedOrder, describedVendor].flatMap(
		Object.keys,
	),
	...["narration", "utr", "value"],
]);

/** @throws When a line has an API key, an idempotency key, a body or a free text of a body in it. */
export function refuseSecrets(
	lines: readonly string[],
	sent: readonly SentSecrets[],
) {
	const secrets = new Set(sent.flatMap(secretsOf));
	const log = lines.join("\n");
	for (const secret of secrets) {
		if (!log.includes(secret)) continue;
		const line = lines.find((text) => text.includes(secret));
		throw new Error(`A log line has the secret ${secret}: ${line}`);
	}
}

function secretsOf({
	headers,
	cookies = [],
	body = "",
}: SentSecrets): string[] {
	const { authorization = "", "x-idempotency-key": key = "" } = headers;
	const secret = authorization.replace(/^\s*api-key\s+/i, "").trim();
	const values = cookies.map((cookie) => cookie.replace(/^[^=]*=/, ""));
	const texts = [
		...[secret, key, body.slice(0, 200)],
		...values,
		...freeTextsOf(body),
	];
	return texts
		.filter((text) => text.length >= secretMinLength)
		.map((text) => JSON.stringify(text).slice(1, -1));
}

/** A loop, neither recursion nor a reviver of `JSON.parse`: some bodies are deep, and some are large. */
function freeTextsOf(body: string): string[] {
	const texts: string[] = [];
	const nodes: unknown[] = [parsed(body)];
	for (const node of nodes) {
		if (typeof node !== "object" || node === null) continue;
		for (const [name, value] of Object.entries(node)) {
			if (typeof value !== "string") nodes.push(value);
			else if (freeTexts.has(name)) texts.push(value);
		}
	}
	return texts;
}

function parsed(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch (error) {
		if (error instanceof SyntaxError || error instanceof RangeError)
			return undefined;
		throw error;
	}
}
