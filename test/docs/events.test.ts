import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { stageSettings } from "../../lib/stage-settings.ts";
import { detailTypes } from "../../shared/events/service-event.ts";
import { unbundledStack } from "../lib/unbundled-stack.ts";
import {
	eventSchemaPath,
	requireDocumentedEvent,
} from "../support/event-schemas.ts";
import { listItems, readDocument } from "./markdown.ts";

const document = readDocument("docs/events.md");
const jsonBlocks = [...document.matchAll(/```json\n([\s\S]*?)```/g)].map(
	([, text = ""]) => JSON.parse(text),
);

it("docs: events.md has every detail type with its schema, and docs/events no other", () => {
	const listed = listItems(document, "Events").flatMap(
		([term = ""]) => /^\[`(.+)`\]/.exec(term)?.[1] ?? [],
	);
	expect(listed).toEqual([...detailTypes]);
	for (const detailType of detailTypes) {
		const file = basename(eventSchemaPath(detailType));
		expect(document).toContain(`(events/${file})`);
		expect(JSON.parse(readDocument(eventSchemaPath(detailType)))).toMatchObject(
			{
				title: detailType,
				properties: { metadata: { properties: { version: { const: 1 } } } },
			},
		);
	}
	const files = globSync("*", {
		cwd: join(import.meta.dirname, "../../docs/events"),
	});
	expect(files.toSorted()).toEqual(
		detailTypes.map((type) => basename(eventSchemaPath(type))).toSorted(),
	);
});

it("docs: the example event is as its schema says", () => {
	const example = jsonBlocks.find((block) => block["detail-type"]);
	requireDocumentedEvent({
		detailType: example["detail-type"],
		detail: example.detail,
	});
	expect(example.source).toBe("procurement-payments");
});

it("docs: the rule of webhook.yaml asks for events that there are", () => {
	const template = readDocument("docs/webhook.yaml");
	const [, source = ""] = /source: \[(.+)\]/.exec(template) ?? [];
	const [, asked = ""] = /detail-type: \[(.+)\]/.exec(template) ?? [];
	expect(source).toBe("procurement-payments");
	expect(detailTypes).toEqual(expect.arrayContaining(asked.split(", ")));
});

it("docs: the settings that events.md shows turn both on", () => {
	const { context } = jsonBlocks.find((block) => block.context);
	const { notifications } = stageSettings(
		unbundledStack("prod", context).node,
		"prod",
	);
	expect(notifications).toEqual({
		sender: "approvals@example.com",
		approvalUrl: undefined,
		approvalKey: 1,
		events: "ALL",
		hasEventFeed: false,
	});
});
