import { type Command, toCommand } from "./command-line/command.ts";
import { payFile } from "./pay-file.ts";
import { payHelp, readPayOptions } from "./pay-options.ts";
import { payPreparedRun } from "./pay-prepared-run.ts";

/** `procurement-payments-client pay`. */
export const payCommand: Command = toCommand(
	payHelp,
	readPayOptions,
	(options, process) => {
		const { what } = options;
		return "file" in what
			? payFile({ ...options, file: what.file }, process)
			: payPreparedRun({ ...options, runId: what.runId }, process);
	},
);
