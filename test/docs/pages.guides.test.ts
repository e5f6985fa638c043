import { it } from "vitest";
import { expectPage } from "./expect-page.ts";
import { documents, readDocument } from "./markdown.ts";
import { pageSteps } from "./page-steps.ts";

/** The commands of `docs/operations` need a stack on AWS. */
const pages = documents().filter(
	(path) =>
		path.startsWith("docs/") &&
		!path.startsWith("docs/operations") &&
		pageSteps(readDocument(path)).some(({ shown }) => shown),
);

it.each([...pages, "docs/guides/testing-handlers.md"])(
	"%s: its commands run one after the other, and answer what it shows (`--update` records the answers)",
	expectPage,
);
