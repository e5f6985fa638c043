import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";

type Instrument = Instrumenter["instrument"];
type Ignorer = Parameters<Instrument>[1]["ignorers"][number];
/** As of Babel. */
interface NodePath {
	node: { type: string };
	parent?: { type: string; callee?: { name?: string } };
}

export type Mutant = Awaited<ReturnType<Instrument>>["mutants"][number];

export interface Instrumented {
	mutants: readonly Mutant[];
	/** Path from the root → the code with all mutants in it, of which none is active. */
	code: ReadonlyMap<string, string>;
}

const root = join(import.meta.dirname, "../..");
const ignore = () => {};
const silent = {
	...{ trace: ignore, debug: ignore, info: ignore },
	...{ warn: ignore, error: ignore, fatal: ignore },
	...{ isTraceEnabled: () => false, isDebugEnabled: () => false },
	...{ isInfoEnabled: () => false, isWarnEnabled: () => false },
	...{ isErrorEnabled: () => false, isFatalEnabled: () => false },
};

/** An `Error` is logged, not answered: its text has no meaning to a caller. */
const internalTexts: Ignorer = {
	shouldIgnore({ node, parent }: NodePath) {
		const { type, callee } = parent ?? {};
		const isError = type === "NewExpression" && callee?.name === "Error";
		const isText = /^(String|Template)Literal$/.test(node.type);
		return isError && isText ? "internal text" : undefined;
	},
};

/**
 * Puts every mutant of StrykerJS into the code, each behind a switch. The same files give the same ids.
 *
 * @param path A folder; a file; some lines of a file, such as `shared/payments/payment-plan.ts:40-60`.
 * @param without Folders in it that are left out.
 */
export async function instrument(
	path: string,
	without: readonly string[] = [],
): Promise<Instrumented> {
	const { files, mutants } = await new Instrumenter(silent).instrument(
		filesOf(path, without),
		{ ignorers: [internalTexts], excludedMutations: [], plugins: null },
	);
	return {
		mutants: mutants.filter(({ status }) => status !== "Ignored"),
		code: new Map(files.map(({ name, content }) => [name, content])),
	};
}

function filesOf(path: string, without: readonly string[]) {
	const [, file, from, to] = /^(.*\.ts)(?::(\d+)-(\d+))?$/.exec(path) ?? [];
	if (file)
		return [
			{
				name: file,
				content: read(file),
				mutate: from
					? [
							{
								start: { line: Number(from) - 1, column: 0 },
								end: { line: Number(to), column: 0 },
							},
						]
					: true,
			},
		];
	// Only deployed bundles use the connections of a `handler.ts`.
	return globSync(`${path}/**/*.ts`, { cwd: root })
		.filter((name) => !/schema\.ts$|\.d\.ts$|\/handler\.ts$/.test(name))
		.filter((name) => !without.some((folder) => name.startsWith(`${folder}/`)))
		.toSorted()
		.map((name) => ({ name, content: read(name), mutate: true }));
}

const read = (name: string) => readFileSync(join(root, name), "utf8");
