package dev.atf.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.Change;
import dev.atf.model.task.TaskEvent;
import dev.atf.store.LocalDynamoDb;
import dev.atf.store.SampleTasks;
import dev.atf.store.SampleTransitions;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.Stores;
import dev.atf.store.TransitionResult;
import dev.atf.store.dynamodb.RestoredTableFence.Fenced;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Restored tables: every task that may run again has a later epoch, once. */
final class RestoredTableFenceTest {
  private static final RestoredTableFence.Pace NO_PACE = () -> {};

  private final LocalDynamoDb.Fresh fresh = LocalDynamoDb.shared().freshTables();
  private final Stores stores = fresh.stores();
  private final List<Association> tasks = new ArrayList<>();

  @BeforeEach
  void tasksOfEveryStatus() {
    for (var status : TaskStatus.values()) {
      var task = SampleTasks.full(status);
      stores.associations().create(task);
      tasks.add(task);
    }
  }

  @Test
  void everyTaskThatMayRunAgainHasALaterEpochAndNothingElseIsChanged() throws Exception {
    var fenced = fence();

    assertThat(fenced).isEqualTo(new Fenced(tasks.size() - 2, tasks.size() - 2));
    for (var task : tasks) {
      var now = stores.associations().find(task.taskId()).orElseThrow();
      boolean over = task.status() == TaskStatus.SUCCESS || task.status() == TaskStatus.CANCELLED;
      long jump = over ? 0 : RestoredTableFence.EPOCHS;
      assertThat(now)
          .as("%s", task.status())
          .isEqualTo(new Change.SetEpoch(task.epoch() + jump).apply(task));
    }
  }

  @Test
  void aClaimOfBeforeIsRefused() throws Exception {
    fence();

    for (var status : List.of(TaskStatus.CLAIMED, TaskStatus.PROCESSING)) {
      var before = ofStatus(status);
      assertThat(stores.transitions().apply(SampleTransitions.of(TaskEvent.SUCCEED, before)))
          .isInstanceOf(TransitionResult.Refused.class);
    }
  }

  @Test
  void aRunThatWasInterruptedGoesOnWhereItWas() throws Exception {
    var writes = new int[1];
    assertThatThrownBy(
            () ->
                RestoredTableFence.run(
                    fresh.config(),
                    () -> {
                      if (++writes[0] == 3) {
                        throw new InterruptedException("killed");
                      }
                    },
                    raised -> {}))
        .isInstanceOf(InterruptedException.class);

    var rest = fence();
    var again = fence();

    assertThat(rest).isEqualTo(new Fenced(tasks.size() - 2, tasks.size() - 2 - 2));
    assertThat(again.raised()).isZero();
    assertThat(stores.associations().find(ofStatus(TaskStatus.NEW).taskId()))
        .hasValueSatisfying(
            task ->
                assertThat(task.epoch())
                    .isEqualTo(ofStatus(TaskStatus.NEW).epoch() + RestoredTableFence.EPOCHS));
  }

  @Test
  void aTaskThatAServiceChangesMeanwhileStopsIt() {
    assertThatThrownBy(
            () ->
                RestoredTableFence.run(
                    fresh.config(),
                    () -> {
                      var task = ofStatus(TaskStatus.NEW);
                      stores.transitions().apply(SampleTransitions.of(TaskEvent.RELEASE, task));
                      var retried = ofStatus(TaskStatus.RETRIABLE_FAILURE);
                      stores.transitions().apply(SampleTransitions.of(TaskEvent.RELEASE, retried));
                    },
                    raised -> {}))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("has changed in the meantime: stop the services");
  }

  @Test
  void ttlAndStreamAreOnAgain() throws Exception {
    var client = fresh.parts().client();
    var tables = fresh.parts().tables();
    client.updateTimeToLive(
        r ->
            r.tableName(tables.entities())
                .timeToLiveSpecification(ttl -> ttl.attributeName("expires_at").enabled(false)));
    client.updateTable(
        r -> r.tableName(tables.associations()).streamSpecification(s -> s.streamEnabled(false)));

    fence();

    assertThat(
            client
                .describeTimeToLive(r -> r.tableName(tables.entities()))
                .timeToLiveDescription()
                .timeToLiveStatus())
        .isEqualTo(TimeToLiveStatus.ENABLED);
    assertThat(
            client
                .describeTable(r -> r.tableName(tables.associations()))
                .table()
                .streamSpecification()
                .streamEnabled())
        .isTrue();
  }

  @Test
  void aTableThatWasForgottenIsNamedAndNothingIsMade() {
    var client = fresh.parts().client();
    client.deleteTable(r -> r.tableName(fresh.parts().tables().plans()));

    assertThatThrownBy(this::fence)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage(
            "table " + fresh.parts().tables().plans() + " is not there: restore all tables first");
    assertThat(client.listTablesPaginator().tableNames())
        .doesNotContain(fresh.parts().tables().plans());
  }

  private Fenced fence() throws InterruptedException {
    return RestoredTableFence.run(fresh.config(), NO_PACE, raised -> {});
  }

  private Association ofStatus(TaskStatus status) {
    return tasks.stream().filter(task -> task.status() == status).findFirst().orElseThrow();
  }
}
