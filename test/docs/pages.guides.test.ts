import { it } from "vitest";
import { expectPage, pagesWithCommands } from "./expect-page.ts";

it.each(pagesWithCommands(true))(
	"%s: its commands run one after the other, and answer what it shows (`--update` records the answers)",
	expectPage,
);
