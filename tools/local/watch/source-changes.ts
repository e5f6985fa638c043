import { type FSWatcher, globSync, watch } from "node:fs";
import { basename, join } from "node:path";

/** How long to wait for further changes, since editors write a file in several steps. */
const quietMilliseconds = 30;

export interface SourceChanges {
	close(): void;
}

/**
 * Watches the source files of folders, however deep.
 *
 * @param root The absolute path of the folder that contains them.
 * @param onChange Gets the paths of the changed files below `root`. It is called again only when it has ended.
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

	/** Watches each folder on its own: on Linux, Node's recursive watch loses files that an editor replaces. */
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
			// The name of the folder itself means that it was removed. Another folder may get its path.
			if (name === basename(folder)) forget(folder);
			clearTimeout(timer);
			timer = setTimeout(handle, quietMilliseconds);
		});
		watcher.on("error", () => forget(folder));
		return watcher;
	}

	function forget(folder: string) {
		watchers.get(folder)?.close();
		watchers.delete(folder);
	}

	async function handle() {
		// Files may have been written into a new folder before it was watched.
		for (const folder of watchFolders())
			for (const name of globSync("*", { cwd: join(root, folder) }))
				if (isSource(name)) changed.add(join(folder, name));
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
