/** Icons are drawn on a field of 20 by 20. They only repeat what a word says. */
const icon = (path: string) => () => (
	<svg
		class="icon"
		viewBox="0 0 20 20"
		width="20"
		height="20"
		aria-hidden="true"
		focusable="false"
	>
		<path
			d={path}
			fill="none"
			stroke="currentColor"
			stroke-width="1.6"
			stroke-linecap="round"
			stroke-linejoin="round"
		/>
	</svg>
);

export const FileIcon = icon(
	"M5 2.8h6.5L15.5 7v10.2h-10.5zM11.2 3v4.2h4.2M7.6 10.6h5M7.6 13.6h5",
);
export const RunsIcon = icon(
	"M3 5h14M3 10h14M3 15h9M14.8 15.2l1.2 1.2 2.2-2.6",
);
export const ApprovalsIcon = icon(
	"M10 2.6 16.4 5v4.6c0 3.8-2.6 6.6-6.4 7.8-3.8-1.2-6.4-4-6.4-7.8V5zM7.2 10l2 2 3.6-3.9",
);
export const UploadIcon = icon(
	"M10 13V3.4M6.4 6.8 10 3.2l3.6 3.6M3 13v3.6h14V13",
);
export const PersonIcon = icon(
	"M10 10a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3.8 17c.6-3 3-4.6 6.2-4.6s5.6 1.6 6.2 4.6",
);
export const BackIcon = icon("M12 4.5 6.5 10l5.5 5.5");
export const HomeIcon = icon(
	"M3.2 9.2 10 3.4l6.8 5.8M5 8v8.6h3.6v-4.8h2.8v4.8H15V8",
);
export const InvoicesIcon = icon(
	"M5 2.8h10v14.4l-2.5-1.6-2.5 1.6-2.5-1.6L5 17.2zM7.8 6.8h4.4M7.8 10.2h4.4",
);
export const AdvancesIcon = icon(
	"M2.8 5.6h14.4v8.8H2.8zM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM5.4 10h.1M14.5 10h.1",
);
export const OrdersIcon = icon(
	"M2.6 3.4h2.2l1.8 9h8.2l1.8-6.4H5.4M7.6 16.4h.1M13.8 16.4h.1",
);
export const VendorsIcon = icon(
	"M3.4 8.4v8.2h13.2V8.4M2.6 6.6 4.4 3h11.2l1.8 3.6c0 1.2-1 2-2.4 2s-2.5-.8-2.5-2c0 1.2-1.1 2-2.5 2s-2.5-.8-2.5-2c0 1.2-1.1 2-2.5 2s-2.4-.8-2.4-2zM8 16.4v-4.4h4v4.4",
);
export const MenuIcon = icon("M3 5.4h14M3 10h14M3 14.6h14");
