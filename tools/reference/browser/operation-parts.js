/* A plugin of Swagger UI: code samples of an operation, and errors that are collapsed. */

export function operationParts({ React, getComponent, specSelectors }) {
	const element = React.createElement;

	const Samples = ({ samples, name }) => {
		const [shown, show] = React.useState(0);
		const source = samples[shown].source.replaceAll(
			"{origin}",
			location.origin,
		);
		return element(
			"div",
			{ className: "samples" },
			element(
				"div",
				{
					className: "sample-tabs",
					role: "group",
					"aria-label": "Code sample",
				},
				samples.map(({ label }, index) =>
					element(
						"button",
						{
							key: label,
							type: "button",
							"aria-pressed": index === shown,
							onClick: () => show(index),
						},
						label,
					),
				),
				element(
					"button",
					{
						type: "button",
						className: "copy",
						onClick: () => navigator.clipboard.writeText(source),
					},
					"Copy",
				),
			),
			element(
				"pre",
				{ tabIndex: 0, "aria-label": `${name} with ${samples[shown].label}` },
				element("code", null, source),
			),
		);
	};

	const withSamples = (Parameters) => (props) => {
		const [path, method] = props.pathMethod;
		const operation = specSelectors.specJson().getIn(["paths", path, method]);
		const samples = operation?.get("x-codeSamples")?.toJS();
		return element(
			React.Fragment,
			null,
			samples &&
				element(Samples, { samples, name: operation.get("operationId") }),
			element(Parameters, props),
		);
	};

	const withCollapsedErrors = (Response) => (props) => {
		const bodies = props.response.get("x-bodies")?.toJS();
		if (!bodies) return element(Response, props);
		const Markdown = getComponent("Markdown", true);
		const [meaning = ""] = props.response.get("description").split("\n\n");
		return element(
			"tr",
			{ className: "response", "data-code": props.code },
			element("td", { className: "response-col_status" }, props.code),
			element(
				"td",
				{ className: "response-col_description error-response" },
				element(
					"details",
					null,
					element("summary", null, element(Markdown, { source: meaning })),
					bodies.map(({ note, body }, index) =>
						element(
							"div",
							{ key: index },
							element(Markdown, { source: note }),
							element("pre", null, JSON.stringify(body, null, 2)),
						),
					),
				),
			),
		);
	};

	return {
		wrapComponents: { parameters: withSamples, response: withCollapsedErrors },
	};
}
