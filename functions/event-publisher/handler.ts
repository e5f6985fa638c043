import { connectTable } from "../../shared/dynamodb/table.ts";
import { systemClock } from "../../shared/environment/clock.ts";
import {
	detailTypesLeftOut,
	eventBusName,
	hasEventFeed,
	tableName,
} from "../../shared/environment/config.ts";
import { connectEventBus } from "../../shared/notifications/event-bus.ts";
import { connectObservers } from "../dependencies.ts";
import { eventPublisher } from "./event-publisher.ts";

const busName = eventBusName();

export const handler = eventPublisher({
	publish: busName === undefined ? undefined : connectEventBus({ busName }),
	leftOut: detailTypesLeftOut(),
	feedTable: hasEventFeed() ? connectTable({ name: tableName() }) : undefined,
	clock: systemClock,
	...connectObservers(),
});
