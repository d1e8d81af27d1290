package dev.atf.access;

/**
 * Limits on all lambdas of one tenant together.
 *
 * @param lambdasMax lambdas that may be registered; 0: no limit
 * @param scheduleRate tasks a second that may be scheduled; 0: no limit
 */
public record TenantQuota(int lambdasMax, double scheduleRate) {
  public TenantQuota {
    if (lambdasMax < 0 || !(scheduleRate >= 0)) {
      throw new IllegalArgumentException("a tenant's quota is 0 or more");
    }
  }
}
