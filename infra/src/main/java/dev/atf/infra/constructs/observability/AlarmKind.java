package dev.atf.infra.constructs.observability;

import java.util.Locale;

/**
 * Kind of alarm. {@code docs/operate/runbooks.md} has an entry for each kind; a test compares the
 * two.
 */
public enum AlarmKind {
  OLDEST_DUE_AGE("Due tasks of a lambda wait in the store for longer than was set."),
  DEAD_LETTERS("Tasks have used up their attempts, or failed permanently."),
  PLANS_LATE("Periodic tasks, ordering keys or jobs are checked late."),
  PLANS_HELD("An ordering key or a job waits for an operator."),
  CONDITION_CLOSED("Tasks wait for a condition that does not clear."),
  FIRES_MISSED("A periodic task has missed fires."),
  CANARY_FAILING("Canaries of a lambda fail: its tasks do not run, or not in time."),
  LEASE_EXPIRIES("Executions ended without a report: executors died, or lost the HSC."),
  SCHEDULE_FAILING("Calls of Schedule fail by the framework's fault."),
  SCHEDULE_BUDGET("More calls of Schedule fail than its objective of 99.9 % in 30 days allows."),
  CREDENTIALS_UNCHECKED("An HSC refuses callers because STS does not answer it."),
  STORE_THROTTLED("DynamoDB refuses calls on a table or its index."),
  IN_FLIGHT_NEAR_CAP("A queue is near the 120,000 messages in flight at which SQS goes silent."),
  LOOP_NOT_ALIVE("A loop of a component hangs or has died, or the component is silent."),
  MESSAGES_UNREADABLE("Messages in queues cannot be read."),
  MESSAGES_UNUSABLE("Messages went round, or could not be read, and were moved away."),
  RECOVERING_LONG("Leases are still ended slowly long after an outage."),
  EXECUTORS_MISSING("Executors of worker hosts do not come up."),
  EXECUTORS_CRASHING("Executors of worker hosts end again and again."),
  CLOCKS_APART("Clocks differ by more than 1.5 s: the HSC refuses tasks that were released."),
  API_WITHOUT_TARGETS("The load balancer of the public API has no healthy target."),
  HSC_WITHOUT_TARGETS("Workers reach no HSC.");

  private final String meaning;

  AlarmKind(String meaning) {
    this.meaning = meaning;
  }

  /** Returns the name of the entry in the runbook, which is also in the names of its alarms. */
  public String entry() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the name of an alarm of this kind.
   *
   * @param what lambda, table or component of the alarm; empty if there is only one alarm of the
   *     kind
   */
  public String alarmName(String cluster, String what) {
    return cluster + "-" + entry() + (what.isEmpty() ? "" : "-" + what);
  }

  /** Returns one sentence for the person on call. */
  String description() {
    return meaning + " Runbook: docs/operate/runbooks.md, " + entry();
  }
}
