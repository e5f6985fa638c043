/** A request of an `.http` file, with its variables replaced. */
export interface HttpFileRequest {
	title: string;
	method: string;
	url: string;
	headers: Record<string, string>;
	/** Absent when the request has none. */
	body?: string;
	/** The status that its comment names (`# Answers 409 …`), otherwise 200. */
	status: number;
}

/**
 * Parses an `.http` file: variables (`@name = value`), then requests, each after a line `### title`.
 *
 * @param overrides Values of variables in place of those of the file.
 */
export function parseHttpFile(
	text: string,
	overrides: Record<string, string> = {},
): HttpFileRequest[] {
	const [head = "", ...requests] = text.split(/^### /m);
	const variables = new Map(
		[...head.matchAll(/^@(\w+) *= *(.*)$/gm)].map(
			([, name = "", value = ""]) => [name, overrides[name] ?? value],
		),
	);
	const replaced = (request: string) =>
		request.replaceAll(/{{(\w+)}}/g, (_, name: string) => {
			const value = variables.get(name);
			if (value === undefined) throw new Error(`There is no @${name}`);
			return value;
		});
	return requests.map((request) => toRequest(replaced(request)));
}

function toRequest(request: string): HttpFileRequest {
	const [head = "", ...body] = request.split("\n\n");
	const [title = "", ...lines] = head.split("\n");
	const comments = lines.filter((line) => line.startsWith("#"));
	const [target = "", ...headers] = lines.filter(
		(line) => line !== "" && !line.startsWith("#"),
	);
	const [method = "", url = ""] = target.split(" ");
	const [, status = "200"] =
		/^# Answers (\d+)/m.exec(comments.join("\n")) ?? [];
	const content = body.join("\n\n").trim();
	return {
		title,
		method,
		url,
		status: Number(status),
		headers: Object.fromEntries(
			headers.map((header) => {
				const [name = "", ...value] = header.split(":");
				return [name.toLowerCase(), value.join(":").trim()];
			}),
		),
		...(content !== "" && { body: content }),
	};
}
