import { isCalendarDate } from "../../shared/dates/calendar-date.ts";
import { validationFailed } from "../../shared/errors/api-error.ts";
import { memberPointer } from "../../shared/json/json-pointer.ts";

/** Returns why a non-empty parameter value is invalid; null when it is valid. */
export type CheckValue = (value: string) => string | null;

/** The parameters that a list accepts in addition to `limit` and `cursor`, by name. */
export type FilterRules = Readonly<Record<string, CheckValue>>;

export const anyText: CheckValue = () => null;

export const oneOf =
	(values: readonly string[]): CheckValue =>
	(value) =>
		values.includes(value)
			? null
			: `must be equal to one of the allowed values: ${values.join(", ")}`;

export const calendarDate: CheckValue = (value) =>
	isCalendarDate(value) ? null : "must be a date, YYYY-MM-DD";

/** The parsed query of a list (R1, "Lists"). */
export interface ListQuery {
	limit: number;
	cursor: string | null;
	/** The filters that were sent, by name. */
	filters: Readonly<Record<string, string>>;
}

const listLimits = { limitDefault: 50, limitMax: 100 };
const nameMaxLength = 100;

/**
 * Parses a raw query string, in the order of its parameters.
 *
 * @throws ApiError 400 for a parameter that is unknown, sent twice, empty or invalid.
 */
export function parseListQuery(
	rawQuery: string,
	filterRules: FilterRules,
	{ limitDefault, limitMax } = listLimits,
): ListQuery {
	const limitRule = checkLimit(limitMax);
	const rules = { ...filterRules, limit: limitRule, cursor: anyText };
	const sent = new Map<string, string>();
	for (const [name, value] of parameters(rawQuery)) {
		const reason = checkParameter(rules, sent, { name, value });
		if (reason !== null) throw invalidParameter(name, reason);
		sent.set(name, value ?? "");
	}
	const { limit, cursor, ...filters } = Object.fromEntries(sent);
	return {
		limit: limit === undefined ? limitDefault : Number(limit),
		cursor: cursor ?? null,
		filters,
	};
}

function checkParameter(
	rules: FilterRules,
	sent: ReadonlyMap<string, string>,
	{ name, value }: { name: string; value: string | null },
): string | null {
	const checkValue = Object.hasOwn(rules, name) ? rules[name] : undefined;
	if (!checkValue) return "must NOT have additional properties";
	if (sent.has(name)) return "must NOT be given twice";
	if (value === null) return "must be percent-encoded UTF-8";
	if (value === "") return "must NOT have fewer than 1 characters";
	return checkValue(value);
}

const checkLimit =
	(limitMax: number): CheckValue =>
	(value) =>
		/^[1-9]\d{0,3}$/.test(value) && Number(value) <= limitMax
			? null
			: `must be an integer from 1 to ${limitMax}`;

/** The error for a parameter. A long name is truncated. */
export function invalidParameter(name: string, reason: string) {
	const start = [...name].slice(0, nameMaxLength).join("");
	return validationFailed(memberPointer("", start), reason);
}

/** Names and values; a value is null when it cannot be decoded. */
function* parameters(
	rawQuery: string,
): Generator<[name: string, value: string | null]> {
	for (const pair of rawQuery.split("&")) {
		if (pair === "") continue;
		const [name = "", ...value] = pair.split("=");
		yield [decode(name) ?? name, decode(value.join("="))];
	}
}

function decode(text: string): string | null {
	try {
		return decodeURIComponent(text.replaceAll("+", " "));
	} catch {
		return null;
	}
}
