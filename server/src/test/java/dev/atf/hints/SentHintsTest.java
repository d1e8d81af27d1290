package dev.atf.hints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.HintPlansRequest;
import dev.atf.protocol.v1.HintPlansResponse;
import dev.atf.protocol.v1.StoreConsumerServiceGrpc.StoreConsumerServiceImplBase;
import dev.atf.protocol.v1.TaskHint;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.StoreLocality;
import dev.atf.store.memory.InMemoryMemberRegistry;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hints of one process, as a store consumer gets them. */
final class SentHintsTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration LOOK_AHEAD = Duration.ofSeconds(3);
  private static final Duration GATHERED = Duration.ofMillis(10);
  private static final LambdaName LAMBDA = new LambdaName("resize-image");
  private static final String CONSUMER = "consumer-of-sent-hints";

  private final InMemoryMemberRegistry members = new InMemoryMemberRegistry();
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final List<HintPlansRequest> calls = new ArrayList<>();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final List<PlanHint> ownPlans = new ArrayList<>();
  private boolean ownsTasks;
  private long nanos;
  private int tasks;
  private Server consumer;

  @BeforeEach
  void start() throws IOException {
    var service =
        new StoreConsumerServiceImplBase() {
          @Override
          public void hintPlans(
              HintPlansRequest request, StreamObserver<HintPlansResponse> observer) {
            calls.add(request);
            observer.onNext(
                HintPlansResponse.newBuilder().setLookAhead(ProtoTimes.proto(LOOK_AHEAD)).build());
            observer.onCompleted();
          }
        };
    consumer =
        InProcessServerBuilder.forName(CONSUMER).directExecutor().addService(service).build();
    consumer.start();
    members.beat("store-consumer", CONSUMER, "http://10.0.0.7:8083", NOON, NOON.plusSeconds(60));
  }

  @AfterEach
  void stop() {
    channels.forEach(ManagedChannel::shutdownNow);
    consumer.shutdownNow();
  }

  @Test
  void theFirstIsSentAtOnceAndThoseThatFollowTogether() {
    var hints = hints(StoreLocality.FAR, "");
    hints.written(dueAt(NOON));
    assertThat(hints.turn()).isEqualTo(GATHERED);
    assertThat(calls).hasSize(1);

    hints.written(dueAt(NOON));
    nanos += Duration.ofMillis(4).toNanos();
    hints.written(dueAt(NOON));

    assertThat(hints.turn()).isEqualTo(Duration.ofMillis(6));
    assertThat(calls).hasSize(1);
    nanos += Duration.ofMillis(6).toNanos();
    hints.turn();
    assertThat(calls).hasSize(2);
    assertThat(calls.get(1).getTasksList()).hasSize(2);
  }

  @Test
  void aThousandASecondTakeAHundredCalls() {
    var hints = hints(StoreLocality.FAR, "");

    for (int i = 0; i < 1_000; i++) {
      hints.written(dueAt(NOON));
      hints.turn();
      nanos += Duration.ofMillis(1).toNanos();
    }
    nanos += GATHERED.toNanos();
    hints.turn();

    assertThat(calls).hasSizeLessThanOrEqualTo(101);
    assertThat(calls.stream().mapToInt(HintPlansRequest::getTasksCount).sum()).isEqualTo(1_000);
    assertThat(metrics.counter("atf.hints.sent", "outcome", "taken").count()).isEqualTo(1_000);
  }

  @Test
  void nothingIsGatheredBesideTheStore() {
    var hints = hints(new Near(), "");
    for (int i = 0; i < 3; i++) {
      hints.written(dueAt(NOON));
      assertThat(hints.turn()).isZero();
    }

    assertThat(calls).hasSize(3);
  }

  @Test
  void aRequestHasNoMoreThanAConsumerTakes() {
    var hints = hints(new Near(), "");
    for (int i = 0; i < Hints.HINTS_MAX + 1; i++) {
      hints.written(dueAt(NOON));
    }

    hints.turn();
    hints.turn();

    assertThat(calls)
        .extracting(HintPlansRequest::getTasksCount)
        .containsExactly(Hints.HINTS_MAX, 1);
  }

  @Test
  void whatIsWrittenTwiceIsSentAsItIsNow() {
    var hints = hints(StoreLocality.FAR, "");
    var task = dueAt(NOON.plusSeconds(2));
    hints.written(task);
    hints.written(Association.scheduled(task.header().withScheduledAt(NOON.plusSeconds(1))));

    hints.turn();

    assertThat(calls.get(0).getTasksList())
        .extracting(hint -> ProtoTimes.java(hint.getDueAt()))
        .containsExactly(NOON.plusSeconds(1));
  }

  @Test
  void whatThePollFindsInTimeIsNotSent() {
    var hints = hints(new Near(), "");
    hints.written(dueAt(NOON));
    hints.turn();

    hints.written(dueAt(NOON.plus(LOOK_AHEAD)));
    hints.written(dueAt(NOON.plus(LOOK_AHEAD).plusMillis(1)));
    hints.written(row().withAlarmAt(NOON.plus(LOOK_AHEAD).plusMillis(1)));
    hints.written(row());
    hints.turn();

    assertThat(calls).hasSize(2);
    assertThat(calls.get(1).getTasksList())
        .extracting(TaskHint::getDueAt)
        .containsExactly(ProtoTimes.proto(NOON.plus(LOOK_AHEAD)));
    assertThat(calls.get(1).getPlansList()).isEmpty();
  }

  @Test
  void rowsAreSentWithTheirAlarm() {
    var hints = hints(StoreLocality.FAR, "");

    hints.written(row().withAlarmAt(NOON));
    hints.turn();

    assertThat(calls.get(0).getPlans(0).getAlarmAt()).isEqualTo(ProtoTimes.proto(NOON));
  }

  @Test
  void whatThisConsumerOwnsIsSentToNobody() {
    var hints = hints(StoreLocality.FAR, "");
    ownsTasks = true;

    hints.written(dueAt(NOON));
    hints.turn();

    assertThat(calls).isEmpty();
  }

  @Test
  void aConsumerTakesPlansItselfAndTellsTheOthers() {
    var hints = hints(StoreLocality.FAR, "");

    hints.written(row().withAlarmAt(NOON));
    hints.turn();

    assertThat(ownPlans).hasSize(1);
    assertThat(calls).hasSize(1);
  }

  @Test
  void aConsumerIsNotCalledByItself() {
    var hints = hints(StoreLocality.FAR, CONSUMER);

    hints.written(dueAt(NOON));
    hints.turn();

    assertThat(calls).isEmpty();
  }

  private Hints hints(StoreLocality store, String self) {
    MonotonicClock pace = () -> nanos;
    var own = new Own();
    return new Hints(
        () -> own,
        new StoreConsumers(
            members,
            this::channel,
            new HintSettings(Duration.ofMinutes(1), self),
            metrics,
            () -> NOON,
            pace),
        store,
        () -> NOON,
        pace);
  }

  private Channel channel(String member, String uri) {
    var channel = InProcessChannelBuilder.forName(member).directExecutor().build();
    channels.add(channel);
    return channel;
  }

  private Association dueAt(Instant at) {
    return Association.scheduled(
        new TaskHeader(
            TaskId.ofText("task" + tasks++),
            LAMBDA,
            new Priority("normal"),
            null,
            0,
            NOON,
            at,
            NOON.plusSeconds(60),
            null));
  }

  private static Plan row() {
    var id = PlanId.of(PlanKind.JOB, LAMBDA, "night");
    return Plan.fresh(id, PlanKind.JOB, LAMBDA, "night", 1, NOON);
  }

  private final class Own implements HintReceiver {
    @Override
    public boolean due(DueHint hint) {
      return ownsTasks;
    }

    @Override
    public void plan(PlanHint hint) {
      ownPlans.add(hint);
    }
  }

  private static final class Near implements StoreLocality {
    @Override
    public boolean isNear() {
      return true;
    }

    @Override
    public <T> T together(Supplier<T> work) {
      return work.get();
    }
  }
}
