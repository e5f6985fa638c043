import type { World } from "./world.ts";

/** The log lines with this message, parsed; those after the first `from` lines. */
export const logged = (
	{ logLines }: Pick<World, "logLines">,
	message: string,
	from = 0,
	// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of what was logged
): any[] =>
	logLines
		.slice(from)
		.map((line) => JSON.parse(line))
		.filter((line) => line.message === message);
