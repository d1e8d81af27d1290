package dev.atf.store;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.check.Limits;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Behaviour of every store's entities and large results. */
public abstract class TaskEntitiesContract {
  /** Time not past by the machine's clock, as DynamoDB Local removes expired items. */
  private static final Instant EXPIRY = Instant.parse("2100-01-01T00:00:00Z");

  protected abstract Stores stores();

  @Test
  void anEntityIsFoundAsItWasPut() {
    var entity = entity(SampleTasks.header(), payload("{\"a\": \"é\"}"));

    var before = stores().entities().putIfAbsent(entity);

    assertThat(before).isEmpty();
    assertThat(stores().entities().findEntity(entity.taskId())).contains(entity);
  }

  @Test
  void anEntityWithEmptyTextsIsFoundAsItWasPut() {
    var header = SampleTasks.ofLambda(SampleTasks.header(), SampleTasks.nextLambda());
    var entity = new TaskEntity(header, Payload.EMPTY, Map.of("k", ""), "", NOW);

    stores().entities().putIfAbsent(entity);

    assertThat(stores().entities().findEntity(entity.taskId())).contains(entity);
  }

  @Test
  void aSecondPutAnswersWithTheFirstAndChangesNothing() {
    var first = entity(SampleTasks.header(), payload("first"));
    var second = entity(first.header(), payload("second"));
    stores().entities().putIfAbsent(first);

    var before = stores().entities().putIfAbsent(second);

    assertThat(before).contains(first);
    assertThat(stores().entities().findEntity(first.taskId())).contains(first);
  }

  @Test
  void anEntityIsReplacedOnlyAsItWasSeen() {
    var seen = entity(SampleTasks.header(), payload("seen"));
    var by = entity(seen.header(), payload("by")).withExpiresAt(EXPIRY.plusSeconds(1));
    var late = entity(seen.header(), payload("late")).withExpiresAt(EXPIRY.plusSeconds(2));
    stores().entities().putIfAbsent(seen);

    var first = stores().entities().replace(seen, by);
    var second = stores().entities().replace(seen, late);

    assertThat(first).isEmpty();
    assertThat(second).contains(by);
    assertThat(stores().entities().findEntity(seen.taskId())).contains(by);
  }

  @Test
  void anEntityThatHasGoneMeanwhileIsReplaced() {
    var seen = entity(SampleTasks.header(), payload("seen"));
    var by = entity(seen.header(), payload("by"));

    assertThat(stores().entities().replace(seen, by)).isEmpty();
    assertThat(stores().entities().findEntity(seen.taskId())).contains(by);
  }

  @Test
  void unknownEntitiesAreNotFound() {
    var nowhere = SampleTasks.nextId();

    assertThat(stores().entities().findEntity(nowhere)).isEmpty();
    assertThat(stores().entities().findEntities(List.of(nowhere))).isEmpty();
    assertThat(stores().entities().findEntities(List.of())).isEmpty();
    assertThat(stores().entities().findResult(nowhere, 1)).isEmpty();
  }

  @Test
  void entitiesLargerThanOneAnswerAreAllFound() {
    var there = new ArrayList<TaskEntity>();
    var asked = new ArrayList<TaskId>();
    for (int i = 0; i < 60; i++) {
      var bytes = new byte[Limits.PAYLOAD_BYTES_MAX];
      bytes[i] = 1;
      var entity = entity(SampleTasks.header(), new Payload(bytes, "application/octet-stream"));
      there.add(entity);
      stores().entities().putIfAbsent(entity);
      asked.add(entity.taskId());
      asked.add(SampleTasks.nextId());
    }
    asked.add(asked.get(0));

    var found = stores().entities().findEntities(asked);

    assertThat(found).hasSize(there.size());
    there.forEach(entity -> assertThat(found.get(entity.taskId())).isEqualTo(entity));
  }

  @Test
  void theExpiryOfAnEntityCanBeMoved() {
    var entity = entity(SampleTasks.header(), payload("contents")).withExpiresAt(TaskEntity.NEVER);
    stores().entities().putIfAbsent(entity);

    stores().entities().setExpiry(entity.taskId(), EXPIRY.plusMillis(1_500));
    stores().entities().setExpiry(SampleTasks.nextId(), EXPIRY);

    assertThat(stores().entities().findEntity(entity.taskId()))
        .contains(entity.withExpiresAt(EXPIRY.plusSeconds(1)));
  }

  @Test
  void aTaskOfAPlanHasTheContentsOfThePlanUnderItsOwnHeader() {
    var contents = entity(SampleTasks.header(), payload("shared"));
    var own = entity(SampleTasks.header(), payload("own"));
    var plan = PlanId.of(PlanKind.PERIODIC, contents.header().lambda(), "p");
    var fire =
        Association.scheduled(
            SampleTasks.header()
                .withOrigin(PlanKind.PERIODIC.origin(plan, "m", contents.taskId())));
    stores().entities().putIfAbsent(contents);
    stores().entities().putIfAbsent(own);
    stores().associations().create(fire);

    var found =
        new TaskContents(stores().entities(), stores().associations())
            .of(List.of(own.taskId(), fire.taskId(), SampleTasks.nextId()));

    assertThat(found).containsOnlyKeys(own.taskId(), fire.taskId());
    assertThat(found)
        .containsEntry(own.taskId(), own)
        .containsEntry(
            fire.taskId(),
            new TaskEntity(
                fire.header(),
                contents.payload(),
                contents.labels(),
                contents.fingerprint(),
                contents.expiresAt()));
  }

  @Test
  void theResultOfEachEpochIsItsOwn() {
    var taskId = SampleTasks.nextId();

    stores().entities().putResult(taskId, 1, payload("one"), NOW);
    stores().entities().putResult(taskId, 2, payload("two"), NOW);

    assertThat(stores().entities().findResult(taskId, 1)).contains(payload("one"));
    assertThat(stores().entities().findResult(taskId, 2)).contains(payload("two"));
    assertThat(stores().entities().findEntity(taskId)).isEmpty();
  }

  @Test
  void aSecondResultOfTheSameEpochChangesNothing() {
    var taskId = SampleTasks.nextId();
    stores().entities().putResult(taskId, 1, payload("first"), NOW);

    stores().entities().putResult(taskId, 1, payload("second"), NOW);

    assertThat(stores().entities().findResult(taskId, 1)).contains(payload("first"));
  }

  @Test
  void theLargestResultIsKept() {
    var taskId = SampleTasks.nextId();
    var result = new Payload(new byte[Limits.RESULT_BYTES_MAX], "application/octet-stream");

    stores().entities().putResult(taskId, 1, result, NOW);

    assertThat(stores().entities().findResult(taskId, 1)).contains(result);
  }

  @Test
  void aLogIsReadInTheOrderOfItsParts() {
    var taskId = SampleTasks.nextId();
    for (int number = 1; number <= 12; number++) {
      stores().entities().putLog(taskId, 3, number, payload("part " + number), EXPIRY);
    }
    stores().entities().putLog(taskId, 4, 1, payload("another epoch"), EXPIRY);
    stores().entities().putResult(taskId, 3, payload("a result"), EXPIRY);

    assertThat(stores().entities().findLog(taskId, 3, 1, 100))
        .hasSize(12)
        .startsWith(payload("part 1"), payload("part 2"))
        .endsWith(payload("part 11"), payload("part 12"));
    assertThat(stores().entities().findLog(taskId, 3, 5, 2))
        .containsExactly(payload("part 5"), payload("part 6"));
    assertThat(stores().entities().findLog(taskId, 3, 13, 5)).isEmpty();
    assertThat(stores().entities().findLog(taskId, 4, 1, 5))
        .containsExactly(payload("another epoch"));
    assertThat(stores().entities().findResult(taskId, 3)).contains(payload("a result"));
    assertThat(stores().entities().findEntity(taskId)).isEmpty();
  }

  @Test
  void aSecondPartWithTheSameNumberChangesNothing() {
    var taskId = SampleTasks.nextId();
    stores().entities().putLog(taskId, 1, 1, payload("first"), EXPIRY);

    stores().entities().putLog(taskId, 1, 1, payload("second"), EXPIRY);

    assertThat(stores().entities().findLog(taskId, 1, 1, 10)).containsExactly(payload("first"));
  }

  @Test
  void aLogEndsWhereAPartIsMissing() {
    var taskId = SampleTasks.nextId();
    stores().entities().putLog(taskId, 1, 1, payload("one"), EXPIRY);
    stores().entities().putLog(taskId, 1, 3, payload("three"), EXPIRY);

    assertThat(stores().entities().findLog(taskId, 1, 1, 10)).containsExactly(payload("one"));
  }

  private static Payload payload(String text) {
    return new Payload(text.getBytes(StandardCharsets.UTF_8), "application/json; charset=utf-8");
  }

  private static TaskEntity entity(TaskHeader header, Payload payload) {
    return new TaskEntity(
        header,
        payload,
        Map.of("team", "photos", "näme", "<script>\r\n${jndi:x}"),
        "fingerprint",
        EXPIRY);
  }
}
