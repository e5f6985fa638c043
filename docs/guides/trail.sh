# A trail with the writes to the tables, but those of the service's own functions (deploy.md, step 9).
set -eu
: "$BUCKET" "$AWS_REGION"
ACCOUNT=$(aws sts get-caller-identity --query Account --output text)
aws cloudtrail create-trail --name procurement-payments --s3-bucket-name "$BUCKET" --is-multi-region-trail --enable-log-file-validation
aws cloudtrail put-event-selectors --trail-name procurement-payments --advanced-event-selectors '[{
  "Name": "Writes to the tables of the service", "FieldSelectors": [
    { "Field": "eventCategory", "Equals": ["Data"] },
    { "Field": "resources.type", "Equals": ["AWS::DynamoDB::Table"] },
    { "Field": "readOnly", "Equals": ["false"] },
    { "Field": "resources.ARN", "StartsWith": ["arn:aws:dynamodb:'"$AWS_REGION:$ACCOUNT"':table/ProcurementPayments-"] },
    { "Field": "userIdentity.arn", "NotStartsWith": ["arn:aws:sts::'"$ACCOUNT"':assumed-role/ProcurementPayments-"] } ] }]'
aws cloudtrail start-logging --name procurement-payments
