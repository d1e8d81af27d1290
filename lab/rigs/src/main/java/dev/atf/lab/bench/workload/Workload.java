package dev.atf.lab.bench.workload;

import java.util.List;

/** Measurement that is made of every contender in the same way: some cases, one after the other. */
public interface Workload {
  /** Returns the name on the command line: {@code drain}. */
  String name();

  /** Returns whether it can be measured on this contender at all. */
  default boolean suits(Contender contender) {
    return true;
  }

  /** Runs once before the first case, unmeasured, to warm up compilers, pools and caches. */
  void warmUp(Stage stage);

  /** Returns the cases in their order. */
  List<? extends Case> cases();

  /** Case of a workload, one line of the report. */
  interface Case {
    /** Returns the name: {@code 8 clients}. */
    String name();

    /** Prepares the case; called once before its runs, and not measured. */
    default void prepare(Stage stage) {}

    /** Runs the case, and measures from the first instant that counts to the last. */
    Figures run(Stage stage);
  }
}
