package dev.atf.frontend.reason;

import dev.atf.model.task.Association;

/** Reasons that ExplainTask gives; {@code docs/explain.md} is generated from this. */
public enum ExplainCode {
  NOT_DUE_YET("Its time has not come.", "Wait, or run it now: `./atf run TASK`."),
  WAITS_FOR_TURN(
      "Tasks of its ordering key run one at a time, and another has the turn, or waits before it.",
      "Wait for the task that has the turn: `./atf keys list LAMBDA` shows it."),
  KEY_HELD(
      "A task of its ordering key has failed for good, and its lambda says `onFatal: HOLD`.",
      "Try the task that failed again, or go on without it: `./atf keys list LAMBDA --held` shows"
          + " the keys."),
  LAMBDA_PAUSED(
      "The gate of its lambda is closed. Nothing is lost and no attempt is spent.",
      "Open the gate: `./atf lambda resume LAMBDA`."),
  COLLECTION_PAUSED(
      "The gate of its collection is closed; the lambda's other tasks run.",
      "Open the gate of its collection: `./atf lambda resume --collection COLLECTION LAMBDA`."),
  DROPPING(
      "A gate drops the tasks that come to it: this one will end as DROPPED.",
      "Open the gate before the task comes there: `./atf lambda resume LAMBDA`."),
  BLOCKED(
      "An attempt could not go on for a reason outside of the task, and it waits for that"
          + " condition; no attempt is spent.",
      "Fix what the tests report. `./atf condition test LAMBDA CONDITION` tests at once, `./atf"
          + " condition release LAMBDA CONDITION` releases its tasks without a test."),
  RETRY_BACKOFF(
      "An attempt failed, and the next one waits for its time.",
      "Fix what the failure reports. `./atf run TASK` ends the wait."),
  RETURNED(
      "A worker took it and handed it back unharmed; no attempt was counted. HANDLER_UNKNOWN: the"
          + " version on that worker does not know the handler.",
      "Deploy a version that knows the handler to all workers: `./atf worker list --lambda LAMBDA`"
          + " shows their versions."),
  NO_WORKER(
      "No executor runs tasks of its lambda, and none has asked for work recently.",
      "Start workers: `./atf worker --executors LAMBDA=1 -- COMMAND`, or a program of your own"
          + " (`./atf up` prints its settings)."),
  NEEDS_UNMET(
      "Worker hosts serve its lambda, and none offers all of the lambda's `needs`.",
      "Start a host that does: `./atf worker --offers NAME --executors LAMBDA=1 -- COMMAND`; or"
          + " register the lambda without the need."),
  WORKERS_HELD(
      "Worker hosts serve its lambda, and all of them are drained, or fail their health checks.",
      "`./atf worker list` shows them; `./atf worker undrain PLACE` lets one work again."),
  HOST_UNHEALTHY(
      "Worker hosts leave its lambda to others: their health checks fail, or nearly all attempts"
          + " fail there that succeed elsewhere.",
      "Fix the host, or retire it: `./atf worker list --lambda LAMBDA` shows its place."),
  EXECUTOR_CRASHING(
      "The executors of its lambda keep ending soon after their start.",
      "Fix what their standard error reports: the last line is in the message, all of it in the log"
          + " of the worker host."),
  HANDLER_MISSING(
      "The program that is started for its lambda has no handler of it.",
      "Start a program that has: `./atf worker --executors LAMBDA=1 -- COMMAND`. If the handler has"
          + " another name now, register that name: `./atf lambda list` shows the names."),
  WORKERS_STARTING(
      "The executors of its lambda are being started, or sleep until there is a task.",
      "Wait some seconds, then `./atf explain TASK` again."),
  WORKERS_BUSY(
      "All slots of the executors of its lambda are taken by other tasks.",
      "Wait for one of them to end, or add executors: `./atf worker --executors LAMBDA=1 --"
          + " COMMAND`. `./atf list LAMBDA --state running` shows what they run."),
  KILLED_EXECUTORS(
      "Executors have died, or stopped responding, while they ran it.",
      "Fix what ends its executor: `./atf get TASK` shows how each attempt ended. If its payload is"
          + " wrong, `./atf cancel TASK`."),
  LAMBDA_FULL(
      "As many tasks of its lambda run as may: `maxRunning`.",
      "Wait, or raise `maxRunning`: `./atf lambda get LAMBDA` shows the settings."),
  TENANT_FULL(
      "As many tasks of its tenant's lambdas run as may: the tenant's `runningMax`.",
      "Wait, or raise `runningMax` of the tenant in the policy."),
  KEY_FULL(
      "As many tasks of its fairness key run as may: the lambda's `fairness.runningMaxPerKey`.",
      "Wait, or raise `fairness.runningMaxPerKey`: `./atf lambda get LAMBDA` shows the settings."
          + " Tasks of other keys go on."),
  DISPATCH_RATE(
      "Its lambda's tasks are released no faster than its `dispatchRate`.",
      "Wait, or raise `dispatchRate`: `./atf lambda get LAMBDA` shows the settings."),
  KEY_RATE(
      "Tasks of its fairness key are released no faster than the lambda's `fairness.ratePerKey`.",
      "Wait, or raise `fairness.ratePerKey`: `./atf lambda get LAMBDA` shows the settings. Tasks of"
          + " other keys go on."),
  WAITS_FOR_RELEASE(
      "It is due and is in the store, as the next of its lambda and priority or behind others.",
      "Wait. If the backlog grows, add executors: `./atf top --once` shows it."),
  WAITS_IN_QUEUE(
      "It is ready: released, or due at once when it was scheduled and pushed by the frontend"
          + " (express lane). A reference to it waits in the queue for a worker; a lost one is"
          + " pushed again when its alarm rings.",
      "Wait. If the backlog grows, add executors: `./atf top --once` shows it."),
  RUNNING(
      "An executor runs it.",
      "Nothing. `./atf logs TASK` shows what it does; `./atf kill TASK` ends an attempt that"
          + " hangs."),
  CANCEL_REQUESTED(
      "It runs, and its handler has been, or is about to be, asked to stop.",
      "Wait: a handler that does not stop is ended with its process after a grace."),
  KILL_REQUESTED(
      "Its attempt has been, or is about to be, ended; the task goes on as after any failure.",
      "Wait: a handler that does not stop is ended with its process after a grace. An executor of a"
          + " version before this request goes on: end its process instead."),
  LEASE_EXPIRED(
      "Its executor stopped responding, and its lease has ended; the store consumer is about to"
          + " take the task back.",
      "Wait some seconds. If it stays so, check the store consumers: `loop-not-alive` in"
          + " docs/operate/runbooks.md."),
  DEADLINE_NEAR(
      "It will soon be given up, or is being given up: its deadline, or the end of its lambda's"
          + " maximal lifetime.",
      "Remove the other reasons before that time: `./atf explain TASK` shows them."),
  CHILDREN_PENDING(
      "It has succeeded, and what its handler scheduled with that is possibly not all made.",
      "Nothing: the store consumers make it within a poll. If it stays so, check them:"
          + " `loop-not-alive` in docs/operate/runbooks.md."),
  NOTICE_DUE(
      "It has ended, and a notice of that is possibly not made yet.",
      "Nothing: the store consumers make it within a poll. If it stays so, check them:"
          + " `loop-not-alive` in docs/operate/runbooks.md."),
  NOTICE_MADE(
      "A notice of its end was made: a task of a subscription's target, or of its own `onFinish`.",
      "Nothing: `./atf get TASK` shows the notice."),
  NOTICE_OF_TASK(
      "It reports the end of another task.", "Nothing: `./atf get TASK` names that task."),
  ROUTED("A route has chosen its lambda.", "Nothing: `./atf route list` shows the routes."),
  STEP_OF_JOB(
      "It is a task of a job's step, or reverts one.",
      "Nothing. `./atf job explain LAMBDA JOB` shows what the job waits for."),
  FIRE_OF_PERIODIC(
      "A periodic task made it.",
      "Nothing. `./atf periodic list LAMBDA` shows the periodic tasks."),
  TEST_OF_CONDITION(
      "It tests whether a condition has cleared: it has, once this task succeeds.",
      "Nothing: `./atf condition list LAMBDA` shows the conditions."),
  CHILD_OF_TASK(
      "The handler of another task scheduled it with its success.",
      "Nothing: `./atf get TASK` names the parent."),
  LAMBDA_MISSING(
      "Its lambda is not registered, so that nobody releases it.",
      "Register the lambda: `./atf lambda register LAMBDA`."),
  SUCCEEDED("It has succeeded.", "Nothing. `./atf get TASK` shows its result."),
  CANCELLED(
      "A client cancelled it.",
      "If that was wrong, schedule a new task that does the same: `./atf resubmit TASK`."),
  DROPPED(
      "A dropping gate ended it.",
      "If that was wrong, open the gate with `./atf lambda resume LAMBDA`, then redrive it with"
          + " `./atf dead redrive LAMBDA TASK`."),
  DEAD(
      "It is a dead letter: its attempts ran out, its deadline passed, or it failed for good.",
      "Fix what the failure reports, then redrive it: `./atf dead redrive LAMBDA TASK`."),
  JOB_HELD(
      "A job starts nothing new until an operator lets it go on.",
      "Let it go on: `./atf job resume LAMBDA JOB`."),
  JOB_GOES_ON(
      "A job is about to start its next tasks, or to stop.",
      "Wait some seconds. If it stays so, check the store consumers: `plans-late` in"
          + " docs/operate/runbooks.md."),
  JOB_ENDED(
      "A job has ended.",
      "Nothing if it has succeeded; otherwise fix what failed, then `./atf job retry LAMBDA JOB`."),
  PERIODIC_PAUSED(
      "A periodic task is paused: nothing fires.",
      "Let it fire again: `./atf periodic resume LAMBDA NAME`."),
  NEXT_FIRE("A periodic task waits for its next time.", "Wait."),
  PERIODIC_OVER(
      "The schedule of a periodic task has no further time.",
      "Give it another schedule: `./atf periodic get LAMBDA NAME` shows the present one."),
  FIRES_LEFT_OUT(
      "Fires of a periodic task were left out.",
      "Make those that are needed: `./atf periodic backfill --from T --until T LAMBDA NAME`.");

  private final String meaning;
  private final String remedy;

  ExplainCode(String meaning, String remedy) {
    this.meaning = meaning;
    this.remedy = remedy;
  }

  public String meaning() {
    return meaning;
  }

  /** Returns what ends the state, with LAMBDA and TASK for the names of a task. */
  public String remedy() {
    return remedy;
  }

  /** Returns what ends the state of this task. */
  public String remedy(Association task) {
    return remedy
        .replace("LAMBDA", task.header().lambda().value())
        .replace("TASK", task.taskId().value());
  }
}
