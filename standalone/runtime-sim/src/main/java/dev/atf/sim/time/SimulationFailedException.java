package dev.atf.sim.time;

/** Thrown when an exception inside of a simulation was not caught. */
public final class SimulationFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SimulationFailedException(Throwable cause) {
    super(cause);
  }
}
