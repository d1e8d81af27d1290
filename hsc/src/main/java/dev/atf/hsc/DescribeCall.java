package dev.atf.hsc;

import dev.atf.model.LambdaName;
import java.util.List;
import java.util.Optional;

/**
 * A DescribeLambdas call that can be read.
 *
 * @param controller empty: nobody is told of its workers
 */
record DescribeCall(
    List<LambdaName> lambdas, Optional<ControllerId> controller, List<Workers> workers) {
  static final int LAMBDAS_MAX = 100;

  /** What a controller's executors do for one lambda. */
  record Workers(LambdaName lambda, int waiting, long handedOut) {
    String note() {
      return "waiting=" + waiting + " handedOut=" + handedOut;
    }
  }

  DescribeCall {
    lambdas = List.copyOf(lambdas);
    workers = List.copyOf(workers);
  }
}
