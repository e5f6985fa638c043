import type { NamedExhibit } from "../../../tools/exhibits/exhibits.ts";
import { describeRepetition } from "../../../tools/openapi/repetition.ts";
import { wrap } from "../../../tools/openapi/wrap.ts";

/**
 * Writes what the document says of repeated requests into the comments of the client's methods, as TSDoc's `@remarks`.
 *
 * @param source A file of the client, whose methods have the names of their operations.
 */
export const withRemarks = (
	source: string,
	operations: readonly NamedExhibit[],
): string =>
	operations.reduce((text, operation) => {
		const repetition = describeRepetition(operation);
		const method = new RegExp(
			`(\\t/\\*\\*(?:(?!\\*/)[^])*\\*/\\n)?(\\t${operation.id}\\()`,
		);
		return repetition
			? text.replace(
					method,
					(_, comment: string | undefined, name: string) =>
						`${toComment(comment, repetition)}${name}`,
				)
			: text;
	}, source);

function toComment(comment = "", remarks: string): string {
	const lines = comment
		.replace(/^\t\/\*\*|\*\/\n$/g, "")
		.split("\n")
		.map((line) => line.replace(/^\s*\*?\s?/, "").trimEnd())
		.filter((line, index, all) => line !== "" || all[index + 1]?.[0] === "@");
	const begin = lines.findIndex((line) => line.startsWith("@remarks"));
	const own = begin < 0 ? lines : lines.slice(0, begin);
	// The blank line before the remarks of an earlier run.
	if (own.at(-1) === "") own.pop();
	const before = own.length > 0 ? [...own, ""] : [];
	const all = [...before, ...wrap(`@remarks ${remarks}`, "\t * ".length)];
	return `\t/**\n${all.map((line) => `\t * ${line}`.trimEnd()).join("\n")}\n\t */\n`;
}
