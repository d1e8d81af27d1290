package dev.atf.frontend;

/** Numbers of things, for people. */
final class Counted {
  private Counted() {}

  /** Returns such as {@code 1 host} and {@code 2 hosts}. */
  static String of(long count, String one) {
    return of(count, one, one + "s");
  }

  static String of(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }
}
