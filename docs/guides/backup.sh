# A daily copy of the table in another region (deploy.md, step 10): a role, a vault in each region, and AWS Backup's
# advanced features for DynamoDB, without which it copies no table to another region.
set -eu
: "$AWS_REGION" "$OTHER_REGION" "$TABLE"
ACCOUNT=$(aws sts get-caller-identity --query Account --output text)
# The role and the vaults exist already when the table is a restored one.
aws iam create-role --role-name procurement-payments-backup --assume-role-policy-document '{"Version": "2012-10-17",
  "Statement": [{"Effect": "Allow", "Principal": {"Service": "backup.amazonaws.com"}, "Action": "sts:AssumeRole"}]}' || true
for may in Backup Restores; do
  aws iam attach-role-policy --role-name procurement-payments-backup \
    --policy-arn arn:aws:iam::aws:policy/service-role/AWSBackupServiceRolePolicyFor$may
done
for region in "$AWS_REGION" "$OTHER_REGION"; do
  aws backup update-region-settings --region "$region" --resource-type-opt-in-preference DynamoDB=true \
    --resource-type-management-preference DynamoDB=true
  aws backup create-backup-vault --region "$region" --backup-vault-name procurement-payments || true
done
PLAN=$(aws backup create-backup-plan --query BackupPlanId --output text --backup-plan '{
  "BackupPlanName": "'"$TABLE"'", "Rules": [{"RuleName": "daily", "ScheduleExpression": "cron(0 1 * * ? *)",
  "TargetBackupVaultName": "procurement-payments", "Lifecycle": {"DeleteAfterDays": 35}, "CopyActions": [{
    "Lifecycle": {"DeleteAfterDays": 35}, "DestinationBackupVaultArn":
    "arn:aws:backup:'"$OTHER_REGION:$ACCOUNT"':backup-vault:procurement-payments"}]}]}')
aws backup create-backup-selection --backup-plan-id "$PLAN" --backup-selection '{"SelectionName": "table",
  "IamRoleArn": "arn:aws:iam::'"$ACCOUNT"':role/procurement-payments-backup",
  "Resources": ["arn:aws:dynamodb:'"$AWS_REGION:$ACCOUNT"':table/'"$TABLE"'"]}'
