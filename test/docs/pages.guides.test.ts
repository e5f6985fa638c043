import { it } from "vitest";
import { expectPage } from "./expect-page.ts";
import { documents } from "./markdown.ts";

it.each(documents().filter((path) => path.startsWith("docs/guides/")))(
	"%s: its commands run one after the other, and answer what it shows (`--update` records the answers)",
	expectPage,
);
