package dev.atf.frontend.explain;

/** Reasons that ExplainTask gives; {@code docs/explain.md} is generated from this. */
public enum ExplainCode {
  NOT_DUE_YET("Its time has not come.", "Wait, or RunTaskNow, or RescheduleTask."),
  WAITS_FOR_TURN(
      "Tasks of its ordering key run one at a time, and another has the turn, or waits before it.",
      "Wait; `./atf explain` of that task says what keeps it."),
  KEY_HELD(
      "A task of its ordering key has failed for good, and its lambda says `onFatal: HOLD`.",
      "`./atf keys skip` or `./atf keys retry`: SkipHead, RetryHead."),
  LAMBDA_PAUSED(
      "The gate of its lambda is closed. Nothing is lost and no attempt is spent.",
      "Open the gate: SetGate OPEN."),
  COLLECTION_PAUSED(
      "The gate of its collection is closed; the lambda's other tasks run.",
      "Open the collection's gate: SetGate OPEN with `collection`."),
  DROPPING(
      "A gate drops the tasks that come to it: this one will end as DROPPED.",
      "Open the gate before it comes there."),
  BLOCKED(
      "An attempt could not go on for a reason outside of the task, and it waits for that condition;"
          + " no attempt is spent.",
      "Mend what the tests tell of. `./atf condition test` tests at once, `./atf condition release`"
          + " releases the tasks whatever the tests say: TestCondition, ReleaseCondition."),
  RETRY_BACKOFF(
      "An attempt failed, and the next one waits for its time.",
      "Mend what the failure tells of; RunTaskNow ends the wait."),
  RETURNED(
      "A worker took it and handed it back unharmed; no attempt was counted. HANDLER_UNKNOWN: the"
          + " version on that worker does not know the handler.",
      "Roll the workers out to a version that knows it."),
  NO_WORKER(
      "No executor has asked for its lambda's work lately.",
      "Start workers: `./atf worker --executors LAMBDA=N -- COMMAND`, or a program of your own"
          + " (`./atf up` prints its settings)."),
  NEEDS_UNMET(
      "Worker hosts serve its lambda, and none offers all of the lambda's `needs`.",
      "Start a host that does: `./atf worker --offers gpu …`; or register the lambda without the"
          + " need."),
  WORKERS_HELD(
      "Worker hosts serve its lambda, and all of them are drained, or fail their health checks.",
      "`./atf worker list` shows them; `./atf worker undrain PLACE` lets one work again."),
  HOST_UNHEALTHY(
      "Worker hosts leave its lambda to others: their health checks fail, or nearly all attempts"
          + " fail there that succeed elsewhere.",
      "Mend the host, or retire it: the message says what is wrong, `./atf worker list` shows it."),
  EXECUTOR_CRASHING(
      "The executors of its lambda keep ending soon after their start.",
      "Mend what their standard error tells of: the last line is in the message, all of it in the"
          + " log of the worker host."),
  HANDLER_MISSING(
      "The program that is started for its lambda has no handler of it.",
      "Start a program that has: the COMMAND of `./atf worker` or `./atf up`."),
  WORKERS_STARTING(
      "The executors of its lambda are being started, or sleep until there is a task.",
      "Wait; look again in some seconds."),
  LAMBDA_FULL(
      "As many tasks of its lambda run as may: `maxRunning`.", "Wait, or raise maxRunning."),
  TENANT_FULL(
      "As many tasks of its tenant's lambdas run as may: the tenant's `runningMax`.",
      "Wait, or raise runningMax of the tenant in the policy."),
  KEY_FULL(
      "As many tasks of its fairness key run as may: the lambda's `fairness.runningMaxPerKey`.",
      "Wait, or raise `fairness.runningMaxPerKey`; tasks of other keys go on meanwhile."),
  DISPATCH_RATE(
      "Its lambda's tasks are released no faster than its `dispatchRate`, and others stand before"
          + " it.",
      "Wait, or raise dispatchRate."),
  KEY_RATE(
      "Tasks of its fairness key are released no faster than the lambda's `fairness.ratePerKey`, and"
          + " others of that key stand before it.",
      "Wait, or raise `fairness.ratePerKey`; tasks of other keys go on meanwhile."),
  WAITS_FOR_RELEASE(
      "It is due and stands in the store, as the next of its lambda and priority or behind others.",
      "Add workers if the backlog grows."),
  WAITS_IN_QUEUE(
      "It is ready: released, or due at once when it was scheduled and pushed by the frontend"
          + " (express lane). A reference to it waits in the queue for a worker; a lost one is"
          + " pushed again when its alarm rings.",
      "Add workers if it waits long."),
  RUNNING("An executor runs it.", "Nothing."),
  CANCEL_REQUESTED(
      "It runs, and its handler has been, or is about to be, asked to stop.",
      "A handler that does not stop is ended with its process after a grace."),
  KILL_REQUESTED(
      "Its attempt has been, or is about to be, told to end; the task goes on as after any failure.",
      "A handler that does not stop is ended with its process after a grace. An executor of a"
          + " version before this request goes on: end its process instead."),
  LEASE_EXPIRED(
      "Its executor stopped responding, and its lease has ended; the store consumer is about to"
          + " take the task back.",
      "If it stays so: look after the store consumers."),
  DEADLINE_NEAR(
      "It will soon be given up, or is being given up: its deadline, or the end of its lambda's"
          + " maximal lifetime.",
      "Make it run before."),
  CHILDREN_PENDING(
      "It has succeeded, and what its handler scheduled with that is perhaps not all made.",
      "Nothing; the store consumers make it within a poll. If it stays so: look after them."),
  NOTICE_DUE(
      "It has ended, and a notice of that is perhaps not made yet.",
      "Nothing; the store consumers make it within a poll. If it stays so: look after them."),
  NOTICE_MADE(
      "A notice of its end was made: a task of a subscription's target, or of its own `onFinish`.",
      "Nothing; GetTask tells of the notice."),
  NOTICE_OF_TASK("It tells the end of another task.", "Nothing; GetTask tells of that task."),
  ROUTED("A route has chosen its lambda.", "Nothing; TestRoute tells why, rule by rule."),
  STEP_OF_JOB("It is a task of a job's step, or reverts one.", "Nothing; GetJob tells of the job."),
  FIRE_OF_PERIODIC("A periodic task made it.", "Nothing; GetPeriodic and ListFires tell of that."),
  TEST_OF_CONDITION(
      "It tests whether a condition has cleared: it has, once this task succeeds.",
      "Nothing; GetCondition tells of the condition."),
  CHILD_OF_TASK(
      "The handler of another task scheduled it with its success.",
      "Nothing; GetTask tells of the parent."),
  LAMBDA_MISSING(
      "Its lambda is not registered, so that nobody looks at it.", "Register the lambda."),
  SUCCEEDED("It has succeeded.", "Nothing."),
  CANCELLED("A client cancelled it.", "Schedule it anew, if that was wrong."),
  DROPPED("A dropping gate ended it.", "Open the gate and redrive it."),
  DEAD(
      "It is a dead letter: its attempts ran out, its deadline passed, or it failed for good.",
      "Mend what the failure tells of and redrive it: RedriveTasks, `./atf dead redrive`.");

  private final String meaning;
  private final String remedy;

  ExplainCode(String meaning, String remedy) {
    this.meaning = meaning;
    this.remedy = remedy;
  }

  String meaning() {
    return meaning;
  }

  /** Returns what ends the state. */
  String remedy() {
    return remedy;
  }
}
