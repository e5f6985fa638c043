import type { Metafile } from "esbuild";

/**
 * The files of a build that an entry imports, itself included. The inputs of its output would not do: they leave out
 * files that contribute nothing so far.
 */
export function reachableFrom(
	entry: string,
	metafile: Metafile | undefined,
): ReadonlySet<string> {
	const reached = new Set([entry]);
	for (const path of reached)
		for (const { path: imported } of metafile?.inputs[path]?.imports ?? [])
			reached.add(imported);
	return reached;
}
