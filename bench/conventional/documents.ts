import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

export const tableName = process.env.TABLE_NAME ?? "";

export const documents = DynamoDBDocumentClient.from(new DynamoDBClient());
