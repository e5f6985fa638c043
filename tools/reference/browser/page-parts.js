/* A plugin of Swagger UI: the parts of the page around the operations. */

/** The first hash is kept, because Swagger UI replaces a hash that names no operation. */
const hashAtFirst = location.hash;

export function pageParts({
	React,
	getComponent,
	specSelectors,
	layoutActions,
	layoutSelectors,
}) {
	const element = React.createElement;
	const part = (name) => specSelectors.specJson().get(name);

	/** Shows Markdown, whose links to places of the page open no window. */
	function Text({ source }) {
		const place = React.useRef(null);
		React.useEffect(() => {
			for (const link of place.current.querySelectorAll('a[href^="#"]'))
				link.removeAttribute("target");
		}, []);
		return element(
			"div",
			{ ref: place },
			element(getComponent("Markdown", true), { source }),
		);
	}

	const InfoContainer = () => {
		const info = part("info");
		return (
			info &&
			element(
				"section",
				{ className: "info" },
				element("h1", { className: "title" }, "API reference"),
				element(Text, { source: info.get("description") }),
			)
		);
	};

	const ServersContainer = () => {
		const url = part("servers").getIn([0, "url"]);
		return element(
			"p",
			{ className: "servers" },
			"Requests go to ",
			element("code", null, url === "/" ? location.origin : url),
		);
	};

	const FilterContainer = () => {
		const filter = layoutSelectors.currentFilter();
		return element(
			"search",
			{ className: "wrapper" },
			element("input", {
				type: "search",
				"aria-label": "Search operations",
				placeholder: "Search operations: reverse, batch, /v1.0/invoice",
				value: typeof filter === "string" ? filter : "",
				onChange: ({ target }) =>
					layoutActions.updateFilter(target.value || true),
			}),
		);
	};

	const Sections = () => {
		React.useEffect(() => {
			openGuide(hashAtFirst)?.scrollIntoView();
		}, []);
		return element(
			React.Fragment,
			null,
			element(
				"section",
				{ id: "guides", className: "text-section" },
				element("h2", null, "Guides"),
				part("x-guides").map((guide) =>
					element(
						"details",
						{ id: guide.get("id"), key: guide.get("id") },
						element("summary", null, guide.get("title")),
						element(Text, { source: guide.get("text") }),
					),
				),
			),
			element(
				"section",
				{ id: "conventions", className: "text-section" },
				element("h2", null, "Conventions"),
				element(Text, { source: part("x-conventions") }),
			),
			element(
				"section",
				{ id: "errors", className: "text-section errors" },
				element("h2", null, "Errors"),
				element(Text, { source: part("x-errors") }),
			),
		);
	};

	const withSections = (Operations) => (props) =>
		element(
			React.Fragment,
			null,
			element(Operations, props),
			element(Sections),
		);

	return {
		components: { InfoContainer, ServersContainer, FilterContainer },
		fn: { opsFilter: found },
		wrapComponents: { operations: withSections },
	};
}

/** Opens the guide that the address names. @returns The element that the address names, if there is one. */
export function openGuide(hash = "") {
	const element = document.getElementById(hash.slice(1));
	if (element?.tagName === "DETAILS") element.open = true;
	return element;
}

/** Finds the operations that have all words of the search in path, method, name, summary, description or tag. */
function found(groups, search) {
	const words = search.toLowerCase().split(/\s+/);
	const has = (tag) => (one) => {
		const { operationId, summary, description } = one
			.get("operation")
			.toObject();
		const text = [tag, one.get("method"), one.get("path"), operationId]
			.concat(summary, description)
			.join(" ")
			.toLowerCase();
		return words.every((word) => text.includes(word));
	};
	return groups
		.map((group, tag) =>
			group.update("operations", (operations) => operations.filter(has(tag))),
		)
		.filter((group) => group.get("operations").size > 0);
}
