package dev.atf.sim.time;

/** Error that unwinds a thread of a killed process. Actions during the unwinding have no effect. */
final class Killed extends Error {
  private static final long serialVersionUID = 1L;

  Killed() {
    super("this process was killed", null, false, false);
  }
}
