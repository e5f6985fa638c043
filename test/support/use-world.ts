import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import { readItems, writeItems } from "./engine-table.ts";
import { openWorld, type World } from "./world.ts";

export interface TestWorld extends World {
	/** Replaces the world by a fresh one with the same file: for a test that repeats its steps from the start. */
	reopen(): Promise<void>;
}

/**
 * Opens a world before each test of the file or the group, and disposes of it after the test.
 *
 * @param file What each world imports; nothing when absent.
 * @returns Delegates to the world of the current test.
 */
export function useWorld(file?: () => OrganizationFile): TestWorld {
	const { world, open, close } = worldHooks(() => openWith(file));
	beforeEach(open);
	afterEach(close);
	return world;
}

/** One world for all tests of the file or the group: they only read, or each changes records of its own. */
export function useSharedWorld(file?: () => OrganizationFile): TestWorld {
	const { world, open, close } = worldHooks(() => openWith(file));
	beforeAll(open);
	afterAll(close);
	return world;
}

async function openWith(file?: () => OrganizationFile): Promise<World> {
	const world = await openWorld();
	if (file) await importFirst(world, file());
	return world;
}

/** What the import of a file leaves in an empty table. */
const imported = new Map<string, Awaited<ReturnType<typeof readItems>>>();

/** Imports a file into the empty table of a world. Its second import by this process writes the items of the first. */
async function importFirst(world: World, file: OrganizationFile) {
	const url = inject("dynamodbUrl");
	const { name } = world.table;
	const key = JSON.stringify(file);
	const items = imported.get(key);
	if (items) return writeItems(url, name, items);
	await world.import(file);
	imported.set(key, await readItems(url, name));
}

function worldHooks(openFresh: () => Promise<World>) {
	let current: World | undefined;
	const close = async () => {
		await current?.[Symbol.asyncDispose]();
		current = undefined;
	};
	const open = async () => {
		current = await openFresh();
	};
	const reopen = async () => {
		await close();
		await open();
	};
	const get = (_: unknown, name: string | symbol) => {
		if (name === "reopen") return reopen;
		if (!current) throw new Error("A world is open in hooks and tests only");
		return Reflect.get(current, name);
	};
	const world = new Proxy<TestWorld>({} as TestWorld, { get });
	return { world, open, close };
}
