package dev.atf.plans.periodic;

import dev.atf.model.check.FieldChecks;

/**
 * Policy for missed fires, which no consumer handled at their time. The overlap policy also applies
 * to these fires, in the order of their times.
 *
 * @param fireCountMax maximum number of the latest missed fires that get a task: 0–{@value
 *     #FIRES_MAX}
 */
public record CatchUp(int fireCountMax) {
  /** Maximum number of fires. A lambda can take this load at once after an outage. */
  public static final int FIRES_MAX = 1_000;

  public static final CatchUp NONE = new CatchUp(0);
  public static final CatchUp LATEST = new CatchUp(1);

  public CatchUp {
    new FieldChecks().within("catchUp.max", fireCountMax, 0, FIRES_MAX).end();
  }

  public static CatchUp all(int fireCountMax) {
    return new CatchUp(fireCountMax);
  }
}
