package dev.atf.frontend.reason;

import dev.atf.model.task.Association;

/** Reasons that ExplainTask reports. {@code docs/explain.md} is generated from this enum. */
public enum ExplainCode {
  NOT_DUE_YET("It is not due yet.", "Wait, or run it now: `./atf run TASK`."),
  WAITS_FOR_TURN(
      "Tasks of its ordering key run one at a time. Another task of the key has the turn, or is"
          + " before it in the order.",
      "Wait for the task that has the turn: `./atf keys list LAMBDA` shows it."),
  KEY_HELD(
      "A task of its ordering key has failed permanently, and its lambda has `onFatal: HOLD`.",
      "Retry or skip the task that failed: `./atf keys list LAMBDA --held` shows the keys."),
  LAMBDA_PAUSED(
      "The gate of its lambda is closed. Nothing is lost, and no attempt is used up.",
      "Open the gate: `./atf lambda resume LAMBDA`."),
  COLLECTION_PAUSED(
      "The gate of its collection is closed. Other tasks of the lambda are not affected.",
      "Open the gate of its collection: `./atf lambda resume --collection COLLECTION LAMBDA`."),
  DROPPING(
      "A gate drops tasks that become due: this one will end as DROPPED.",
      "Open the gate before the task is due: `./atf lambda resume LAMBDA`."),
  BLOCKED(
      "A condition outside of the task is not met, such as a database that is down. The task"
          + " waits for it, and uses up no attempt.",
      "Fix what the tests report. `./atf condition test LAMBDA CONDITION` tests now, `./atf"
          + " condition release LAMBDA CONDITION` releases its tasks without a test."),
  RETRY_BACKOFF(
      "An attempt failed, and the task waits for its next attempt.",
      "Fix what the failure reports. `./atf run TASK` ends the wait."),
  STORE_CONSUMERS_SILENT(
      "No store consumer has reported recently. They release due tasks, recover lost ones, and"
          + " continue jobs and periodic tasks.",
      "Start the store consumers, or fix what stops them: `loop-not-alive` in"
          + " docs/operate/runbooks.md. With `./atf up`, restart that process."),
  RETURNED(
      "A worker took it and returned it. The attempt does not count.",
      "Wait: it runs again. If the reason is HANDLER_UNKNOWN, deploy a program with its handler"
          + " to all workers: `./atf worker list --lambda LAMBDA` shows their versions and their"
          + " health."),
  NO_WORKER(
      "No executor runs tasks of its lambda, and none has asked for work recently.",
      "Start workers: `./atf worker --executors LAMBDA=1 -- COMMAND`, or a program of your own"
          + " (`./atf up` prints its settings)."),
  NEEDS_UNMET(
      "Worker hosts serve its lambda, and none offers all of the `needs` of the lambda.",
      "Start a host that offers all of them: `./atf worker --offers NAME --executors LAMBDA=1 --"
          + " COMMAND`; or register the lambda without the need."),
  WORKERS_HELD(
      "Worker hosts serve its lambda, and all of them are drained or fail their health checks.",
      "Let a host work again: `./atf worker undrain PLACE`. `./atf worker list` shows their"
          + " places and health."),
  HOST_UNHEALTHY(
      "Worker hosts do not start tasks of its lambda: their health checks fail, or nearly all"
          + " attempts fail there while they succeed on other hosts.",
      "Fix the host, or retire it: `./atf worker list --lambda LAMBDA` shows its place."),
  EXECUTOR_CRASHING(
      "The executors of its lambda are in a crash loop: they keep exiting soon after their start.",
      "Fix what their standard error reports: the message contains its last line, and the log of"
          + " the worker host contains all lines."),
  HANDLER_MISSING(
      "The program that is started for its lambda has no handler for this lambda.",
      "Start a program that has a handler: `./atf worker --executors LAMBDA=1 -- COMMAND`. If the"
          + " handler was renamed, register the new name: `./atf lambda list` shows the names."),
  WORKERS_STARTING(
      "The executors of its lambda are being started, or sleep until there is a task.",
      "Wait some seconds, then run `./atf explain TASK` again. If they are still starting after a"
          + " minute, the program hangs at its start: its output is in the log of the worker"
          + " host."),
  WORKERS_BUSY(
      "All slots of the executors of its lambda are in use by other tasks.",
      "Wait for one of them to end, or add executors: `./atf worker --executors LAMBDA=1 --"
          + " COMMAND`. `./atf list LAMBDA --state running` shows the running tasks."),
  KILLED_EXECUTORS(
      "Executors died, or stopped responding, while they ran it.",
      "Fix what kills its executors: `./atf get TASK` shows how each attempt ended. If its"
          + " payload is wrong, cancel it: `./atf cancel TASK`."),
  LAMBDA_FULL(
      "Its lambda runs as many tasks as its `maxRunning` allows.",
      "Wait, or raise `maxRunning`: `./atf lambda get LAMBDA` shows the settings."),
  TENANT_FULL(
      "The lambdas of its tenant run as many tasks as the tenant's `runningMax` allows.",
      "Wait, or raise `runningMax` of the tenant in the policy."),
  KEY_FULL(
      "As many tasks of its fairness key run as `fairness.runningMaxPerKey` of the lambda allows."
          + " Other keys are not affected.",
      "Wait, or raise `fairness.runningMaxPerKey`: `./atf lambda get LAMBDA` shows the settings."),
  DISPATCH_RATE(
      "Tasks of its lambda are released no faster than its `dispatchRate`.",
      "Wait, or raise `dispatchRate`: `./atf lambda get LAMBDA` shows the settings."),
  KEY_RATE(
      "Tasks of its fairness key are released no faster than the lambda's `fairness.ratePerKey`."
          + " Other keys are not affected.",
      "Wait, or raise `fairness.ratePerKey`: `./atf lambda get LAMBDA` shows the settings."),
  WAITS_FOR_RELEASE(
      "It is due, and waits in the store for its release, possibly behind other tasks of its"
          + " lambda and priority.",
      "Wait. If the backlog grows, add executors: `./atf top --once` shows it."),
  WAITS_IN_QUEUE(
      "It is ready, and its reference waits in the queue for a worker. A lost reference is pushed"
          + " again.",
      "Wait. If the backlog grows, add executors: `./atf top --once` shows it."),
  RUNNING(
      "An executor runs it.",
      "Nothing. `./atf logs TASK` shows what it does; `./atf kill TASK` ends an attempt that"
          + " hangs."),
  CANCEL_REQUESTED(
      "It is running, and its cancellation was requested. Its handler is asked to stop with the"
          + " next heartbeat.",
      "Wait: if the handler does not stop within a grace period, its process exits."),
  KILL_REQUESTED(
      "A kill of its attempt was requested. The killed attempt counts as a failed one.",
      "Wait: if the handler does not stop within a grace period, its process exits."),
  LEASE_EXPIRED(
      "Its executor stopped responding, and its lease has ended. A store consumer will recover"
          + " the task.",
      "Wait some seconds. If that does not help, check the store consumers: `loop-not-alive` in"
          + " docs/operate/runbooks.md."),
  DEADLINE_NEAR(
      "It will fail soon with DEADLINE_EXCEEDED, because its deadline, or the end of its lambda's"
          + " maximum lifetime, is near.",
      "Remove the other reasons before that time: `./atf explain TASK` shows them."),
  CHILDREN_PENDING(
      "It has succeeded. Some of the children that its handler scheduled may not exist yet.",
      "Wait for a poll interval. If that does not help, check the store consumers:"
          + " `loop-not-alive` in docs/operate/runbooks.md."),
  NOTICE_DUE(
      "It has ended. A notice of its end may not exist yet.",
      "Wait for a poll interval. If that does not help, check the store consumers:"
          + " `loop-not-alive` in docs/operate/runbooks.md."),
  NOTICE_MADE(
      "A notice of its end was created: a task for the target of a subscription, or of its own"
          + " `onFinish`.",
      "Nothing: `./atf get TASK` shows the notice."),
  NOTICE_OF_TASK(
      "It reports the end of another task.", "Nothing: `./atf get TASK` names that task."),
  ROUTED("A route chose its lambda.", "Nothing: `./atf route list` shows the routes."),
  STEP_OF_JOB(
      "It runs or reverts a step of a job.",
      "Nothing. `./atf job explain LAMBDA JOB` shows what the job waits for."),
  FIRE_OF_PERIODIC(
      "A periodic task created it.",
      "Nothing. `./atf periodic list LAMBDA` shows the periodic tasks."),
  TEST_OF_CONDITION(
      "It tests whether a condition has cleared. If it succeeds, the condition has cleared.",
      "Nothing: `./atf condition list LAMBDA` shows the conditions."),
  CHILD_OF_TASK(
      "The handler of another task scheduled it, together with the success of that task.",
      "Nothing: `./atf get TASK` names the parent."),
  LAMBDA_MISSING(
      "Its lambda is not registered, so no store consumer releases it.",
      "Register the lambda: `./atf lambda register LAMBDA`."),
  SUCCEEDED("It has succeeded.", "Nothing. `./atf get TASK` shows its result."),
  CANCELLED(
      "A client cancelled it.", "If that was wrong, schedule a copy of it: `./atf resubmit TASK`."),
  DROPPED(
      "A dropping gate ended it.",
      "If that was wrong, open the gate with `./atf lambda resume LAMBDA`, or `./atf lambda"
          + " resume --collection COLLECTION LAMBDA`; then redrive it with `./atf dead redrive"
          + " LAMBDA TASK`. For a task of a job or of an ordering key, the reason names another"
          + " command."),
  DEAD(
      "It is a dead letter: its attempts are used up, its deadline has passed, or its failure is"
          + " fatal.",
      "Fix what the failure reports, then redrive it: `./atf dead redrive LAMBDA TASK`."),
  JOB_HELD(
      "A job starts no further tasks until an operator resumes it.",
      "Resume it: `./atf job resume LAMBDA JOB`."),
  JOB_GOES_ON(
      "A job is about to start its next tasks, or to end.",
      "Wait some seconds. If that does not help, check the store consumers: `plans-late` in"
          + " docs/operate/runbooks.md."),
  STEP_WITHOUT_ITEMS(
      "The list of items of a step cannot be used. Therefore the step has no tasks, and is held or"
          + " has failed.",
      "Give the step that makes the list another input with `./atf job patch --payload JSON"
          + " LAMBDA JOB STEP`, then run it again with `./atf job retry --from STEP LAMBDA JOB`;"
          + " or skip the step that has no tasks: `./atf job skip LAMBDA JOB STEP`."),
  PLAN_UNREADABLE(
      "This version cannot read the row of a job, a periodic task, an ordering key or a"
          + " condition: it is damaged, or of another version.",
      "Upgrade the frontends and the store consumers to the version that wrote it. A periodic"
          + " task can also be deleted and created again: `./atf periodic delete LAMBDA NAME`."),
  JOB_ENDED(
      "A job has ended.",
      "Nothing if it has succeeded. Otherwise fix what failed, then retry it: `./atf job retry"
          + " LAMBDA JOB`."),
  PERIODIC_PAUSED(
      "A periodic task is paused and does not fire.",
      "Resume it: `./atf periodic resume LAMBDA NAME`."),
  NEXT_FIRE("A periodic task waits for its next time.", "Wait."),
  PERIODIC_OVER(
      "The schedule of a periodic task has no further fires.",
      "Update its schedule: `./atf periodic get LAMBDA NAME` shows the current one."),
  FIRES_LEFT_OUT(
      "Fires of a periodic task were skipped or missed.",
      "Create the tasks that are needed: `./atf periodic backfill --from T --until T LAMBDA"
          + " NAME`.");

  private final String meaning;
  private final String remedy;

  ExplainCode(String meaning, String remedy) {
    this.meaning = meaning;
    this.remedy = remedy;
  }

  public String meaning() {
    return meaning;
  }

  /** Returns the remedy, with LAMBDA and TASK as placeholders for the names of a task. */
  public String remedy() {
    return remedy;
  }

  /** Returns the remedy for this task. */
  public String remedy(Association task) {
    return remedy
        .replace("LAMBDA", task.header().lambda().value())
        .replace("TASK", task.taskId().value());
  }
}
