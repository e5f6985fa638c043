import { CfnOutput } from "aws-cdk-lib";
import { DomainName } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import type { Construct } from "constructs";
import { invalidSetting, type Setting, toText } from "./setting.ts";

export interface DomainSettings {
	/** `api.example.com` */
	name: string;
	certificateArn: string;
	/** Whether the API's own address is switched off, so that no caller can bypass what stands before the domain. */
	isOnlyAddress: boolean;
}

/** A DNS record of the domain must point to the output `DomainTarget`. */
export function ownDomain(
	scope: Construct,
	{ name, certificateArn }: Omit<DomainSettings, "isOnlyAddress">,
): DomainName {
	const domain = new DomainName(scope, "Domain", {
		domainName: name,
		certificate: Certificate.fromCertificateArn(
			scope,
			"Certificate",
			certificateArn,
		),
	});
	new CfnOutput(scope, "DomainUrl", { value: `https://${name}` });
	new CfnOutput(scope, "DomainTarget", { value: domain.regionalDomainName });
	return domain;
}

/** @throws When one of the two settings is given without the other: it would be ignored. */
export function toDomain(
	stage: string,
	{
		name,
		certificateArn,
		isOnlyAddress,
	}: { [Name in keyof DomainSettings]: DomainSettings[Name] | undefined },
): DomainSettings | undefined {
	if (name !== undefined && certificateArn !== undefined)
		return { name, certificateArn, isOnlyAddress: isOnlyAddress ?? false };
	if (isOnlyAddress)
		throw invalidSetting(
			{ name: `"domainOnly:${stage}"` },
			`needs "domain:${stage}" too: without a domain, the API would have no address`,
		);
	const [given, missing] =
		name === undefined
			? ["certificateArn", "domain"]
			: ["domain", "certificateArn"];
	if (name === undefined && certificateArn === undefined) return undefined;
	throw invalidSetting(
		{ name: `"${given}:${stage}"` },
		`needs "${missing}:${stage}" too`,
	);
}

const domainPattern =
	/^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,}$/;

export const isDomainName = (text: string): boolean => domainPattern.test(text);

export const toDomainName = (setting: Setting) =>
	toText(
		setting,
		domainPattern,
		"must be a domain in lower case, such as api.example.com",
	);

export const toCertificateArn = (setting: Setting) =>
	toText(
		setting,
		/^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/,
		"must be the ARN of a certificate of ACM, in the stage's region: arn:aws:acm:<region>:<account>:certificate/<id>",
	);
