package dev.atf.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.FakeServers;
import dev.atf.protocol.v1.AttemptResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Tests what interceptors see of a handler's call, and the effect of their outcomes and exceptions.
 */
final class InterceptorTest {
  private static final FakeServers servers = new FakeServers(new FakeCluster());

  private final FakeCluster cluster = servers.serveAnother();
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());

  record Greeting(String name) {}

  @AfterAll
  static void stopServers() {
    servers.close();
  }

  private AttemptResult run(String payload, UnaryOperator<WorkerBuilder> change) {
    var config =
        ExecutorConfig.from(
            Map.of(
                "ATF_CONTROLLER_URI", servers.uri(),
                "ATF_HSC_URI", servers.uri(),
                "ATF_THREADS", "1"));
    var worker =
        Worker.builder(config)
            .handle(
                "greet",
                Greeting.class,
                (greeting, context) -> {
                  events.add("handler");
                  return Outcome.success("Hello, " + greeting.name());
                });
    cluster.queue.add(FakeCluster.work("a", "greet", payload));
    try (var service = change.apply(worker).start()) {
      await().until(() -> cluster.recorded.size() == 1);
      assertThat(service.port()).isPositive();
    }
    return cluster.recorded.values().iterator().next();
  }

  private TaskInterceptor noting(String name) {
    return call -> {
      events.add(name + " before " + call.payload() + " of " + call.context().taskId());
      try {
        return call.proceed();
      } finally {
        events.add(name + " after");
      }
    };
  }

  @Test
  void theFirstIsTheOutermost() {
    var result =
        run(
            "{\"name\":\"Ada\"}",
            worker -> worker.intercept(noting("one")).intercept(noting("two")));

    assertThat(result.getSuccess().getResult().toStringUtf8()).isEqualTo("\"Hello, Ada\"");
    assertThat(events)
        .containsExactly(
            "one before Greeting[name=Ada] of a",
            "two before Greeting[name=Ada] of a",
            "handler",
            "two after",
            "one after");
  }

  @Test
  void interceptorMayReturnWithoutCallingTheHandler() {
    var result =
        run(
            "{\"name\":\"Ada\"}",
            worker -> worker.intercept(call -> Outcome.fatal("CLOSED", "come back tomorrow")));

    assertThat(result.getFatalFailure().getCode()).isEqualTo("CLOSED");
    assertThat(events).isEmpty();
  }

  @Test
  void exceptionPassesOuterInterceptorsAndFailsTheAttempt() {
    var result =
        run(
            "{\"name\":\"Ada\"}",
            worker ->
                worker
                    .intercept(noting("one"))
                    .intercept(
                        call -> {
                          throw new IllegalStateException("no connection");
                        }));

    assertThat(result.getRetriableFailure().getFailure().getCode()).isEqualTo("HANDLER_THREW");
    assertThat(events).containsExactly("one before Greeting[name=Ada] of a", "one after");
  }

  @Test
  void aPayloadThatCannotBeReadIsNoCall() {
    var result = run("[]", worker -> worker.intercept(noting("one")));

    assertThat(result.getFatalFailure().getCode()).isEqualTo("PAYLOAD_UNREADABLE");
    assertThat(events).isEmpty();
  }

  @Test
  void handlersRunOnVirtualThreadsWhereTheJvmHasThem() {
    var result =
        run(
            "{\"name\":\"Ada\"}",
            worker ->
                worker
                    .virtualThreads()
                    .intercept(call -> Outcome.success(Thread.currentThread().toString())));

    boolean has = Runtime.version().feature() >= 21;
    assertThat(result.getSuccess().getResult().toStringUtf8())
        .startsWith(has ? "\"VirtualThread[" : "\"Thread[");
  }
}
