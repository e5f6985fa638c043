import { join } from "node:path";
import { defineConfig } from "vitest/config";
import all from "../../../vitest.config.ts";

const { projects: _, reporters: __, ...common } = all.test ?? {};

/** The tests wait for the emulator, and one for a message that a worker has not deleted: they run side by side. */
export default defineConfig({
	test: {
		...common,
		root: join(import.meta.dirname, "../../.."),
		globalSetup: "test/platforms/emulator/set-up.ts",
		reporters: ["verbose"],
		include: ["test/platforms/emulator/*.emulator.test.ts"],
		maxWorkers: 2,
	},
});
