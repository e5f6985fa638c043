import { it } from "vitest";
import { expectPage } from "./expect-page.ts";

it("README.md: its commands run one after the other, and answer what it shows (`--update` records the answers)", () =>
	expectPage("README.md"));
