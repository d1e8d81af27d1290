package dev.atf.storeconsumer;

/** No partition could be read: the loop backs off. */
final class PollFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PollFailedException(int partitions) {
    super("none of " + partitions + " partitions could be read");
  }
}
