/** `npm start`, with a sweeper that soon sees what a killed stack left behind. */
import { startLocalStack } from "../../../../tools/local/local-stack.ts";
import { readOptions } from "../../../../tools/local/options.ts";
import { withTimes } from "./short-times.ts";

const stack = await startLocalStack({
	...readOptions(process.argv.slice(2)),
	log: (line) => process.stderr.write(`${line}\n`),
	change: withTimes({
		visibilitySeconds: 30,
		// Longer than accepting takes on a machine with much else to do.
		abortAfterSeconds: 10,
		resendAfterSeconds: 5,
		abandonAfterSeconds: 300,
	}),
});
console.log(`READY ${stack.url}`);
