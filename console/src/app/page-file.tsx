import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Loaded, useLoad } from "../service/load.tsx";

/** A page is a file of its own, and so are later steps of one. The id is that of a record or a step. */
export type PageOfFile = (properties: { id: string }) => ComponentChildren;
export type LoadFile = () => Promise<PageOfFile>;

const loaded = signal<ReadonlyMap<LoadFile, PageOfFile>>(new Map());

export const loadedPage = (load: LoadFile): PageOfFile | undefined =>
	loaded.value.get(load);

export async function loadPage(load: LoadFile) {
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

/** Shows a page as soon as its file is there. */
export function PageFile({
	load,
	id,
	heading,
}: {
	load: LoadFile;
	id: string;
	/** Stands above the reason why the file cannot be loaded. */
	heading?: ComponentChildren;
}) {
	const Page = loadedPage(load);
	return Page ? (
		<Page key={id} id={id} />
	) : (
		<Opening load={load} heading={heading} />
	);
}

function Opening({
	load,
	heading,
}: {
	load: LoadFile;
	heading: ComponentChildren;
}) {
	const read = useLoad("page", () => loadPage(load));
	return (
		<>
			{read.kind === "FAILED" && heading}
			<Loaded of={read} what="the page">
				{() => null}
			</Loaded>
		</>
	);
}
