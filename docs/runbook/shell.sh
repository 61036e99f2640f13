# For the commands of the runbook, in bash or zsh: export STACK=Inventory-prod && . docs/runbook/shell.sh
# They only read. Credentials and region are those of the AWS CLI.

# An output of the stack: output TableName
output() {
  aws cloudformation describe-stacks --stack-name "$STACK" --output text \
    --query "Stacks[0].Outputs[?OutputKey=='$1'].OutputValue"
}

# The name that AWS gave a resource of the stack: physical RequestLog
physical() {
  aws cloudformation list-stack-resources --stack-name "$STACK" --output text \
    --query 'StackResourceSummaries[].[LogicalResourceId,PhysicalResourceId]' |
    awk -v id="$1" '$1 ~ "^" id "[0-9A-F]+$" { print $2 }'
}

# Asks a log of the stack about the last minutes: ask RequestLog 60 'stats count(*) by status'
ask() {
  now=$(date +%s)
  query_id=$(aws logs start-query --log-group-name "$(physical "$1")" --query-string "$3" \
    --start-time $((now - 60 * $2)) --end-time "$now" --query queryId --output text) || return
  while state=$(aws logs get-query-results --query-id "$query_id" --query status --output text); do
    case $state in Scheduled | Running) sleep 1 ;; *) break ;; esac
  done
  aws logs get-query-results --query-id "$query_id" --output text \
    --query "results[*].[join('  ', [?field!='@ptr'].join('=', [field,value]))]"
}

# A metric of AWS in the last three hours: measure AWS/SQS NumberOfMessagesSent Sum QueueName NAME
measure() {
  now=$(date +%s)
  aws cloudwatch get-metric-statistics --namespace "$1" --metric-name "$2" --statistics "$3" \
    --dimensions "Name=$4,Value=$5" --period 300 --start-time $((now - 10800)) --end-time "$now" \
    --output text --query "sort_by(Datapoints,&Timestamp)[].[Timestamp,$3]"
}

# The functions of the account with the most of a metric in the last hour: by_function Throttles
by_function() {
  now=$(date +%s)
  sql="SELECT SUM($1) FROM SCHEMA(\\\"AWS/Lambda\\\", FunctionName) GROUP BY FunctionName ORDER BY SUM() DESC LIMIT 10"
  aws cloudwatch get-metric-data --start-time $((now - 3600)) --end-time "$now" --output text \
    --metric-data-queries "[{\"Id\":\"sums\",\"Expression\":\"$sql\",\"Period\":3600}]" \
    --query 'MetricDataResults[].[Label,sum(Values)]'
}
