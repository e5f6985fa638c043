"""Starts MiniStack with what AWS has and MiniStack does not have yet. Each gap names the page of AWS on which the template
or the service relies, so that neither is changed for the emulator."""

import asyncio
import json
import os
import re
import sys
import threading
import time
from email.utils import parseaddr

from hypercorn.asyncio import serve
from hypercorn.config import Config
from ministack import app
from ministack.core import iam_actions, iam_evaluator, lambda_runtime
from ministack.core.responses import get_account_id
from ministack.services import dynamodb, lambda_svc
from ministack.services.cloudformation import provisioners


def accepted_only():
    """Saved queries, CodeDeploy's gradual releases and the style of Cognito's pages are accepted and not made: a release
    takes all invocations at once.
    https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-logs-querydefinition.html
    https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-codedeploy-deploymentgroup.html
    https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cognito-managedloginbranding.html"""
    for name in (
        "Logs::QueryDefinition",
        "CodeDeploy::Application",
        "CodeDeploy::DeploymentGroup",
        "Cognito::ManagedLoginBranding",
    ):
        provisioners._RESOURCE_HANDLERS[f"AWS::{name}"] = {
            "create": lambda logical_id, props, stack_name: (f"{stack_name}-{logical_id}", {}),
            "update": lambda physical_id, *_: (physical_id, {}),
            "delete": lambda *_: None,
        }


def alarms_on_metric_math():
    """An alarm on an expression exists, and is not evaluated: its metric is one that nobody writes.
    https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudwatch-alarm.html (Metrics)"""
    record = provisioners._cw_metric_alarm_record

    def record_with_metrics(name, props):
        if not props.get("Metrics"):
            return record(name, props)
        plain = {key: value for key, value in props.items() if key != "Metrics"}
        return record(name, {**plain, "Namespace": "MetricMath", "MetricName": name})

    provisioners._cw_metric_alarm_record = record_with_metrics


def list_append_in_partiql():
    """`SET payments = list_append(payments, ?)` in a statement.
    https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.update.html"""
    call = dynamodb._pq_call

    def call_with_list_append(name, args, nodes):
        if name != "list_append":
            return call(name, args, nodes)
        if len(args) != 2 or not all(arg and "L" in arg for arg in args):
            raise ValueError("An operand in the update expression has an incorrect data type")
        return {"L": [*args[0]["L"], *args[1]["L"]]}

    dynamodb._pq_call = call_with_list_append


def partiql_in_streams():
    """What a statement of PartiQL writes is in the table's stream too.
    https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html"""
    written = threading.local()

    def watched(change):
        def run(table, partition, sort, *item):
            old = change(table, partition, sort, *item)
            if getattr(written, "items", None) is not None:
                written.items.append((old, item[0] if item else None))
            return old

        return run

    def streamed(write, event):
        def run(table, *given):
            written.items = []
            try:
                return write(table, *given)
            finally:
                items, written.items = written.items, None
                for old, new in items:
                    dynamodb._emit_stream_event(table["TableName"], event, old, new)

        return run

    for name in ("_set_item", "_remove_item"):
        setattr(dynamodb, name, watched(getattr(dynamodb, name)))
    for name, event in (("insert", "INSERT"), ("update", "MODIFY"), ("delete", "REMOVE")):
        write = getattr(dynamodb, f"_partiql_{name}")
        setattr(dynamodb, f"_partiql_{name}", streamed(write, event))


def updates_after_invocations():
    """A function's update ends no invocation: it goes on with the code that it began with.
    https://docs.aws.amazon.com/lambda/latest/dg/functions-states.html"""
    kill = lambda_runtime.kill_workers

    def kill_when_idle(worker):
        while worker.in_use:
            time.sleep(0.05)
        kill([worker])

    def kill_workers(workers):
        workers = [worker for worker in workers if worker is not None]
        kill([worker for worker in workers if not worker.in_use])
        for worker in workers:
            if worker.in_use:
                threading.Thread(target=kill_when_idle, args=(worker,), daemon=True).start()

    lambda_runtime.kill_workers = kill_workers


def events_of_http_apis():
    """A function that an HTTP API calls gets the cookies as a list of their own, and nothing that is null.
    https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html (format 2.0)"""
    execute = lambda_svc._execute_function_with_config_scope

    def execute_as_on_aws(record, event, *given):
        if event.get("version") == "2.0":
            event = {name: value for name, value in event.items() if value is not None}
            cookie = event["headers"].pop("cookie", None)
            if cookie is not None:
                event["cookies"] = cookie.split("; ")
        return execute(record, event, *given)

    lambda_svc._execute_function_with_config_scope = execute_as_on_aws


def return_values():
    """`Ref` of a secret is its ARN, for which a function's policy lets it read the value. A user pool has a `ProviderURL`.
    https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-secretsmanager-secret.html
    https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cognito-userpool.html"""
    secret = provisioners._RESOURCE_HANDLERS["AWS::SecretsManager::Secret"]
    create, attributes_of = secret["create"], provisioners._cognito_user_pool_attributes

    def create_by_arn(*given):
        _, attributes = create(*given)
        return attributes["Arn"], attributes

    def with_url(*given):
        attributes = attributes_of(*given)
        return {**attributes, "ProviderURL": f"https://{attributes['ProviderName']}"}

    secret["create"], provisioners._cognito_user_pool_attributes = create_by_arn, with_url


def actions_of_batches():
    """IAM knows no actions for calls with several messages or statements: a message is `sqs:SendMessage`, a statement
    one of `dynamodb:PartiQLSelect`, `PartiQLInsert`, `PartiQLUpdate` and `PartiQLDelete` on its table or index.
    https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-api-permissions-reference.html
    https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-iam.html"""
    action_of, checks_of = iam_actions.extract_iam_action, iam_actions.dynamodb_transaction_checks

    def extract_iam_action(*request):
        action = action_of(*request)
        return re.sub(r"^(sqs:\w+Message\w*?)Batch$", r"\1", action) if action else action

    def dynamodb_transaction_checks(action, body, region, account_id):
        if not re.fullmatch(r"dynamodb:(Batch)?Execute(Statement|Transaction)", action):
            return checks_of(action, body, region, account_id)
        request = json.loads(body)
        statements = request.get("Statements") or request.get("TransactStatements") or [request]
        return [check(one["Statement"], region, account_id) for one in statements]

    def check(statement, region, account_id):
        verb = re.match(r"\s*(\w+)", statement)[1].capitalize()
        table, index = re.search(r'(?:FROM|INTO|UPDATE)\s+"([^"]+)"(?:\."([^"]+)")?', statement, re.IGNORECASE).groups()
        arn = iam_actions._dynamodb_table_arn(table, region, account_id)
        return f"dynamodb:PartiQL{verb}", f"{arn}/index/{index}" if index else arn

    iam_actions.extract_iam_action = extract_iam_action
    iam_actions.dynamodb_transaction_checks = dynamodb_transaction_checks


def mails_by_identity():
    """A mail is authorized by the identity that sends it, with its address as `ses:FromAddress`.
    https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsimpleemailservicev2.html"""
    enforce = app._enforce_ses_v2

    def enforce_ses_v2(method, path, headers, body, query, request_id):
        if (method, path) != ("POST", "/v2/email/outbound-emails"):
            return enforce(method, path, headers, body, query, request_id)
        _, sender = parseaddr(json.loads(body)["FromEmailAddress"])
        identity = f"arn:aws:ses:{app.extract_region(headers, query)}:{get_account_id()}:identity/{sender}"
        return app._enforce_data_plane(
            *("sesv2", "ses:SendEmail", headers, query, request_id),
            resource_arn=identity,
            service_context={"ses:FromAddress": sender},
            named_resource=identity,
        )

    app._enforce_ses_v2 = enforce_ses_v2


def calls_over_tls():
    """The policies of the queues demand TLS, with which AWS is always called. Here, its APIs are called without.
    https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html (aws:SecureTransport)"""
    app.pin_request_origin = lambda address, _: iam_evaluator.pin_request_origin(address, True)


port = sys.argv[1]


async def behind_front(scope, receive, send):
    """What is not sent to the emulator's own port came through the front of the test, over HTTPS."""
    own = f"127.0.0.1:{port}".encode()
    is_direct = (b"host", own) in scope.get("headers", ())
    await app.app(scope if is_direct else {**scope, "scheme": "https"}, receive, send)


if __name__ == "__main__":
    for gap in (
        accepted_only,
        alarms_on_metric_math,
        list_append_in_partiql,
        partiql_in_streams,
        updates_after_invocations,
        events_of_http_apis,
        return_values,
        actions_of_batches,
        mails_by_identity,
        calls_over_tls,
    ):
        gap()
    # It ends with the process that started it, even after SIGKILL: then its input closes.
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    config = Config()
    config.bind = [f"127.0.0.1:{port}"]
    config.keep_alive_timeout = 75
    asyncio.run(serve(behind_front, config))
