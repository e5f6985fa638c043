import { type FSWatcher, globSync, readdirSync, watch } from "node:fs";
import { join } from "node:path";

/** Editors write a file in several steps. */
const quietMilliseconds = 30;

export interface SourceChanges {
	close(): void;
}

/**
 * Watches the source files of folders, however deep.
 *
 * @param root Absolute path of the folder that contains them.
 * @param onChange Gets the changed files' paths below `root`. It is called again only when it has ended.
 */
export function watchSources(
	root: string,
	folders: readonly string[],
	onChange: (paths: ReadonlySet<string>) => Promise<void>,
): SourceChanges {
	const watchers = new Map<string, FSWatcher>();
	let changed = new Set<string>();
	let timer: NodeJS.Timeout | undefined;
	let isHandling = false;

	/** Each folder on its own: Node's recursive watch loses files that an editor replaces, on Linux. */
	function watchFolders(): string[] {
		const added = foldersIn(root, folders).filter(
			(folder) => !watchers.has(folder),
		);
		for (const folder of added) watchers.set(folder, watchFolder(folder));
		return added;
	}

	function watchFolder(folder: string): FSWatcher {
		const watcher = watch(join(root, folder), (_, name) => {
			if (name && isSource(name)) changed.add(join(folder, name));
			clearTimeout(timer);
			timer = setTimeout(handle, quietMilliseconds);
		});
		// The folder was removed.
		watcher.on("error", () => watcher.close());
		watcher.on("close", () => watchers.delete(folder));
		return watcher;
	}

	async function handle() {
		// Files may have been written into a new folder before it was watched.
		for (const folder of watchFolders())
			for (const name of readdirSync(join(root, folder)).filter(isSource))
				changed.add(join(folder, name));
		if (isHandling) return;
		isHandling = true;
		try {
			while (changed.size > 0) {
				const paths = changed;
				changed = new Set();
				await onChange(paths);
			}
		} finally {
			isHandling = false;
		}
	}

	watchFolders();
	return {
		close() {
			clearTimeout(timer);
			for (const watcher of watchers.values()) watcher.close();
		},
	};
}

const foldersIn = (root: string, folders: readonly string[]) =>
	globSync(
		folders.map((folder) => `${folder}/{,**/}`),
		{ cwd: root },
	).map((folder) => folder.replace(/\/$/, ""));

/** Compiled validators (`bin/build-validators.ts`) change because of their schemas. */
const isSource = (name: string) =>
	/\.(ts|js|json)$/.test(name) && !/\.validator\.(js|d\.ts)$/.test(name);
