import { useEffect } from "preact/hooks";
import { fetchReaderAhead } from "../reader/reader.ts";
import { Heading } from "./heading.tsx";
import { type LoadFile, loadedPage, loadPage, PageFile } from "./page-file.tsx";
import { type Section, sections } from "./sections.tsx";

/** Begins to load the page of an address while the console finds out who is signed in. */
export function startLoading(path: string) {
	const [, name = "", id] =
		/^\/console\/org\/[^/]+\/([^/]*)(?:\/([^/]+))?/.exec(path) ?? [];
	const section = sections.find((one) => one.path === name);
	const load = id === undefined ? section?.load : section?.loadRecord;
	// A failure is shown later, in place of the page.
	if (load) void loadPage(load).catch(() => {});
}

/** Once a page is shown, all others are fetched. A deployment removes the files, and must not break an open tab. */
async function fetchAhead() {
	fetchReaderAhead();
	// A failed download is repeated when the page is opened.
	for (const { load, loadRecord = load, loadLater = load } of sections)
		for (const one of [load, loadRecord, loadLater])
			await loadPage(one).catch(() => {});
}

/** A page of a section, or of one of its records. */
export function SectionView({
	name,
	load,
	id,
}: {
	name: Section["name"];
	load: LoadFile;
	id: string;
}) {
	const isLoaded = loadedPage(load) !== undefined;
	useEffect(() => {
		if (isLoaded) void fetchAhead();
	}, [isLoaded]);
	return <PageFile load={load} id={id} heading={<Heading title={name} />} />;
}
