"""Schedules a task for each name, waits for its end and prints its result: schedule.py LAMBDA NAME…"""

import os
import sys
import time

from atf_api import ApiClient, ApiException, Configuration, ScheduleRequest, TaskApi, TaskStatus

ENDS = {TaskStatus.SUCCESS, TaskStatus.FATAL_FAILURE, TaskStatus.CANCELLED}


def ended(tasks: TaskApi, task_id: str):
    """Waits for the end of the task and returns it. Polls once per second."""
    while (task := tasks.get_task(task_id)).status not in ENDS:
        time.sleep(1)
    return task


def main(target: str, names: list[str]) -> None:
    server = Configuration(
        host=os.environ.get("ATF_SERVER", "http://localhost:8080"),
        access_token=os.environ.get("ATF_TOKEN"),
    )
    with ApiClient(server) as client:
        tasks = TaskApi(client)
        scheduled = [
            # With a key, the call can be repeated if its outcome is unknown.
            tasks.schedule_task(
                target,
                idempotency_key=f"python/{name}",
                schedule_request=ScheduleRequest(json={"name": name}),
            )
            for name in names
        ]
        for one in scheduled:
            task = ended(tasks, one.task_id)
            print(task.status.value, task.result_json if task.failure is None else task.failure.code)


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[2:])
    except ApiException as refused:
        # A google.rpc.Status: its details name the reason and the fields.
        sys.exit(f"{refused.status} {refused.body}")
