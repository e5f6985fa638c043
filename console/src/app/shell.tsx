import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { PersonIcon } from "../parts/icons.tsx";
import { Mark } from "../parts/mark.tsx";
import { Theirs } from "../parts/texts.tsx";
import type { Session } from "../service/session.ts";
import { address, decodeSegment } from "./address.ts";
import { Heading } from "./heading.tsx";
import { keepSession, signOut } from "./keep-session.ts";
import { mayOpen, Navigation } from "./navigation.tsx";
import { OtherOrganizations } from "./organizations.tsx";
import { SectionView } from "./section-view.tsx";
import { sections } from "./sections.tsx";

/** A local stack has a page that leads to all of its pages. */
const isLocal = /^(localhost|127\.0\.0\.1)$/.test(location.hostname);

/** The frame of all pages: the organization, who is signed in, and the pages that this person may use. */
export function Shell({ session }: { session: Session }) {
	const { base, organization, userName } = session;
	const rest = address.value.pathname.slice(base.length + 1);
	const [path = "", id = "", ...others] = rest.split("/");
	useEffect(() => keepSession(), []);
	const isStillSignedIn = useSignal(false);
	const leave = async (everywhere: boolean) => {
		isStillSignedIn.value = false;
		isStillSignedIn.value = !(await signOut(everywhere));
	};
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
				<Navigation session={session} current={path} />
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
						{isLocal && <a href="/">All pages on this machine</a>}
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
								You are still signed in, because the service does not answer.
								Try again.
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
		const home = <a href={`${base}/`}>Go to the first page</a>;
		if (!sections.some((one) => one.path !== "" && mayOpen(session, one)))
			return (
				<Message title="There is nothing for you here yet">
					Your organization has given you no permission that a page of the
					console needs. Ask an administrator of {organization.name}.
				</Message>
			);
		const section = sections.find((one) => one.path === path);
		const load = id === "" ? section?.load : section?.loadRecord;
		if (!section || !load || others.length > 0)
			return (
				<Message title="There is no such page" next={home}>
					The address may be incomplete, or the page may have moved.
				</Message>
			);
		if (!mayOpen(session, section))
			return (
				<Message title={`You may not use “${section.name}”`} next={home}>
					It needs{" "}
					{section.permissions.length > 1
						? "one of the permissions"
						: "the permission"}{" "}
					{section.permissions.join(", ")}. An administrator of{" "}
					{organization.name} can give it to you.
				</Message>
			);
		return (
			<SectionView
				key={path}
				name={section.name}
				load={load}
				id={decodeSegment(id)}
			/>
		);
	}
}

const Message = ({
	title,
	next,
	children,
}: {
	title: string;
	/** Leads on. */
	next?: ComponentChildren;
	children: ComponentChildren;
}) => (
	<>
		<Heading title={title} />
		<section class="card">
			<p>{children}</p>
			{next && <p>{next}</p>}
		</section>
	</>
);
