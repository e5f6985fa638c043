/* Starts Swagger UI on the document that the page links. Runs in the browser. */
/* global SwaggerUIBundle */

SwaggerUIBundle({
	url: document.querySelector('link[rel="service-desc"]').href,
	dom_id: "#reference",
	layout: "BaseLayout",
	presets: [SwaggerUIBundle.presets.apis],
	plugins: [errorSection],
	deepLinking: true,
	docExpansion: "list",
	defaultModelsExpandDepth: 0,
	displayRequestDuration: true,
	requestInterceptor: (request) => withKey(withScheme(request)),
});

/** Adds the scheme that a key entered without it lacks. */
function withScheme(request) {
	const { Authorization: credentials } = request.headers;
	if (credentials && !/^api-key\s/i.test(credentials))
		request.headers.Authorization = `Api-Key ${credentials}`;
	return request;
}

/** Adds a new idempotency key to a payment or an advance that has none. */
function withKey(request) {
	const isPaying =
		/\/payment\/(mark-as-paid|request\/vendor-advance)$/.test(request.url) &&
		request.method === "POST";
	if (isPaying) request.headers["x-idempotency-key"] ||= crypto.randomUUID();
	return request;
}

/** A plugin: shows the error reference below the operations. */
function errorSection({ React, getComponent, specSelectors }) {
	const element = React.createElement;
	const ErrorSection = () => {
		const section = React.useRef(null);
		React.useEffect(() => labelCells(section.current), []);
		return element(
			"section",
			{ id: "errors", className: "errors", ref: section },
			element("h2", null, "Errors"),
			element(getComponent("Markdown", true), {
				source: specSelectors.specJson().get("x-errors"),
			}),
		);
	};
	const withErrors = (Operations) => (props) =>
		element(
			React.Fragment,
			null,
			element(Operations, props),
			element(ErrorSection),
		);
	return { wrapComponents: { operations: withErrors } };
}

/** Names the column of each cell, for a phone: it shows the cells of a row below each other. */
function labelCells(section) {
	for (const table of section.querySelectorAll("table"))
		for (const { cells } of table.tBodies[0].rows)
			for (const [index, cell] of [...cells].entries())
				cell.dataset.label = table.tHead.rows[0].cells[index].textContent;
}
