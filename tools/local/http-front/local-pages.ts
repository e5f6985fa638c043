import { type PageLink, topBar } from "../../reference/top-bar.ts";

/** What a local stack has for a browser. */
export const localPages = ({ hasMails }: { hasMails: boolean }): PageLink[] => [
	{ href: "/", name: "Start" },
	{ href: "/console", name: "Console" },
	{ href: "/docs", name: "API reference" },
	...(hasMails ? [{ href: "/mail", name: "Mails" }] : []),
];

/** The bar of a page that is served only here. */
export const localBar = (pages: readonly PageLink[], current: string) =>
	topBar({
		title: "Procurement and payments",
		iconUrl: "/docs/icon.svg",
		pages,
		current,
	});
