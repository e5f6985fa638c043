import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { FailureCard } from "../parts/failure-card.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { openSession, type Session, setSession } from "../service/session.ts";
import { signedInAgainPath } from "../service/sign-in-again.ts";
import { address, decodeSegment } from "./address.ts";
import { signedOutPath } from "./keep-session.ts";
import { Organizations, OtherOrganizations } from "./organizations.tsx";
import { Shell } from "./shell.tsx";
import { SignInAgain } from "./sign-in-again.tsx";

const organizationIn = (path: string) =>
	/^\/console\/org\/([^/]+)/.exec(path)?.[1];

/** The console: whose pages are shown is in the address. */
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
	const session = useSignal<Session | undefined>(undefined);
	const failure = useSignal<Failure | undefined>(undefined);
	const open = async () => {
		failure.value = undefined;
		try {
			const opened = await openSession(id);
			setSession(opened);
			session.value = opened;
		} catch (error) {
			failure.value = toFailure(error);
		}
	};
	useEffect(() => {
		void open();
	}, [id]);
	if (failure.value)
		return (
			<main class="alone">
				<FailureCard failure={failure.value} retry={() => void open()} />
				<p>
					<OtherOrganizations id={id} />
				</p>
			</main>
		);
	if (!session.value) return <p class="starting">Loading…</p>;
	return <Shell session={session.value} />;
}
