#!/usr/bin/env bash
# Schedules a task by HTTP, waits for its end and prints it: schedule.sh LAMBDA JSON KEY
set -euo pipefail
server=${ATF_SERVER:-http://localhost:8080}
lambda=$1 json=$2 key=$3

call() { # METHOD PATH [ARGUMENTS…]; a refusal is printed and ends the program
  curl --silent --show-error --fail-with-body --header 'Accept: application/json, application/problem+json' \
    --request "$1" "$server$2" "${@:3}"
}

field() { # NAME JSON: the first field of this name, a text without quotes
  local rest=${2#*\"$1\":\"}
  echo "${rest%%\"*}"
}

scheduled=$(call POST "/v1/lambdas/$lambda/tasks" --header "Idempotency-Key: $key" --data "{\"json\":$json}") ||
  { echo "$scheduled" && exit 1; }
task=$(call GET "/v1/tasks/$(field taskId "$scheduled")")
until [[ $(field status "$task") =~ ^(SUCCESS|FATAL_FAILURE|CANCELLED)$ ]]; do
  sleep 1
  task=$(call GET "/v1/tasks/$(field taskId "$scheduled")")
done
echo "$task"
