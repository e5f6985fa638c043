import { readOrganizationFile } from "../../organization-files/read-organization-file.ts";
import { demoOrganizationFile, firstRequest } from "../demo-organization.ts";
import type { Paint } from "./paint.ts";

/** Says what a started stack serves and, with the demo organization, how to use it. */
export function summary(
	{
		url,
		organizationFiles,
		hasNotifications,
	}: {
		url: string;
		organizationFiles: readonly string[];
		hasNotifications: boolean;
	},
	paint: Paint,
): string {
	const hasDemo = organizationFiles.includes(demoOrganizationFile);
	const sections = [
		section("Console: pay, release and approve in a browser", [
			`${url}/console`,
		]),
		section("API reference: try the endpoints in a browser", [`${url}/docs`]),
		section("Mails and events", [
			hasNotifications
				? `${url}/mail`
				: "none are sent with --memory or DYNAMODB_ENDPOINT",
		]),
		...(hasDemo
			? [
					section("API keys of the demo organization", toColumns(keyRows())),
					section("Pay an invoice", [firstRequest(url)]),
				]
			: []),
	];
	return `\n${sections.join("\n\n")}\n\n`;

	function section(title: string, lines: readonly string[]) {
		return [paint("bold", title), ...lines].join("\n");
	}
}

/** Lists only the keys of the demo organization, since those of other organizations are secrets. */
function keyRows(): string[][] {
	const { apiKeys = [] } = readOrganizationFile(demoOrganizationFile);
	return apiKeys.map(({ key, name, userId, revoked, expiresAt }) => [
		key,
		name ?? "",
		userId,
		revoked ? "revoked" : expiresAt ? `expires ${expiresAt}` : "",
	]);
}

/** Aligns columns to the left. */
function toColumns(rows: readonly string[][]): string[] {
	const widths = (rows[0] ?? []).map((_, column) =>
		Math.max(...rows.map((row) => row[column]?.length ?? 0)),
	);
	return rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join("  ")
			.trimEnd(),
	);
}
