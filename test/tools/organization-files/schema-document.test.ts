import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import {
	isCalendarDate,
	isInstant,
} from "../../../shared/dates/calendar-date.ts";
import { contractExample } from "./contract-example.ts";

const root = join(import.meta.dirname, "../../..");
const readJson = (path: string) =>
	JSON.parse(readFileSync(join(root, path), "utf8"));
const documentPath = "docs/organization-file.schema.json";

describe(documentPath, () => {
	const validate = new Ajv({
		allowUnionTypes: true,
		formats: { date: isCalendarDate, "date-time": isInstant },
	}).compile(readJson(documentPath));

	it("contract 2: an editor accepts the demo organization, which names it, and the contract's example", () => {
		const demoPath = "tools/organization-files/demo-organization.json";
		const demo = readJson(demoPath);
		expect(join("tools/organization-files", demo.$schema)).toBe(documentPath);
		for (const file of [demo, contractExample()])
			expect(validate(file), JSON.stringify(validate.errors)).toBe(true);
	});

	it("contract 2: an editor marks an unknown property", () => {
		expect(validate({ ...contractExample(), colour: "red" })).toBe(false);
	});
});
