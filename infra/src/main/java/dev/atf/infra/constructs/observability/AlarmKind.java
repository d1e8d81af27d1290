package dev.atf.infra.constructs.observability;

import java.util.Locale;

/**
 * Kind of alarm. {@code docs/operate/runbooks.md} has an entry for each kind; a test compares the
 * two.
 */
public enum AlarmKind {
  OLDEST_DUE_AGE("Due tasks of a lambda have waited in the store for longer than dueAgeMax."),
  DEAD_LETTERS("Tasks became dead letters: they used up their attempts, or failed for good."),
  PLANS_LATE("Periodic tasks, ordering keys or jobs are checked late."),
  PLANS_HELD("An ordering key or a job waits for an operator."),
  CONDITION_CLOSED("Tasks wait for a condition that does not clear."),
  FIRES_MISSED("A periodic task has missed fires."),
  CANARY_FAILING("Canaries of a lambda fail: its tasks do not run, or not in time."),
  LEASE_EXPIRIES("Leases expired: executors died, or could not reach the HSC."),
  SCHEDULE_FAILING("Schedule calls fail because of an error in the cluster."),
  SCHEDULE_BUDGET("More Schedule calls fail than the objective of 99.9 % in 30 days allows."),
  CREDENTIALS_UNCHECKED(
      "A frontend or an HSC refuses callers because it cannot check their credentials."),
  STORE_THROTTLED("DynamoDB throttles calls on a table or its index."),
  IN_FLIGHT_NEAR_CAP(
      "A queue has nearly 120,000 messages in flight. At that number, SQS delivers no more messages."),
  LOOP_NOT_ALIVE("A loop of a component hangs or has died, or the component reports no metrics."),
  MESSAGES_UNREADABLE("Messages in queues cannot be read."),
  MESSAGES_UNUSABLE(
      "Messages were received too often, or could not be read, and were moved to the unusable queue."),
  RECOVERING_LONG("Store consumers still recover expired leases slowly, long after an outage."),
  EXECUTORS_MISSING("Worker hosts have fewer executors than they should have."),
  EXECUTORS_CRASHING("Executors of worker hosts are in a crash loop."),
  CLOCKS_APART("Clocks differ by more than 1.5 s: the HSC refuses tasks that were released."),
  API_WITHOUT_TARGETS("The load balancer of the public API has no healthy frontend."),
  HSC_WITHOUT_TARGETS("Workers cannot reach an HSC: its load balancer has no healthy HSC.");

  private final String meaning;

  AlarmKind(String meaning) {
    this.meaning = meaning;
  }

  /** Returns the name of the entry in the runbook. The names of the alarms contain it. */
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
