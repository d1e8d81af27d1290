package dev.atf.storeconsumer.release;

/** Thrown when no partition could be read. The loop then backs off. */
public final class PollFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PollFailedException(int partitions) {
    super("none of " + partitions + " partitions could be read");
  }
}
