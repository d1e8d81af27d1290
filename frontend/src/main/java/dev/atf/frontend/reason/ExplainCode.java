package dev.atf.frontend.reason;

import dev.atf.model.task.Association;

/** Reasons that ExplainTask reports. {@code docs/explain.md} is generated from this enum. */
public enum ExplainCode {
  NOT_DUE_YET("It is not due yet.", "Wait, or run it now: `./atf run TASK`."),
  WAITS_FOR_TURN(
      "Another task of its ordering key has the turn, or is before it.",
      "Wait for the task that has the turn: `./atf keys list LAMBDA` shows it."),
  KEY_HELD(
      "A task of its ordering key failed permanently, and its lambda has `onFatal: HOLD`.",
      "Retry or skip the failed task: `./atf keys list LAMBDA --held` shows the keys."),
  LAMBDA_PAUSED(
      "The gate of its lambda is closed. No attempt is used up.",
      "Open the gate: `./atf lambda resume LAMBDA`."),
  COLLECTION_PAUSED(
      "The gate of its collection is closed.",
      "Open the gate: `./atf lambda resume --collection COLLECTION LAMBDA`."),
  DROPPING(
      "A gate will drop it when it becomes due.",
      "Open the gate before that: `./atf lambda resume LAMBDA`."),
  BLOCKED(
      "It waits for a condition, such as a database that is down. No attempt is used up.",
      "Fix what the tests report. `./atf condition test LAMBDA CONDITION` tests now, `./atf"
          + " condition release LAMBDA CONDITION` releases its tasks without a test."),
  RETRY_BACKOFF(
      "An attempt failed, and the next one has to wait.",
      "Fix what the failure reports. `./atf run TASK` ends the wait."),
  STORE_CONSUMERS_SILENT(
      "No store consumer has reported recently. They release and recover tasks, and continue jobs"
          + " and periodic tasks.",
      "Start the store consumers, or fix what stops them: `loop-not-alive` in"
          + " docs/operate/runbooks.md. With `./atf up`, restart that process."),
  RETURNED(
      "A worker took it and returned it. The attempt does not count.",
      "Wait: it runs again. After HANDLER_UNKNOWN, deploy a program with its handler to all"
          + " workers: `./atf worker list --lambda LAMBDA` shows their versions."),
  NO_WORKER(
      "No executor runs tasks of its lambda, and none has asked for work recently.",
      "Start workers: `./atf worker --executors LAMBDA=1 -- COMMAND`, or a program of your own"
          + " (`./atf up` prints its settings)."),
  NEEDS_UNMET(
      "No worker host of its lambda offers all `needs` of the lambda.",
      "Start a host that does: `./atf worker --offers NAME --executors LAMBDA=1 -- COMMAND`; or"
          + " register the lambda without the need."),
  WORKERS_HELD(
      "All worker hosts of its lambda are drained or fail their health checks.",
      "Let a host work again: `./atf worker undrain PLACE`. `./atf worker list` shows places and"
          + " health."),
  HOST_UNHEALTHY(
      "Worker hosts of its lambda fail their health checks, or nearly all attempts fail there and"
          + " succeed elsewhere.",
      "Fix or retire the host: `./atf worker list --lambda LAMBDA` shows its place."),
  EXECUTOR_CRASHING(
      "The executors of its lambda keep exiting soon after their start.",
      "Fix what their standard error reports: the message has its last line, the log of the worker"
          + " host all lines."),
  HANDLER_MISSING(
      "The program of its lambda has no handler for it.",
      "Start a program that has one: `./atf worker --executors LAMBDA=1 -- COMMAND`. If the handler"
          + " was renamed, register the new name: `./atf lambda list` shows the names."),
  WORKERS_STARTING(
      "The executors of its lambda are starting, or sleep until there is a task.",
      "Wait some seconds, then run `./atf explain TASK` again. If they are still starting after a"
          + " minute, the program hangs: its output is in the log of the worker host."),
  WORKERS_BUSY(
      "All slots of the executors of its lambda are in use.",
      "Wait, or add executors: `./atf worker --executors LAMBDA=1 -- COMMAND`. `./atf list LAMBDA"
          + " --state running` shows the running tasks."),
  KILLED_EXECUTORS(
      "Executors died, or stopped responding, while they ran it.",
      "Fix what kills them: `./atf get TASK` shows how each attempt ended. If its payload is wrong,"
          + " cancel it: `./atf cancel TASK`."),
  LAMBDA_FULL(
      "Its lambda runs `maxRunning` tasks.",
      "Wait, or raise `maxRunning`: `./atf lambda get LAMBDA` shows it."),
  TENANT_FULL(
      "The lambdas of its tenant run `runningMax` tasks.",
      "Wait, or raise the tenant's `runningMax` in the policy."),
  KEY_FULL(
      "`fairness.runningMaxPerKey` tasks of its fairness key run.",
      "Wait, or raise `fairness.runningMaxPerKey`: `./atf lambda get LAMBDA` shows it."),
  DISPATCH_RATE(
      "The `dispatchRate` of its lambda is used up.",
      "Wait, or raise `dispatchRate`: `./atf lambda get LAMBDA` shows it."),
  KEY_RATE(
      "The `fairness.ratePerKey` of its lambda is used up for its fairness key.",
      "Wait, or raise `fairness.ratePerKey`: `./atf lambda get LAMBDA` shows it."),
  WAITS_FOR_RELEASE(
      "It is due, and waits in the store, possibly behind other tasks.",
      "Wait. If the backlog grows, add executors: `./atf top --once` shows it."),
  WAITS_IN_QUEUE(
      "Its reference waits in the queue for a worker. A lost one is pushed again.",
      "Wait. If the backlog grows, add executors: `./atf top --once` shows it."),
  RUNNING(
      "An executor runs it.",
      "Nothing. `./atf logs TASK` shows what it does; `./atf kill TASK` ends an attempt that"
          + " hangs."),
  CANCEL_REQUESTED(
      "It is running, and its handler is asked to stop with the next heartbeat.",
      "Wait: if the handler does not stop within a grace period, its process exits."),
  KILL_REQUESTED(
      "A kill of its attempt was requested. The attempt counts as failed.",
      "Wait: if the handler does not stop within a grace period, its process exits."),
  LEASE_EXPIRED(
      "Its executor stopped responding, and its lease ended. A store consumer will recover it.",
      "Wait some seconds, then check the store consumers: `loop-not-alive` in"
          + " docs/operate/runbooks.md."),
  DEADLINE_NEAR(
      "It will fail soon with DEADLINE_EXCEEDED: its deadline, or the end of its `maxLifetime`, is"
          + " near.",
      "Remove the other reasons before that: `./atf explain TASK` shows them."),
  CHILDREN_PENDING(
      "It has succeeded. Children that its handler scheduled may not exist yet.",
      "Wait for a poll interval, then check the store consumers: `loop-not-alive` in"
          + " docs/operate/runbooks.md."),
  NOTICE_DUE(
      "It has ended. A notice of its end may not exist yet.",
      "Wait for a poll interval, then check the store consumers: `loop-not-alive` in"
          + " docs/operate/runbooks.md."),
  NOTICE_MADE(
      "A notice of its end was created for a subscription, or its own `onFinish`.",
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
      "It tests whether a condition has cleared.",
      "Nothing: `./atf condition list LAMBDA` shows the conditions."),
  CHILD_OF_TASK(
      "The handler of another task scheduled it.", "Nothing: `./atf get TASK` names the parent."),
  LAMBDA_MISSING("Its lambda is not registered.", "Register it: `./atf lambda register LAMBDA`."),
  SUCCEEDED("It has succeeded.", "Nothing. `./atf get TASK` shows its result."),
  CANCELLED("A client cancelled it.", "If that was wrong, schedule a copy: `./atf resubmit TASK`."),
  DROPPED(
      "A dropping gate ended it.",
      "If that was wrong, open the gate with `./atf lambda resume LAMBDA`, or `./atf lambda resume"
          + " --collection COLLECTION LAMBDA`, then redrive it with `./atf dead redrive LAMBDA"
          + " TASK`. For a task of a job or of an ordering key, the reason names another command."),
  DEAD(
      "It is a dead letter: its attempts are used up, its deadline has passed, or its failure is"
          + " fatal.",
      "Fix what the failure reports, then redrive it: `./atf dead redrive LAMBDA TASK`."),
  JOB_HELD(
      "A job starts no tasks until an operator resumes it.",
      "Resume it: `./atf job resume LAMBDA JOB`."),
  JOB_GOES_ON(
      "A job is about to start its next tasks, or to end.",
      "Wait some seconds, then check the store consumers: `plans-late` in"
          + " docs/operate/runbooks.md."),
  STEP_WITHOUT_ITEMS(
      "The items of a step cannot be used, so it has no tasks, and is held or has failed.",
      "Give the step that makes the list another input with `./atf job patch --payload JSON LAMBDA"
          + " JOB STEP`, then run it again with `./atf job retry --from STEP LAMBDA JOB`; or skip"
          + " the step without tasks: `./atf job skip LAMBDA JOB STEP`."),
  PLAN_UNREADABLE(
      "This version cannot read the row of a job, periodic task, ordering key or condition: it is"
          + " damaged, or of another version.",
      "Upgrade the frontends and the store consumers to the version that wrote it. A periodic task"
          + " can also be deleted and created again: `./atf periodic delete LAMBDA NAME`."),
  JOB_ENDED(
      "A job has ended.",
      "Nothing if it succeeded. Otherwise fix what failed, then retry it: `./atf job retry LAMBDA"
          + " JOB`."),
  PERIODIC_PAUSED("A periodic task is paused.", "Resume it: `./atf periodic resume LAMBDA NAME`."),
  NEXT_FIRE("A periodic task waits for its next time.", "Wait."),
  PERIODIC_OVER(
      "The schedule of a periodic task has no further fires.",
      "Update it: `./atf periodic get LAMBDA NAME` shows it."),
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
