import { CheckStep } from "./check-step.tsx";
import { ReleaseStep } from "./release-step.tsx";
import type { StepId } from "./steps.ts";

/** The steps after the check has begun. They are a file of their own, which the first two do not wait for. */
export const LaterStep = ({ id }: { id: string }) =>
	id === ("release" satisfies StepId) ? <ReleaseStep /> : <CheckStep />;
