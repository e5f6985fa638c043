import type { Node } from "constructs";
import { approvalRoutes } from "./approval-routes.ts";
import { chunkSource } from "./chunk-source.ts";
import { endpoints, routesOf } from "./endpoints.ts";
import {
	type NotificationSettings,
	toApprovalKey,
	toApprovalUrl,
	toEvents,
	toSender,
} from "./notifications/settings.ts";
import { invalidSetting, type Setting, settingOf } from "./setting.ts";
import type { WarmThroughput } from "./table.ts";

/**
 * What a stage sets in the `context` of `cdk.json`, each under `<name>:<stage>` (`docs/guides/deploy.md`, "Settings of a
 * stage"). Not on the command line, so that no deployment forgets it.
 */
export interface StageSettings {
	/** The name of a restored table, which replaces the stack's own (`docs/operations/restore.md`). */
	restoredTableName: string | undefined;
	/** Limits by route key, `default` for all routes without one. */
	throttle: ReadonlyMap<string, Throttle>;
	/** Capacity that the table has from its creation on. */
	warmThroughput: WarmThroughput | undefined;
	/** How many payment workers run at once. */
	workers: number;
	notifications: NotificationSettings;
}

/** Requests a second, and how many may come at once. */
export interface Throttle {
	rate: number;
	burst: number;
}

/** The key of the limit of all routes that have none of their own. */
export const defaultRoute = "default";

/** What DynamoDB gives an on-demand table at least. */
const warmThroughputMin: WarmThroughput = { read: 12_000, write: 4_000 };

/** @throws When a setting has another form; the message names it. */
export function stageSettings(node: Node, stage: string): StageSettings {
	refuseUnknown(Object.keys(node.getAllContext()));
	const table = settingOf(node, "table", stage);
	const throttle = settingOf(node, "throttle", stage);
	const warm = settingOf(node, "warmThroughput", stage);
	const workers = settingOf(node, "workers", stage);
	const sender = settingOf(node, "mailSender", stage);
	const events = settingOf(node, "events", stage);
	const approvalUrl = settingOf(node, "approvalUrl", stage);
	const approvalKey = settingOf(node, "approvalKey", stage);
	return {
		restoredTableName: table && toTableName(table),
		throttle: throttle ? toThrottle(throttle) : new Map(),
		warmThroughput: warm && toWarmThroughput(warm),
		workers: workers ? toWorkers(workers) : chunkSource.workers,
		notifications: {
			sender: sender && toSender(sender),
			approvalUrl: approvalUrl && toApprovalUrl(approvalUrl),
			approvalKey: approvalKey ? toApprovalKey(approvalKey) : 1,
			events: events ? toEvents(events) : "NONE",
		},
	};
}

const settingNames = [
	"table",
	"throttle",
	"warmThroughput",
	"workers",
	"mailSender",
	"approvalUrl",
	"approvalKey",
	"events",
] as const;

/** A misspelt setting, or one without a stage, would be ignored: the stage would send no mails, for example. */
function refuseUnknown(context: readonly string[]) {
	for (const key of context) {
		// Those of the CDK have another form: `@aws-cdk/…`, `aws:cdk:…`, `availability-zones:account=…`.
		const [, name, stage] = /^([A-Za-z]+)(?::([\w-]+))?$/.exec(key) ?? [];
		const isSetting = settingNames.some((one) => one === name);
		const isMeant = settingNames.some(
			(one) => one.toLowerCase() === name?.toLowerCase(),
		);
		if (stage ? name && !isSetting : isMeant)
			throw invalidSetting(
				{ name: `"${key}"` },
				`is unknown: the settings are ${settingNames.map((one) => `${one}:<stage>`).join(", ")}`,
			);
	}
}

function toTableName(setting: Setting): string {
	const { value } = setting;
	if (typeof value === "string" && value !== "") return value;
	throw invalidSetting(setting, "must be the name of a table");
}

function toThrottle(setting: Setting): StageSettings["throttle"] {
	const { name } = setting;
	const form = `must be an object of limits by route, such as {"POST /v1.0/vendor": {"rate": 50, "burst": 100}}`;
	const limits = toObject(setting, form);
	const routes = [...endpoints.flatMap(routesOf), ...approvalRoutes].map(
		({ method, path }) => `${method} ${path}`,
	);
	for (const route of Object.keys(limits))
		if (route !== defaultRoute && !routes.includes(route))
			throw invalidSetting(
				setting,
				`has no route "${route}": the routes are "${defaultRoute}" and those of lib/endpoints.ts, such as "${routes[0]}"`,
			);
	return new Map(
		Object.entries(limits).map(([route, limit]) => [
			route,
			toNumbers(
				{ name: `${name}, route "${route}",`, value: limit },
				{ rate: 1, burst: 1 },
			),
		]),
	);
}

/** What Lambda takes as the maximum concurrency of an event source. */
const workersAllowed = { min: 2, max: 1_000 };

function toWorkers(setting: Setting): number {
	const { value } = setting;
	const { min, max } = workersAllowed;
	const workers = Number.isInteger(value) ? Number(value) : 0;
	if (workers >= min && workers <= max) return workers;
	throw invalidSetting(setting, `must be a whole number from ${min} to ${max}`);
}

const toWarmThroughput = (setting: Setting): WarmThroughput =>
	toNumbers(setting, warmThroughputMin);

/** @param least The names that the object has, no other, each with the smallest value. */
function toNumbers<Name extends string>(
	setting: Setting,
	least: Record<Name, number>,
): Record<Name, number> {
	const names = Object.keys(least) as Name[];
	const form = `must be an object with whole numbers, ${names.map((one) => `"${one}" of at least ${least[one]}`).join(" and ")}`;
	const given = toObject(setting, form);
	const isComplete =
		Object.keys(given).length === names.length &&
		names.every((one) => {
			const number = given[one];
			return Number.isInteger(number) && Number(number) >= least[one];
		});
	if (!isComplete) throw invalidSetting(setting, form);
	// Unchecked cast: each of the names was checked above.
	return given as Record<Name, number>;
}

function toObject(setting: Setting, form: string) {
	const { value } = setting;
	if (typeof value !== "object" || value === null || Array.isArray(value))
		throw invalidSetting(setting, `${form}, in the context of cdk.json`);
	// Unchecked cast: the values of any object are unknown.
	return value as Record<string, unknown>;
}
