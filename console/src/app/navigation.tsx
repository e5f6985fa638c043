import { useEffect, useRef } from "preact/hooks";
import { MenuIcon } from "../parts/icons.tsx";
import { may, type Session } from "../service/session.ts";
import { address } from "./address.ts";
import { type Section, sectionGroups } from "./sections.tsx";

export const mayOpen = (session: Session, { permissions }: Section) =>
	permissions.length === 0 || may(session, ...permissions);

/** The pages that this person may use, at the side of a wide window and in a menu on a phone. */
export function Navigation({
	session,
	current,
}: {
	session: Session;
	/** The path of the section that is shown. */
	current: string;
}) {
	const menu = useRef<HTMLElement>(null);
	// The menu closes when a page was chosen.
	useEffect(() => menu.current?.hidePopover(), [address.value]);
	return (
		<>
			<button
				type="button"
				class="menu-button"
				popovertarget="pages"
				aria-label="Pages"
			>
				<MenuIcon />
			</button>
			<nav
				ref={menu}
				id="pages"
				class="pages"
				popover="auto"
				aria-label="Pages"
			>
				{sectionGroups.map(({ name, sections }) => {
					const own = sections.filter((one) => mayOpen(session, one));
					if (own.length === 0) return null;
					return (
						<div key={name ?? ""} class="page-group">
							{name && <p class="group-name">{name}</p>}
							<ul aria-label={name}>
								{own.map(({ path, name: label, Icon }) => (
									<li key={path}>
										<a
											href={`${session.base}/${path}`}
											aria-current={path === current ? "page" : undefined}
										>
											<Icon />
											<span>{label}</span>
										</a>
									</li>
								))}
							</ul>
						</div>
					);
				})}
			</nav>
		</>
	);
}
