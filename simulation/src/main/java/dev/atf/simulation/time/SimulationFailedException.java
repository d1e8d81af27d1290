package dev.atf.simulation.time;

/** Something went wrong inside of a simulation that nobody there was to catch. */
public final class SimulationFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SimulationFailedException(Throwable cause) {
    super(cause);
  }
}
