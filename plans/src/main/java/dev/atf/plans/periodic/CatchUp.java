package dev.atf.plans.periodic;

import dev.atf.model.check.FieldChecks;

/**
 * Policy for the fires that no consumer saw at their time, once one is there again. Fires that are
 * made up for pass the overlap policy as any others, in the order of their times.
 *
 * @param fireCountMax number of the latest fires that are made up for: 0–{@value #FIRES_MAX}
 */
public record CatchUp(int fireCountMax) {
  /** Chosen: load that a lambda can take at once after an outage. */
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
