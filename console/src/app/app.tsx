import { FailureCard } from "../parts/failure-card.tsx";
import { useLoad } from "../service/load.tsx";
import { openSession, setSession } from "../service/session.ts";
import { signedInAgainPath } from "../service/sign-in-again.ts";
import { address, decodeSegment } from "./address.ts";
import { signedOutPath } from "./keep-session.ts";
import { Organizations, OtherOrganizations } from "./organizations.tsx";
import { Shell } from "./shell.tsx";
import { SignInAgain } from "./sign-in-again.tsx";

const organizationIn = (path: string) =>
	/^\/console\/org\/([^/]+)/.exec(path)?.[1];

/** The console. The address says whose pages are shown. */
export function App() {
	const { pathname } = address.value;
	const id = organizationIn(pathname);
	if (pathname === signedInAgainPath)
		return (
			<p class="starting">You are signed in. You can close this window.</p>
		);
	if (pathname === signedOutPath)
		return (
			<main class="alone">
				<section class="card">
					<h1>You are signed out</h1>
					<p class="buttons">
						<a class="button primary" href="/console">
							Sign in
						</a>
					</p>
				</section>
			</main>
		);
	return (
		<>
			{id === undefined ? (
				<Organizations />
			) : (
				<OfOrganization key={id} id={decodeSegment(id)} />
			)}
			<SignInAgain />
		</>
	);
}

function OfOrganization({ id }: { id: string }) {
	const opening = useLoad(`session ${id}`, async () => {
		const session = await openSession(id);
		setSession(session);
		return session;
	});
	if (opening.kind === "READY") return <Shell session={opening.data} />;
	if (opening.kind === "LOADING") return <p class="starting">Loading…</p>;
	return (
		<main class="alone">
			<FailureCard failure={opening.failure} retry={opening.retry} />
			<p>
				<OtherOrganizations id={id} />
			</p>
		</main>
	);
}
