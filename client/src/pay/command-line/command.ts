import type { ProcurementPaymentsClient } from "../../client.ts";
import { ProcurementPaymentsError } from "../../http/errors.ts";
import type { ServiceOptions } from "./connect.ts";
import { toStoppedError, withExitCode } from "./describe-failure.ts";
import { exitCodes } from "./errors.ts";
import { guarded, type Terminal } from "./terminal.ts";

/** What a command needs of its process; tests pass their own. */
export interface CommandProcess {
	terminal: Terminal;
	/** @throws InputError When there is no API key. */
	connect(options: ServiceOptions): ProcurementPaymentsClient;
	sleep(milliseconds: number): Promise<void>;
}

/** @param args The arguments after the command's name. @returns The exit code. */
export type Command = (
	args: readonly string[],
	process: CommandProcess,
) => Promise<number>;

/** A command that shows its help, or runs with its options. */
export const toCommand =
	<Options extends { service: ServiceOptions }>(
		help: string,
		read: (args: readonly string[]) => Options,
		run: (options: Options, process: CommandProcess) => Promise<number>,
	): Command =>
	(args, { terminal, ...others }) => {
		const process = { ...others, terminal: guarded(terminal) };
		return withExitCode(process.terminal, async () => {
			if (args.some((one) => one === "--help" || one === "-h")) {
				process.terminal.print(help);
				return exitCodes.done;
			}
			const options = read(args);
			try {
				return await run(options, process);
			} catch (error) {
				throw error instanceof ProcurementPaymentsError
					? toStoppedError(error, options.service.url)
					: error;
			}
		});
	};
