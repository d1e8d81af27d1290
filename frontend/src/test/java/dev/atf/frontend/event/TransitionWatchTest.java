package dev.atf.frontend.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.protocol.v1.Transition;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a watcher and its position in the log. */
final class TransitionWatchTest {
  private final TransitionLog log = new TransitionLog(new Random(1));
  private final RecordingSink sink = new RecordingSink();
  private Predicate<String> visible = lambda -> true;

  @Test
  @Tag("W2")
  void firstMessageCarriesACursorToResumeFrom() {
    happens("before");
    var watch = watch("");

    watch.pump();
    assertThat(sink.told).isEmpty();
    watch.greet();
    happens("after");
    watch.pump();

    assertThat(sink.told.get(0).hasHeartbeat()).isTrue();
    assertThat(sink.tasks()).containsExactly("after");
    assertThat(resumed(sink.told.get(0).getCursor()).tasks()).containsExactly("after");
  }

  @Test
  void goesOnBehindTheCursorOfWhatWasTold() {
    happens("1", "2", "3");
    var first = resumed(log.cursor(0));

    var second = resumed(first.told.get(2).getCursor());

    assertThat(first.tasks()).containsExactly("1", "2", "3");
    assertThat(second.tasks()).containsExactly("3");
    assertThat(second.told).noneMatch(WatchTransitionsResponse::hasGap);
  }

  @Test
  void sendsAGapForCursorsThatCannotBeResumed() {
    happens(
        IntStream.rangeClosed(0, TransitionLog.KEPT_MAX)
            .mapToObj(Integer::toString)
            .toArray(String[]::new));

    for (var cursor : new String[] {log.cursor(0), "0123456789abcdef-5", "nonsense", "-1"}) {
      var watcher = resumed(cursor);

      assertThat(watcher.told.get(0).hasGap()).as(cursor).isTrue();
      assertThat(watcher.tasks()).isEmpty();
    }
    assertThat(resumed(log.cursor(1)).tasks()).hasSize(TransitionLog.KEPT_MAX);
  }

  @Test
  @Tag("W4")
  void sendsFeedGapsWhateverTheFilter() {
    var watch = watch(WatchTransitionsRequest.newBuilder().setTaskId("mine"));
    watch.greet();
    happens("others");
    log.addGap();
    happens("mine");
    watch.pump();

    assertThat(sink.told)
        .extracting(WatchTransitionsResponse::hasGap)
        .containsExactly(false, true, false);
    assertThat(sink.tasks()).containsExactly("mine");
  }

  @Test
  @Tag("W6")
  void slowWatchIsBufferedThenEndedWhenTheLogOverflows() {
    var watch = watch("");
    watch.greet();
    sink.ready = false;
    happens("1");
    watch.pump();
    assertThat(sink.tasks()).isEmpty();
    sink.ready = true;
    watch.pump();
    assertThat(sink.tasks()).containsExactly("1");

    sink.ready = false;
    happens(
        IntStream.range(0, TransitionLog.KEPT_MAX)
            .mapToObj(Integer::toString)
            .toArray(String[]::new));
    watch.pump();
    assertThat(sink.end).isEmpty();
    happens("one too many");
    watch.pump();
    sink.ready = true;
    watch.pump();
    watch.beat();

    assertThat(sink.end).isEqualTo("WATCH_TOO_SLOW");
    assertThat(watch.isOver()).isTrue();
    assertThat(sink.tasks()).containsExactly("1");
  }

  @Test
  @Tag("W7")
  void sendsOnlyTransitionsItsCallerMaySee() {
    visible = lambda -> lambda.equals("resize");
    var watch = watch("");
    watch.greet();
    happens("1");
    watch.pump();
    visible = lambda -> false;

    watch.beat();
    happens("2");
    watch.pump();

    assertThat(sink.tasks()).containsExactly("1");
    assertThat(sink.told.get(2).hasHeartbeat()).isTrue();
  }

  @Test
  void aTransitionPassesByLambdaCollectionAndTask() {
    var transition =
        Transition.newBuilder().setTaskId("t").setLambda("l").setCollection("c").build();

    assertThat(passes(WatchTransitionsRequest.newBuilder(), transition)).isTrue();
    assertThat(passes(WatchTransitionsRequest.newBuilder().setLambda("l"), transition)).isTrue();
    assertThat(passes(WatchTransitionsRequest.newBuilder().setLambda("m"), transition)).isFalse();
    assertThat(passes(WatchTransitionsRequest.newBuilder().setCollection("d"), transition))
        .isFalse();
    assertThat(passes(WatchTransitionsRequest.newBuilder().setTaskId("u"), transition)).isFalse();
  }

  private static boolean passes(WatchTransitionsRequest.Builder wanted, Transition transition) {
    return new WatchFilter(wanted.build(), () -> lambda -> true).passes(transition);
  }

  private RecordingSink resumed(String cursor) {
    var other = new RecordingSink();
    var filter =
        new WatchFilter(WatchTransitionsRequest.getDefaultInstance(), () -> lambda -> true);
    new TransitionWatch(log, filter, other, cursor).greet();
    return other;
  }

  private TransitionWatch watch(String lambda) {
    return watch(WatchTransitionsRequest.newBuilder().setLambda(lambda));
  }

  private TransitionWatch watch(WatchTransitionsRequest.Builder wanted) {
    return new TransitionWatch(log, new WatchFilter(wanted.build(), () -> visible), sink, "");
  }

  private void happens(String... tasks) {
    for (var task : tasks) {
      log.add(Transition.newBuilder().setTaskId(task).setLambda("resize").build());
    }
  }
}
