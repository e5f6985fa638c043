import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Node } from "constructs";
import { apiFunctions, routesOf } from "./api-functions.ts";
import { approvalRoutes } from "./approval-routes.ts";
import { chunkSource } from "./chunk-source.ts";
import { consoleRoutes } from "./console-pages.ts";
import {
	type DomainSettings,
	toCertificateArn,
	toDomain,
	toDomainName,
} from "./domain.ts";
import {
	type NotificationSettings,
	toAddress,
	toApprovalKey,
	toApprovalUrl,
	toEvents,
	toSender,
} from "./notifications/settings.ts";
import {
	invalidSetting,
	type Setting,
	settingOf,
	toNumbers,
	toObject,
	toSwitch,
	toText,
	toWholeNumber,
} from "./setting.ts";
import { type SignInSetting, toSignIn } from "./sign-in/settings.ts";
import { signInRoutes } from "./sign-in/sign-in-routes.ts";

/**
 * What a stage sets in the `context` of `cdk.json`, each under `<name>:<stage>` (`docs/guides/deploy.md`, "Settings of
 * a stage"). The settings are not given on the command line, so that no deployment forgets one.
 */
export interface StageSettings {
	/** The name of a restored table, which replaces the stack's own (`docs/operations/restore.md`). */
	restoredTableName: string | undefined;
	/** Limits by route key; `default` is the limit of all routes without one of their own. */
	throttle: ReadonlyMap<string, Throttle>;
	/** How many payment workers run at once. */
	workers: number;
	/** How long all log groups keep their lines. */
	logRetentionDays: number;
	notifications: NotificationSettings;
	/** Whether the worker, the sweeper and signing in reserve a share of the account's concurrency. */
	reservesConcurrency: boolean;
	/** Whether a new version of a function gets a tenth of the invocations first. */
	canary: "ON" | "PAUSED" | "OFF";
	/** Whether Lambda sends traces of the functions to AWS X-Ray. */
	isTraced: boolean;
	/** How many requests a second an API key may send to one environment of a function; undefined for no limit. */
	keyRequestsPerSecond: number | undefined;
	/** A domain of one's own, with its certificate; undefined when callers use the API's own address. */
	domain: DomainSettings | undefined;
	/** How people sign in to the console; undefined when the stage has none. */
	signIn: SignInSetting | undefined;
	/** The address that gets the alarms by mail; undefined when subscribers are added by hand. */
	alarmEmail: string | undefined;
}

/** `rate` is the number of requests a second, `burst` how many may come at once. */
export interface Throttle {
	rate: number;
	burst: number;
}

/** The key of the limit of all routes that have none of their own. */
export const defaultRoute = "default";

/** @throws When a setting has another form; the message names it. */
export function stageSettings(node: Node, stage: string): StageSettings {
	refuseUnknown(Object.keys(node.getAllContext()));
	const read = <Value>(name: SettingName, parse: (one: Setting) => Value) => {
		const setting = settingOf(node, name, stage);
		return setting && parse(setting);
	};
	return {
		restoredTableName: read("table", toTableName),
		throttle: read("throttle", toThrottle) ?? new Map(),
		workers: read("workers", toWorkers) ?? chunkSource.workers,
		logRetentionDays:
			read("logRetention", toRetentionDays) ?? RetentionDays.THREE_MONTHS,
		notifications: {
			sender: read("mailSender", toSender),
			approvalUrl: read("approvalUrl", toApprovalUrl),
			approvalKey: read("approvalKey", toApprovalKey) ?? 1,
			events: read("events", toEvents) ?? "NONE",
			hasEventFeed: read("eventFeed", toSwitch) ?? false,
		},
		domain: toDomain(stage, {
			name: read("domain", toDomainName),
			certificateArn: read("certificateArn", toCertificateArn),
			isOnlyAddress: read("domainOnly", toSwitch),
		}),
		keyRequestsPerSecond: read("keyRequestsPerSecond", toKeyRequests),
		signIn: read("signIn", toSignIn),
		alarmEmail: read("alarmEmail", toAddress),
		reservesConcurrency: read("reservedConcurrency", toSwitch) ?? false,
		canary: read("canary", toCanary) ?? "OFF",
		isTraced: read("tracing", toSwitch) ?? false,
	};
}

const settingNames = [
	"table",
	"throttle",
	"workers",
	"logRetention",
	"mailSender",
	"approvalUrl",
	"approvalKey",
	"events",
	"eventFeed",
	"domain",
	"certificateArn",
	"domainOnly",
	"keyRequestsPerSecond",
	"signIn",
	"alarmEmail",
	"canary",
	"reservedConcurrency",
	"tracing",
] as const;
type SettingName = (typeof settingNames)[number];

/** A misspelt setting, or one without a stage, would be ignored: the stage would send no mails, for example. */
function refuseUnknown(context: readonly string[]) {
	for (const key of context) {
		// The CDK's own keys have another form: `@aws-cdk/…`, `aws:cdk:…`, `availability-zones:account=…`.
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

const toTableName = (setting: Setting) =>
	toText(setting, /./, "must be the name of a table");

function toThrottle(setting: Setting): StageSettings["throttle"] {
	const { name } = setting;
	const form = `must be an object of limits by route, such as {"POST /v1.0/vendor": {"rate": 50, "burst": 100}}`;
	const limits = toObject(setting, form);
	const routes = [
		...apiFunctions.flatMap(routesOf),
		...approvalRoutes,
		...signInRoutes,
		...consoleRoutes,
	].map(({ method, path }) => `${method} ${path}`);
	for (const route of Object.keys(limits))
		if (route !== defaultRoute && !routes.includes(route))
			throw invalidSetting(
				setting,
				`has no route "${route}": the routes are "${defaultRoute}" and those of shared/endpoints/endpoints.ts, lib/approval-routes.ts, lib/sign-in/sign-in-routes.ts and lib/console-pages.ts, such as "${routes[0]}"`,
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

function toCanary(setting: Setting): StageSettings["canary"] {
	// The CDK's option `-c` passes every value as a text.
	const value = `${setting.value}`;
	if (value === "true") return "ON";
	if (value === "false") return "OFF";
	if (value === "paused") return "PAUSED";
	throw invalidSetting(setting, 'must be true, false or "paused"');
}

/** The range that Lambda accepts as the maximum concurrency of an event source. */
const toWorkers = (setting: Setting) =>
	toWholeNumber(setting, { min: 2, max: 1_000 });

const toKeyRequests = (setting: Setting) =>
	toWholeNumber(setting, { min: 1, max: 1_000 });

/** The retentions that CloudWatch Logs accepts, in days. */
const retentionsAllowed = Object.values(RetentionDays).filter(
	(days) => typeof days === "number" && days !== RetentionDays.INFINITE,
);

function toRetentionDays(setting: Setting): number {
	const { value } = setting;
	const days = retentionsAllowed.find((allowed) => `${allowed}` === `${value}`);
	if (days !== undefined) return Number(days);
	throw invalidSetting(
		setting,
		`must be a number of days that CloudWatch Logs takes: ${retentionsAllowed.join(", ")}`,
	);
}
