/** The mark of the service, as in `icon.svg`, in the colours of the page. */
export const Mark = () => (
	<svg
		class="mark"
		viewBox="0 0 24 24"
		width="26"
		height="26"
		aria-hidden="true"
	>
		<rect width="24" height="24" rx="5" />
		<path d="M7 5h10v14l-2.5-1.6L12 19l-2.5-1.6L7 19z" class="paper" />
		<path d="M9.5 9h5M9.5 12.5h5" class="lines" />
	</svg>
);
