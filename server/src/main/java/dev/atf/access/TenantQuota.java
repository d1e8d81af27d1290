package dev.atf.access;

/**
 * Limits on all lambdas of one tenant together; 0 means no limit.
 *
 * @param lambdasMax lambdas that may be registered; 0 is the share of {@link
 *     AccessControl#requirePlace}
 * @param scheduleRate tasks a second that may be scheduled
 * @param runningMax tasks that may run at a time
 * @param pendingMax unfinished tasks, the running ones among them, up to which others are scheduled
 * @param subscriptionsMax subscriptions about its lambdas; 0 is the same
 * @param routesMax routes; 0 is the same
 * @param filesBytesMax bytes of stored files, as each frontend and HSC estimates them
 */
public record TenantQuota(
    int lambdasMax,
    double scheduleRate,
    int runningMax,
    int pendingMax,
    int subscriptionsMax,
    int routesMax,
    long filesBytesMax) {
  /**
   * Maximum of {@code runningMax}. It is the same as for a lambda, because the permits are one item
   * in the store.
   */
  public static final int RUNNING_MAX = 1_000;

  /**
   * Maximum of {@code pendingMax}. This number of tasks is counted within ten seconds, with a few
   * hundred read units per second.
   */
  public static final int PENDING_MAX = 100_000;

  public TenantQuota {
    if (lambdasMax < 0
        || subscriptionsMax < 0
        || routesMax < 0
        || filesBytesMax < 0
        || !(scheduleRate >= 0)) {
      throw new IllegalArgumentException("a tenant's quota is 0 or more");
    }
    requireWithin("runningMax", runningMax, RUNNING_MAX);
    requireWithin("pendingMax", pendingMax, PENDING_MAX);
  }

  private static void requireWithin(String field, int value, int max) {
    if (value < 0 || value > max) {
      throw new IllegalArgumentException("%s: %d (expected: 0 to %d)".formatted(field, value, max));
    }
  }
}
