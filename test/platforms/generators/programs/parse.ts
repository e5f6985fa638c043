/** Parses each answer of the file ANSWERS with the client's function for it and prints what it has kept, one a line. */
import { readFileSync } from "node:fs";
import * as client from "./index.js";

const functions = client as unknown as Record<
	string,
	(value: unknown) => unknown
>;
const answers = JSON.parse(readFileSync(process.env.ANSWERS ?? "", "utf8")) as {
	model: string;
	body: unknown;
}[];
for (const { model, body } of answers) {
	const parsed = functions[`${model}FromJSON`]?.(body);
	console.log(JSON.stringify(functions[`${model}ToJSON`]?.(parsed)));
}
