import type { Exhibit } from "../exhibits/exhibit.ts";
import { tags } from "../exhibits/tags.ts";

/** The generated tables of `docs/endpoints.md`: who may call each endpoint, and what it does. */
export const endpointTables = (exhibits: readonly Exhibit[]): string =>
	tags
		.map(({ name, description }) => {
			const rows = exhibits.filter(({ tag }) => tag === name).map(toRow);
			const head = [
				"| Endpoint | Does | Permission | Session |",
				"|---|---|---|---|",
			];
			return [`## ${name}`, "", description, "", ...head, ...rows].join("\n");
		})
		.join("\n\n");

const toRow = (exhibit: Exhibit): string =>
	`| \`${exhibit.endpoint.routeKey}\` | ${exhibit.summary} | ${toCaller(exhibit)} | ${sessionTexts[exhibit.endpoint.sessions ?? "never"]} |`;

/** Whether a session of the console is accepted. */
const sessionTexts = { permitted: "yes", always: "always", never: "no" };

function toCaller({
	endpoint: { permissions },
	additionalPermission: also,
	caller: { roles } = {},
}: Exhibit): string {
	const quoted = (names: readonly string[]) =>
		names.map((name) => `\`${name}\``).join(" or ");
	return [
		quoted(permissions) || "none",
		...(also ? [`\`${also.permission}\` as well ${also.when}`] : []),
		...(roles ? [`role ${quoted(roles)}`] : []),
	].join("; ");
}
