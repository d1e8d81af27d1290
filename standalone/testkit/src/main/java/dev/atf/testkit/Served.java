package dev.atf.testkit;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Worker;
import dev.atf.executor.WorkerBuilder;
import dev.atf.protocol.v1.Lambda;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Lambdas of a test, and their handlers.
 *
 * @param handlers adds handlers to a worker, as the program under test does
 * @param settings settings of some lambdas, with or without a handler; other lambdas have the
 *     defaults
 */
record Served(UnaryOperator<WorkerBuilder> handlers, List<Lambda> settings) {
  Served {
    settings = List.copyOf(settings);
  }

  static Served by(UnaryOperator<WorkerBuilder> handlers) {
    return new Served(handlers, List.of());
  }

  Served with(Lambda lambda) {
    var all = new ArrayList<>(settings);
    all.add(lambda);
    return new Served(handlers, all);
  }

  Worker worker(ExecutorConfig config) {
    return handlers.apply(Worker.builder(config)).build();
  }

  /** Returns the lambdas to register, which are those with a handler or settings. */
  Collection<Lambda> lambdas(Worker worker) {
    Map<String, Lambda> lambdas = new LinkedHashMap<>();
    worker
        .definition()
        .handlers()
        .keySet()
        .forEach(name -> lambdas.put(name, Lambda.newBuilder().setName(name).build()));
    settings.forEach(lambda -> lambdas.put(lambda.getName(), lambda));
    return lambdas.values();
  }
}
