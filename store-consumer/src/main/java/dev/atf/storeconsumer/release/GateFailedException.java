package dev.atf.storeconsumer.release;

/** Thrown when the store took none of the writes for tasks behind closed gates. */
final class GateFailedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  GateFailedException(int tasks) {
    super("none of " + tasks + " tasks behind a closed gate could be written");
  }
}
