import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchReaderAhead } from "../reader/reader.ts";
import { Loaded, useLoad } from "../service/load.tsx";
import { Heading } from "./heading.tsx";
import { type RecordPage, type Section, sections } from "./sections.tsx";

const loaded = signal<ReadonlyMap<Load, RecordPage>>(new Map());

/** Loads a page. Only the page of a record needs an id. */
type Load = () => Promise<RecordPage>;

async function loadPage(load: Load) {
	if (loaded.value.has(load)) return;
	try {
		const page = await load();
		loaded.value = new Map(loaded.value).set(load, page);
	} catch {
		throw new Error(
			"This page could not be loaded. Check your connection, or reload the console in your browser.",
		);
	}
}

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
	for (const { load, loadRecord = load } of sections)
		for (const one of [load, loadRecord]) await loadPage(one).catch(() => {});
}

/** A page of a section, or of one of its records. */
export function SectionView({ section, id }: { section: Section; id: string }) {
	const load = id === "" ? section.load : section.loadRecord;
	const Page = load && loaded.value.get(load);
	useEffect(() => {
		if (Page) void fetchAhead();
	}, [Page]);
	if (Page) return <Page key={id} id={id} />;
	if (load) return <Opening name={section.name} load={load} />;
	return (
		<>
			<Heading title="There is no such page" />
			<p class="card">The address may be incomplete.</p>
		</>
	);
}

function Opening({ name, load }: { name: string; load: Load }) {
	const read = useLoad(name, () => loadPage(load));
	return (
		<>
			{read.kind === "FAILED" && <Heading title={name} />}
			<Loaded of={read} what="the page">
				{() => null}
			</Loaded>
		</>
	);
}
