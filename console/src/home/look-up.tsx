import { may, type Permission, useSession } from "../service/session.ts";

/** Where to begin for a person who only reads, such as an auditor: nothing ever waits for them. */
export function LookUp() {
	const session = useSession();
	const own = places.filter(({ permissions }) => may(session, ...permissions));
	if (own.length === 0) return null;
	return (
		<section class="card waiting" aria-labelledby="look-up-title">
			<h2 id="look-up-title">Look something up</h2>
			<ul>
				{own.map(({ path, name, text }) => (
					<li key={path}>
						<a href={`${session.base}/${path}`}>{name}</a>
						<span class="quiet small">{text}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

const places: readonly {
	path: string;
	name: string;
	text: string;
	permissions: readonly Permission[];
}[] = [
	{
		path: "invoices?show=ALL",
		name: "An invoice and its payments",
		text: "Who approved it, who prepared and released each payment, and what was reversed.",
		permissions: ["invoices:read"],
	},
	{
		path: "runs?state=RELEASED",
		name: "What was paid together",
		text: "Each payment run that was released, with the result of every payment.",
		permissions: ["payments:read"],
	},
	{
		path: "advances",
		name: "An advance",
		text: "Who asked for it, who decided, and what they wrote.",
		permissions: ["payments:read"],
	},
	{
		path: "orders",
		name: "A purchase order",
		text: "What was ordered, and the advance that holds it.",
		permissions: ["procurement:read"],
	},
	{
		path: "vendors",
		name: "A vendor",
		text: "What is due to it, and what else belongs to it.",
		permissions: ["vendors:read"],
	},
];
