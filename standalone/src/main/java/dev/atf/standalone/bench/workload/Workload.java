package dev.atf.standalone.bench.workload;

import java.util.List;

/** What is measured, of every contender in the same way: some cases, one after the other. */
public interface Workload {
  /** On the command line: {@code drain}. */
  String name();

  /** Whether it can be measured of this one at all. */
  default boolean suits(Contender contender) {
    return true;
  }

  /** Once before the first case, and not measured: compilers, pools and caches get warm. */
  void warmUp(Stage stage);

  /** In their order. */
  List<? extends Case> cases();

  /** One line of the report. */
  interface Case {
    /** {@code 8 clients}. */
    String name();

    /** Once before its runs, and not measured. */
    default void prepare(Stage stage) {}

    /** From the first instant that counts to the last. */
    Figures run(Stage stage);
  }
}
