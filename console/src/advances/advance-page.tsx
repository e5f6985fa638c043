import { parameter } from "../app/address.ts";
import { RequestPage } from "../approvals/request-page.tsx";
import { ResubmitPage } from "./resubmit-page.tsx";

/** The page of an advance: what is asked, how it was decided, and what can be done; or the form that submits it again. */
export const AdvancePage = ({ id }: { id: string }) =>
	parameter("resubmit") === "" ? (
		<RequestPage id={id} section="advances" name="Advances" />
	) : (
		<ResubmitPage id={id} />
	);
