import { expect, it } from "vitest";
import { listItems, readDocument } from "./markdown.ts";

const page = readDocument("docs/times-and-limits.md");
/** `**write deadline**, 25 s: no write begins later`. */
const limits = [...page.matchAll(/^## (.+)$/gm)]
	.flatMap(([, heading = ""]) => listItems(page, heading))
	.map(([term = ""]) => {
		const [, name = "", value = ""] = /^\*\*(.+)\*\*, (.+)$/.exec(term) ?? [];
		return { name, value };
	});

/** The file and the constant of each limit. */
const places: Readonly<Record<string, readonly [string, string]>> = {
	"the key's window": ["shared/attempts/attempt.ts", "windowSeconds"],
	"write deadline": ["shared/timing/write-deadline.ts", "writeSeconds"],
	"settling time": ["shared/timing/write-deadline.ts", "settledAfterSeconds"],
	"attempt retention": ["shared/attempts/attempt.ts", "attemptKeptSeconds"],
	"resend time": ["client/src/attempts/settle-request.ts", "askedFreshMs"],
	"request retry time": [
		"shared/timing/retry-time.ts",
		"requestRetryTime.milliseconds",
	],
	"settling extension": [
		"shared/timing/retry-time.ts",
		"extensionMilliseconds",
	],
	"cache time": ["functions/dependencies.ts", "callerCacheSeconds"],
	"key length": ["shared/attempts/idempotency-key.ts", "keyMaxBytes"],
	"synchronous limit": ["shared/batches/payment-batch.ts", "resourcesSyncMax"],
	"payments of one invoice in a request": [
		"shared/batches/chunks/to-chunks.store.ts",
		"bytesMax",
	],
	"session lifetime": ["shared/sessions/session.ts", "sessionSeconds"],
	"idle limit": ["shared/sessions/session.ts", "idleSeconds"],
	"recent sign-in": ["shared/sessions/session.ts", "recentSignInSeconds"],
	"attempt to sign in": [
		"functions/sign-in/attempt-cookie.ts",
		"attemptSeconds",
	],
	"answer of the issuer": [
		"functions/sign-in/issuer/bounded-fetch.ts",
		"answerMaxBytes",
	],
	"time of the issuer": [
		"functions/sign-in/issuer/bounded-fetch.ts",
		"seconds",
	],
	"time of an exchange": [
		"functions/sign-in/issuer/issuer.ts",
		"exchangeSeconds",
	],
	"time of signing in": ["lib/sign-in/sign-in.ts", "signInTimeout"],
	nesting: ["shared/json/storable.ts", "depthMax"],
	"magnitude of numbers": ["shared/json/storable.ts", "magnitudeLimit"],
	"decimal places": ["shared/json/storable.ts", "decimalPlacesMax"],
	"float noise": ["shared/json/float-noise.ts", "digitsMax"],
	"id length": ["shared/dynamodb/keys.ts", "keyTextMaxBytes"],
	"record size": ["shared/dynamodb/item-size.ts", "itemMaxBytes"],
	"answer size": ["shared/json/response-size.ts", "answerMaxBytes"],
	"archive size": [
		"shared/invoices/item/archive-payments.store.ts",
		"paymentsMaxBytes",
	],
	chunk: ["shared/batches/chunks/to-chunks.store.ts", "chunkResourcesMax"],
	"worker retry time": [
		"shared/timing/retry-time.ts",
		"workerRetryTime.milliseconds",
	],
	sweep: ["lib/payment-batches.ts", "sweepInterval"],
	"acceptance limit": ["lib/payment-batches.ts", "ABORT_AFTER_SECONDS"],
	"visibility timeout": ["lib/chunk-source.ts", "visibilityTimeoutSeconds"],
	deliveries: ["lib/chunk-source.ts", "receiveCountMax"],
	"stall limit": ["shared/batches/batch-times.ts", "abandonAfterSeconds"],
	"stale guard": ["shared/batches/batch-times.ts", "staleGuardSeconds"],
	workers: ["lib/chunk-source.ts", "workers"],
	"batch retention": ["shared/batches/payment-batch.ts", "keptDays"],
	"message retention": ["lib/chunk-queue.ts", "ChunkQueue.retentionPeriod"],
	"dead letter retention": [
		"lib/chunk-queue.ts",
		"DeadLetterQueue.retentionPeriod",
	],
	"draft retention": ["shared/payment-runs/payment-run.ts", "draftKeptDays"],
	"payments of a check page": [
		"functions/read-records/check-run-route.ts",
		"checkLimits.limitMax",
	],
	"size of a check page": ["shared/json/response-size.ts", "pageMaxBytes"],
	"notification lifetime": ["lib/notifications/read-stream.ts", "maxRecordAge"],
	"link lifetime": ["shared/mails/approval-token.ts", "linkDays"],
	"event list": ["shared/events/bounded.ts", "listMaxBytes"],
	"text of a file": [
		"tools/organization-files/values.schema.ts",
		"textMaxLength",
	],
	"rate of a tax": ["tools/organization-files/check-rules.ts", "percentageMax"],
	rate: ["lib/http-api.ts", "defaultThrottle.rate"],
	burst: ["lib/http-api.ts", "defaultThrottle.burst"],
	"rate of a read": ["lib/http-api.ts", "readThrottle.rate"],
	"burst of a read": ["lib/http-api.ts", "readThrottle.burst"],
};

const perUnit: Record<string, number> = {
	milliseconds: 0.001,
	ms: 0.001,
	s: 1,
	seconds: 1,
	minute: 60,
	minutes: 60,
	hours: 3_600,
	days: 86_400,
	bytes: 1,
	kb: 1_024,
	mb: 1_024 ** 2,
};

/** `30 minutes` as seconds, `32 KB` as bytes, `20 approvers` as 20. */
function statedValue(text: string): number {
	const [number = "", unit = ""] = text.split(" ");
	return Number(number.replace(",", "")) * (perUnit[unit.toLowerCase()] ?? 1);
}

/** The first number after the names, which follow one another in the file; in seconds or bytes by the name's unit. */
function valueInCode(path: string, names: string): number {
	const text = names.split(".").reduce((rest, name) => {
		const found = new RegExp(`\\b${name}\\b"?( =|:|,|\\()`).exec(rest);
		if (!found) throw new Error(`${path} has no ${name}`);
		return rest.slice(found.index + name.length);
	}, readDocument(path));
	const [, unit, factors = ""] =
		/(?:Duration\.(\w+)\()?"?(\d[\d_.e]*(?: \* \d[\d_]*)*)/.exec(text) ?? [];
	const number = factors
		.split(" * ")
		.reduce((product, one) => product * Number(one.replaceAll("_", "")), 1);
	const [, suffix = ""] =
		/(milliseconds|Milliseconds|Ms|Seconds|SECONDS|Days)$/.exec(names) ?? [];
	return number * (perUnit[(unit ?? suffix).toLowerCase()] ?? 1);
}

const values = Object.fromEntries(
	limits.map(({ name, value }) => [name, value]),
);

it.each(Object.entries(places))(
	"docs/times-and-limits.md, %s: has the value that the code sets",
	(name, [path, constant]) => {
		expect(statedValue(values[name] ?? "")).toBe(valueInCode(path, constant));
	},
);

it("docs/times-and-limits.md: has each limit once, and only that of AWS Lambda without a constant", () => {
	const names = limits.map(({ name }) => name);
	expect(names.toSorted()).toEqual(
		[...Object.keys(places), "request size"].toSorted(),
	);
});
