package dev.atf.frontend.rpc;

/** Formats a number with its noun. */
public final class Counted {
  private Counted() {}

  /** Returns a number with its noun, such as {@code 1 host} or {@code 2 hosts}. */
  public static String of(long count, String one) {
    return of(count, one, one + "s");
  }

  public static String of(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }
}
