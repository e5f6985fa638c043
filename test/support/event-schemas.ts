import { Ajv, type ValidateFunction } from "ajv";
import { isCalendarDate, isInstant } from "../../shared/dates/calendar-date.ts";
import {
	type DetailType,
	detailTypes,
	type ServiceEvent,
} from "../../shared/events/service-event.ts";
import { readDocument } from "../docs/markdown.ts";

/** The file of a detail type's JSON Schema, from the project's root. */
export const eventSchemaPath = (detailType: DetailType) =>
	`docs/events/${detailType.toLowerCase().replaceAll(" ", "-")}.schema.json`;

/** @throws When the event is not as its JSON Schema says, or has a property that the schema does not describe. */
export function requireDocumentedEvent({
	detailType,
	detail,
}: Pick<ServiceEvent, "detailType" | "detail">) {
	const validate = validators.get(detailType);
	if (!validate) throw new Error(`There is no schema of ${detailType}`);
	// As it arrives: without undefined properties.
	if (validate(JSON.parse(JSON.stringify(detail)))) return;
	throw new Error(`${detailType}: ${JSON.stringify(validate.errors)}`);
}

const ajv = new Ajv({
	allowUnionTypes: true,
	formats: { date: isCalendarDate, "date-time": isInstant },
});

const validators = new Map<string, ValidateFunction>(
	detailTypes.map((detailType) => [
		detailType,
		ajv.compile(
			closed(JSON.parse(readDocument(eventSchemaPath(detailType)))) as object,
		),
	]),
);

/** Receivers must expect additional properties; the service itself sends none that is not documented. */
function closed(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(closed);
	if (typeof schema !== "object" || schema === null) return schema;
	const members = Object.fromEntries(
		Object.entries(schema).map(([name, value]) => [name, closed(value)]),
	);
	return "required" in schema
		? { ...members, additionalProperties: false }
		: members;
}
