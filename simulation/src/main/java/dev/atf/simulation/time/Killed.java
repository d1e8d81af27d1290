package dev.atf.simulation.time;

/** Unwinds a thread whose process was killed. Nothing that it does on the way out has an effect. */
public final class Killed extends Error {
  private static final long serialVersionUID = 1L;

  Killed() {
    super("this process was killed", null, false, false);
  }
}
