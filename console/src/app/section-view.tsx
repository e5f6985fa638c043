import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchReaderAhead } from "../reader/reader.ts";
import { Loaded, useLoad } from "../service/load.tsx";
import { Heading } from "./heading.tsx";
import { type Section, type SectionPages, sections } from "./sections.tsx";

const loaded = signal<ReadonlyMap<Section, SectionPages>>(new Map());

async function loadPages(section: Section) {
	if (loaded.value.has(section)) return;
	try {
		const pages = await section.load();
		loaded.value = new Map(loaded.value).set(section, pages);
	} catch {
		throw new Error(
			"This page could not be loaded. Check your connection. If that does not help, load the console anew in your browser.",
		);
	}
}

/** Begins with the pages of an address while it is being found out who is signed in. */
export function startLoading(path: string) {
	const [, name = ""] = /^\/console\/org\/[^/]+\/([^/]*)/.exec(path) ?? [];
	const section = sections.find((one) => one.path === name);
	// A failure is shown in the place of the page.
	if (section) void loadPages(section).catch(() => {});
}

/** Once a page is shown, all others are fetched: a deployment, which removes the files, does not break an open tab. */
async function fetchAhead() {
	fetchReaderAhead();
	// It is tried again when the page is opened.
	for (const section of sections) await loadPages(section).catch(() => {});
}

/** A page of a section. */
export function SectionView({ section, id }: { section: Section; id: string }) {
	const pages = loaded.value.get(section);
	useEffect(() => {
		if (pages) void fetchAhead();
	}, [pages]);
	if (!pages) return <Opening section={section} />;
	const { Page, Record } = pages;
	if (id === "") return <Page />;
	if (Record) return <Record key={id} id={id} />;
	return (
		<>
			<Heading title="There is no such page" />
			<p class="card">The address may be incomplete.</p>
		</>
	);
}

function Opening({ section }: { section: Section }) {
	const read = useLoad(section.path, () => loadPages(section));
	return (
		<>
			{read.kind === "FAILED" && <Heading title={section.name} />}
			<Loaded of={read} what="the page">
				{() => null}
			</Loaded>
		</>
	);
}
