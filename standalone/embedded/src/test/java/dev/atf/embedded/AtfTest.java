package dev.atf.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.client.AtfException;
import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.runtime.config.ConfigException;
import dev.atf.testtime.TestTimeouts;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AtfTest {
  @TempDir private Path data;

  record Guest(String name) {}

  private AtfBuilder atf() {
    return Atf.at(data).pollInterval(Duration.ofMillis(100));
  }

  private static Lambda retrying(String name, int attempts) {
    return Lambda.newBuilder()
        .setName(name)
        .setRetry(
            Lambda.Retry.newBuilder()
                .setMaxAttempts(attempts)
                .setInitialBackoff(ProtoTimes.proto(Duration.ofMillis(10)))
                .setMaxBackoff(ProtoTimes.proto(Duration.ofMillis(20))))
        .build();
  }

  @Test
  void tasksOfTwoLambdasRunAndTheirHandlersUseTheClient() throws Exception {
    var greeted = new CountDownLatch(1);
    try (var atf =
        atf()
            .handle(
                "greet", Guest.class, (guest, context) -> Outcome.success("Hello, " + guest.name))
            .handle(
                "count",
                JsonNode.class,
                (payload, context) -> {
                  greeted.await();
                  return Outcome.success(payload.asInt() + 1);
                })
            .threads("greet", 1)
            .threads("count", 3)
            .open()) {
      var counted = atf.client().schedule(TaskSpec.of("count", 41));
      var hello = atf.client().schedule(TaskSpec.of("greet", new Guest("Ada")));

      assertThat(atf.client().await(hello.taskId(), TestTimeouts.STALL).resultAs(String.class))
          .isEqualTo("Hello, Ada");
      greeted.countDown();
      assertThat(atf.client().await(counted.taskId(), TestTimeouts.STALL).resultAs(Integer.class))
          .isEqualTo(42);
    }
  }

  @Test
  void lambdaWithNeedsIsServedByItsHandler() throws Exception {
    var needy = Lambda.newBuilder().setName("greet").addNeeds("gpu").build();
    try (var atf =
        atf()
            .lambda(needy)
            .handle("greet", Guest.class, (guest, context) -> Outcome.success(guest.name))
            .open()) {
      var task = atf.client().schedule(TaskSpec.of("greet", new Guest("Ada"))).taskId();

      assertThat(atf.client().await(task, TestTimeouts.STALL).isSuccess()).isTrue();
    }
  }

  @Test
  void waitingTasksContinueInTheNextProcess() throws Exception {
    String due;
    String later;
    try (var atf = atf().lambda(retrying("greet", 3)).open()) {
      due = atf.client().schedule(TaskSpec.of("greet", new Guest("Ada"))).taskId();
      later =
          atf.client()
              .schedule(TaskSpec.of("greet", new Guest("Bob")).delay(Duration.ofMillis(300)))
              .taskId();
    }

    try (var atf =
        atf()
            .handle("greet", Guest.class, (guest, context) -> Outcome.success(guest.name))
            .open()) {
      for (var task : List.of(due, later)) {
        assertThat(atf.client().await(task, TestTimeouts.STALL).isSuccess()).isTrue();
      }
      assertThat(atf.client().getLambda("greet").getRetry().getMaxAttempts()).isEqualTo(3);
    }
  }

  @Test
  void refusesADirectoryThatIsOpen() {
    try (var first = Atf.open(data)) {
      assertThat(first.client().listLambdas()).isEmpty();
      assertThatThrownBy(() -> Atf.open(data.resolve(".")))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(data.toString())
          .hasMessageContaining("is in use by this process already: close that, or give another");
    }

    Atf.open(data).close();
  }

  @Test
  void aStartThatFailsLeavesTheDirectoryFree() {
    var times = LeaseTimes.DEFAULT;
    // The settings of the services are in milliseconds, so for them this is no time.
    var tooShort =
        new LeaseTimes(
            times.lease(),
            Duration.ofNanos(1),
            times.callTimeout(),
            times.missedHeartbeatsMax(),
            times.clockErrorMax(),
            times.stopTime());

    assertThatThrownBy(() -> atf().lease(tooShort).open()).isInstanceOf(ConfigException.class);

    Atf.open(data).close();
  }

  @Test
  void refusesADirectoryThatCannotStoreFiles() throws IOException {
    var blobs = Files.createFile(data.resolve("blobs"));

    assertThatThrownBy(() -> Atf.open(data))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("blobs: directory " + blobs + ": cannot create the directory");

    Files.delete(blobs);
    Atf.open(data).close();
  }

  @Test
  void refusesATaskThatTheNetworkWouldRefuse() {
    try (var atf = atf().lambda(retrying("greet", 3)).open()) {
      assertThatThrownBy(() -> atf.client().schedule(TaskSpec.of("nobody", 1)))
          .asInstanceOf(type(AtfException.class))
          .returns(Status.Code.NOT_FOUND, AtfException::code);
      assertThatThrownBy(
              () ->
                  atf.client()
                      .schedule(
                          TaskSpec.of("greet", 1).priority("now").delay(Duration.ofDays(900))))
          .asInstanceOf(type(AtfException.class))
          .returns(Status.Code.INVALID_ARGUMENT, AtfException::code)
          .satisfies(refused -> assertThat(refused.reason()).isPresent())
          .satisfies(refused -> assertThat(refused.violations()).isNotEmpty());
      assertThatThrownBy(
              () -> atf.client().schedule(TaskSpec.ofBytes("greet", new byte[9_000_000], "a/b")))
          .asInstanceOf(type(AtfException.class))
          .satisfies(
              refused ->
                  assertThat(refused.code())
                      .isIn(Status.Code.RESOURCE_EXHAUSTED, Status.Code.INVALID_ARGUMENT));
    }
  }

  @Test
  void aFailedTaskIsTriedAgainUntilItsAttemptsAreUsedUp() throws Exception {
    var runs = new AtomicInteger();
    try (var atf =
        atf()
            .lambda(retrying("fail", 3))
            .handle(
                "fail",
                JsonNode.class,
                (payload, context) -> {
                  runs.incrementAndGet();
                  return Outcome.retriable("NOT_YET", "later");
                })
            .open()) {
      var failing = atf.client().schedule(TaskSpec.of("fail", 1));

      var ended = atf.client().await(failing.taskId(), TestTimeouts.STALL).task();

      assertThat(ended.getStatus()).isEqualTo(TaskStatus.FATAL_FAILURE);
      assertThat(ended.getAttempt()).isEqualTo(3);
      assertThat(runs).hasValue(3);
    }
  }

  @Test
  void aCancelledTaskDoesNotRunAndARunningOneIsInterrupted() throws Exception {
    var begun = new CountDownLatch(1);
    try (var atf =
        atf()
            .handle(
                "wait",
                JsonNode.class,
                (payload, context) -> {
                  begun.countDown();
                  new CountDownLatch(1).await();
                  return Outcome.success();
                })
            .open()) {
      var pending = atf.client().schedule(TaskSpec.of("wait", 1).delay(Duration.ofHours(1)));
      var running = atf.client().schedule(TaskSpec.of("wait", 1));
      assertThat(begun.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();

      for (var task : List.of(pending, running)) {
        var unused = atf.client().cancel(task.taskId(), "no longer wanted");
        assertThat(atf.client().await(task.taskId(), TestTimeouts.STALL).task().getStatus())
            .isEqualTo(TaskStatus.CANCELLED);
      }
    }
  }

  @Test
  void theHigherPriorityIsServedFirst() throws Exception {
    var order = new CopyOnWriteArrayList<String>();
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    try (var atf =
        atf()
            .threads("sort", 1)
            .handle(
                "sort",
                String.class,
                (name, context) -> {
                  order.add(name);
                  begun.countDown();
                  goOn.await();
                  return Outcome.success();
                })
            .open()) {
      var unused = atf.client().schedule(TaskSpec.of("sort", "first"));
      assertThat(begun.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
      var low = atf.client().schedule(TaskSpec.of("sort", "low").priority("low"));
      var high = atf.client().schedule(TaskSpec.of("sort", "high").priority("high"));
      goOn.countDown();

      for (var task : List.of(low, high)) {
        assertThat(atf.client().await(task.taskId(), TestTimeouts.STALL).isSuccess()).isTrue();
      }
      assertThat(order).containsExactly("first", "high", "low");
    }
  }

  @Test
  void closingWaitsForARunningHandler() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var atf =
        atf()
            .handle(
                "slow",
                JsonNode.class,
                (payload, context) -> {
                  begun.countDown();
                  goOn.await();
                  return Outcome.success("done");
                })
            .open();
    var slow = atf.client().schedule(TaskSpec.of("slow", 1));
    assertThat(begun.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();

    var closing = new Thread(atf::close);
    closing.start();
    goOn.countDown();
    closing.join();
    atf.close();

    try (var again = Atf.open(data)) {
      assertThat(again.client().get(slow.taskId()).resultAs(String.class)).isEqualTo("done");
      assertThat(again.client().get(slow.taskId()).task().getAttempt()).isEqualTo(1);
    }
  }

  @Test
  void anInterruptedCallerHarmsNobody() throws Exception {
    try (var atf =
        atf().handle("greet", String.class, (name, context) -> Outcome.success(name)).open()) {
      for (int i = 0; i < 20; i++) {
        var spec = TaskSpec.of("greet", "Ada").idempotencyKey("key-" + i);
        Thread.currentThread().interrupt();
        try {
          var unknown = atf.client().schedule(spec);
          assertThat(unknown.created()).isTrue();
        } catch (AtfException e) {
          assertThat(e.code()).isEqualTo(Status.Code.CANCELLED);
        }
        boolean ignored = Thread.interrupted();
        var again = atf.client().schedule(spec);
        assertThat(atf.client().await(again.taskId(), TestTimeouts.STALL).isSuccess()).isTrue();
      }
    }
  }
}
