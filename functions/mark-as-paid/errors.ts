import { validationFailed } from "../../shared/http/api-error.ts";

/** Until batches are processed asynchronously (spec 3.4), more than 100 resources are refused. */
export const tooManyResources = () =>
	validationFailed("/resources", "must NOT have more than 100 items");
