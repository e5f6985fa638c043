import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { InboxPage } from "../approvals/inbox-page.tsx";
import { RequestPage } from "../approvals/request-page.tsx";
import {
	ApprovalsIcon,
	FileIcon,
	PersonIcon,
	RunsIcon,
} from "../parts/icons.tsx";
import { Theirs } from "../parts/texts.tsx";
import { PayPage } from "../pay/pay-page.tsx";
import { RunPage } from "../runs/run-page.tsx";
import { RunsPage } from "../runs/runs-page.tsx";
import { may, type Permission, type Session } from "../service/session.ts";
import { address, navigate } from "./address.ts";
import { Heading } from "./heading.tsx";
import { keepSession, signOut } from "./keep-session.ts";
import { OtherOrganizations } from "./organizations.tsx";

interface Section {
	path: string;
	name: string;
	Icon: () => ComponentChildren;
	/** Any of them opens it. */
	permissions: readonly Permission[];
	Page: () => ComponentChildren;
	/** The page of one record. */
	Record?: (properties: { id: string }) => ComponentChildren;
}

const sections: readonly Section[] = [
	{
		path: "pay",
		name: "Pay a file",
		Icon: FileIcon,
		permissions: ["payments:prepare"],
		Page: PayPage,
	},
	{
		path: "runs",
		name: "Payment runs",
		Icon: RunsIcon,
		permissions: ["payments:prepare", "payments:release", "payments:read"],
		Page: RunsPage,
		Record: ({ id }) => <RunPage runId={id} />,
	},
	{
		path: "approvals",
		name: "Approvals",
		Icon: ApprovalsIcon,
		permissions: ["payments:approve"],
		Page: InboxPage,
		Record: RequestPage,
	},
];

/** The frame of all pages: whose they are, who is signed in, and the pages that this person may use. */
export function Shell({ session }: { session: Session }) {
	const { base, organization, userName } = session;
	const allowed = sections.filter((one) => may(session, ...one.permissions));
	const rest = address.value.pathname.slice(base.length + 1);
	const [path = "", id] = rest.split("/");
	const [first] = allowed;
	useEffect(() => keepSession(), []);
	const isStillSignedIn = useSignal(false);
	const leave = async (everywhere: boolean) => {
		isStillSignedIn.value = false;
		isStillSignedIn.value = !(await signOut(everywhere));
	};
	useEffect(() => {
		if (path === "" && first)
			navigate(`${base}/${first.path}`, { replaces: true });
	}, [path]);
	return (
		<div class="shell">
			<a class="skip" href="#main">
				Skip to the content
			</a>
			<header class="bar">
				<p class="brand">
					<Mark />
					<Theirs text={organization.name} />
				</p>
				<nav aria-label="Pages">
					<ul>
						{allowed.map(({ path: own, name, Icon }) => (
							<li key={own}>
								<a
									href={`${base}/${own}`}
									aria-current={own === path ? "page" : undefined}
								>
									<Icon />
									<span>{name}</span>
								</a>
							</li>
						))}
					</ul>
				</nav>
				<div class="who">
					<button
						type="button"
						class="person-button"
						popovertarget="person-menu"
						aria-label={`You: ${userName}`}
					>
						<PersonIcon />
						<span>
							<Theirs text={userName} />
						</span>
					</button>
					<div id="person-menu" class="menu" popover="auto">
						<p>
							<b>
								<Theirs text={userName} />
							</b>
							<span class="quiet small">
								<Theirs text={organization.name} /> · times are in{" "}
								{organization.timezone}
							</span>
						</p>
						<OtherOrganizations id={organization.id} />
						<button
							type="button"
							class="link"
							onClick={() => void leave(false)}
						>
							Sign out
						</button>
						<button type="button" class="link" onClick={() => void leave(true)}>
							Sign out everywhere
						</button>
						{isStillSignedIn.value && (
							<p class="notice danger" role="alert">
								You are still signed in: the service does not answer. Try again.
							</p>
						)}
					</div>
				</div>
			</header>
			<main id="main" tabIndex={-1}>
				{content()}
			</main>
		</div>
	);

	function content() {
		if (allowed.length === 0)
			return (
				<Message title="There is nothing for you here yet">
					Your organization has given you no permission that a page of the
					console needs. Ask an administrator of {organization.name}.
				</Message>
			);
		if (path === "") return null;
		const section = sections.find((one) => one.path === path);
		if (!section || (id !== undefined && !section.Record))
			return (
				<Message title="There is no such page">
					The address may be incomplete.
				</Message>
			);
		if (!allowed.includes(section))
			return (
				<Message title={`You may not use “${section.name}”`}>
					It needs one of the permissions {section.permissions.join(", ")}. An
					administrator of {organization.name} can give it to you.
				</Message>
			);
		const { Page, Record } = section;
		return id && Record ? (
			<Record key={id} id={decodeURIComponent(id)} />
		) : (
			<Page key={path} />
		);
	}
}

const Message = ({
	title,
	children,
}: {
	title: string;
	children: ComponentChildren;
}) => (
	<>
		<Heading title={title} />
		<p class="card">{children}</p>
	</>
);

const Mark = () => (
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
