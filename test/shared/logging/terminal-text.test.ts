import { expect, it } from "vitest";
import {
	escapeBeyondJson,
	toSingleLine,
	toTerminalText,
} from "../../../shared/logging/terminal-text.ts";

/** It erases a line, goes to its beginning, writes to the clipboard, and does the last with one character (C1). */
const steering = "a\u001b[2K\u001b[1G\u001b]52;c;cm0=\u0007\u009b31m\u202eb";

it("a text with characters that steer a terminal shows their code points, in one line", () => {
	expect(toSingleLine(`${steering}\r\n\u2028\u007f`)).toBe(
		"a\\u001b[2K\\u001b[1G\\u001b]52;c;cm0=\\u0007\\u009b31m\\u202eb\\r\\n\\u2028\\u007f",
	);
	expect(toSingleLine("₹ 1.00 – हिन्दी\u200d 😀")).toBe(
		"₹ 1.00 – हिन्दी\u200d 😀",
	);
});

it("a text for a terminal keeps its lines and tabs", () => {
	expect(toTerminalText(`1\t2\n${steering}\n`)).toBe(
		`1\t2\n${toSingleLine(steering)}\n`,
	);
});

it("JSON that is escaped for a terminal has the same meaning", () => {
	const value = { utr: steering, lines: "1\n2" };
	const text = JSON.stringify(value, null, 2);
	for (const shown of [toTerminalText(text), escapeBeyondJson(text)]) {
		expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
		expect(JSON.parse(shown)).toEqual(value);
	}
});
