package dev.atf.model.periodic;

import dev.atf.model.check.FieldChecks;

/**
 * What becomes of the fires whose time nobody was there to see, when somebody is again. Those that
 * are made up for pass the overlap policy as any others, in the order of their times.
 *
 * @param fireCountMax how many of the latest are made up for: 0–{@value #FIRES_MAX}
 */
public record CatchUp(int fireCountMax) {
  /** Chosen: what a lambda is given at once after an outage. */
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
