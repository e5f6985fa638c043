import type { WriteStream } from "node:tty";
import { styleText } from "node:util";

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Styles a text for a terminal, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_, text) => text;

export const coloured: Paint = (style, text) =>
	styleText(style, text, { validateStream: false });

/** Colours for a terminal that has them, unless the environment variable NO_COLOR is set. */
export const paintFor = (
	stream: Pick<WriteStream, "isTTY" | "hasColors">,
	env: NodeJS.ProcessEnv,
): Paint =>
	stream.isTTY && !env.NO_COLOR && stream.hasColors(env) ? coloured : plain;
