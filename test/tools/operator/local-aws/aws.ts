import { text } from "node:stream/consumers";

/** `aws …` as the runbook has it, answered by `imitateAws` at the URL in IMITATED_AWS. */
const response = await fetch(process.env.IMITATED_AWS ?? "", {
	method: "POST",
	body: JSON.stringify(process.argv.slice(2)),
});
const output = response.body ? await text(response.body) : "";
if (response.ok) process.stdout.write(output);
else {
	process.stderr.write(`${output}\n`);
	process.exitCode = 255;
}
