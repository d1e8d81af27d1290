package dev.atf.frontend.rpc;

/** Numbers of things, in words. */
public final class Counted {
  private Counted() {}

  /** Returns for instance {@code 1 host} and {@code 2 hosts}. */
  public static String of(long count, String one) {
    return of(count, one, one + "s");
  }

  public static String of(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }
}
