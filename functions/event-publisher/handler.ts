import {
	detailTypesLeftOut,
	eventBusName,
} from "../../shared/environment/config.ts";
import { connectEventBus } from "../../shared/notifications/event-bus.ts";
import { connectObservers } from "../dependencies.ts";
import { eventPublisher } from "./event-publisher.ts";

export const handler = eventPublisher({
	publish: connectEventBus({ busName: eventBusName() }),
	leftOut: detailTypesLeftOut(),
	...connectObservers(),
});
