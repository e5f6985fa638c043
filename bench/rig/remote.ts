import { fork } from "node:child_process";
import { once } from "node:events";

/** A child process that answers one message at a time. */
export interface Remote<Question, Answer> {
	ask(question: Question): Promise<Answer>;
	stop(): Promise<void>;
}

/** Starts `script`, which is to call `answerQuestions`, with this environment and no other variable. */
export function startRemote<Question extends object, Answer>(
	script: string,
	{ args, env }: { args: string[]; env: Record<string, string> },
): Remote<Question, Answer> {
	const child = fork(script, args, {
		env,
		// Log lines are written, at the same cost as on Lambda, and discarded.
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	const ended = once(child, "exit");
	const failed = () => ended.then(([code]) => fail(script, code));
	return {
		async ask(question) {
			child.send(question);
			const [answer] = await Promise.race([once(child, "message"), failed()]);
			return answer;
		},
		async stop() {
			child.disconnect();
			await ended;
		},
	};
}

/** Runs in the child process: answers messages until the parent disconnects. */
export function answerQuestions<Question, Answer>(
	answer: (question: Question) => Promise<Answer>,
) {
	process.on("message", async (question: Question) => {
		process.send?.(await answer(question));
	});
	process.on("disconnect", () => process.exit());
}

function fail(script: string, code: unknown): never {
	throw new Error(`${script} ended with exit code ${code}`);
}
