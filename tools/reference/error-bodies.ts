import { readFileSync } from "node:fs";
import { join } from "node:path";
import { errorTexts } from "../exhibits/error-texts.ts";

/** A body that an error response can have. */
export interface ErrorBody {
	/** What the error means and what to do, as Markdown. */
	note: string;
	body: unknown;
}

/** The parts of a response that are used here. */
export interface DocumentedResponse {
	content?: {
		"application/json": {
			schema?: object;
			examples?: Record<string, { summary: string; value: unknown }>;
		};
	};
	"x-error-codes"?: string[];
}

/** The recorded bodies of an error response, then one with a real message for each of its other codes. */
export function errorBodies(
	{ operationId, status }: { operationId: string; status: string },
	response: DocumentedResponse,
	errorsPage: string,
): ErrorBody[] {
	const { examples = {}, schema = {} } =
		response.content?.["application/json"] ?? {};
	const recorded = Object.values(examples).map(({ summary, value }) => ({
		note: `${summary}.`,
		body: value,
	}));
	const shown = JSON.stringify(recorded);
	const others = (response["x-error-codes"] ?? [])
		.filter((code) => !shown.includes(`"${code}"`))
		.map((code) => ({
			note: `${textOf(code, status)}.`,
			body: {
				ok: false,
				error: { code, message: messageOf(`${code} ${status}`, operationId) },
			},
		}));
	const isGateway = JSON.stringify(schema).includes("GatewayError");
	return [
		...recorded,
		...others,
		...(isGateway ? [gatewayBody(errorsPage, status)] : []),
	];
}

// Unchecked cast: only `npm run generate` writes the file.
const known = JSON.parse(
	readFileSync(join(import.meta.dirname, "error-messages.json"), "utf8"),
) as Record<string, string>;

const messageOf = (error: string, operationId: string) =>
	known[`${error} ${operationId}`] ?? known[error];

const texts: Readonly<Record<string, Readonly<Record<string, string>>>> =
	errorTexts;

function textOf(code: string, status: string): string {
	const text = texts[status]?.[code];
	if (!text) throw new Error(`No error is ${code} ${status}`);
	return text;
}

function gatewayBody(page: string, status: string): ErrorBody {
	const item = page
		.split("\n")
		.find((line) => line.startsWith(`- ${status} \``));
	const [, message, text] = /`(.+)`: (.+)/.exec(item ?? "") ?? [];
	if (!text) throw new Error(`docs/errors.md has no item ${status}`);
	return { note: `The gateway: ${text}`, body: { message } };
}
