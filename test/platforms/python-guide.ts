import { join } from "node:path";
import { readDocument } from "../docs/markdown.ts";
import { runStack } from "../tools/local/run-stack.ts";
import type { Part } from "./part.ts";
import { withPythonTools } from "./python-tools.ts";
import { runProgram } from "./run-program.ts";

const path = "docs/guides/python.md";

/** The guide's blocks are one program, and its last block what that prints. */
export const pythonGuide: Part = {
	summary: `the program of ${path} on npm start`,
	run: () =>
		withPythonTools(["httpx==0.28.1"], async (programs) => {
			const page = readDocument(path);
			const blocks = (language: string) =>
				Array.from(
					page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms")),
					([, text = ""]) => text,
				);
			await using stack = runStack("--memory", "--port", "0", "--quiet");
			const program = blocks("python")
				.join("\n")
				.replaceAll("http://127.0.0.1:3000", await stack.ready());
			const printed = await runProgram(join(programs, "python"), [
				...["-c", program],
			]);
			const [shown = "nothing"] = blocks("console");
			if (printed !== shown)
				throw new Error(
					`${path} shows ${shown}, its program prints ${printed}`,
				);
			return { figures: `${program.trim().split("\n").length} lines` };
		}),
};
