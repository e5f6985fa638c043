import type { World } from "./world.ts";

/** Moves the fixed clock on. */
export function passSeconds(world: World, seconds: number) {
	world.time.now = new Date(world.time.now.getTime() + seconds * 1_000);
}
