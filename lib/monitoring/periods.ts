import { Duration } from "aws-cdk-lib";

export const oneMinute = Duration.minutes(1);
export const fiveMinutes = Duration.minutes(5);
export const oneHour = Duration.hours(1);
