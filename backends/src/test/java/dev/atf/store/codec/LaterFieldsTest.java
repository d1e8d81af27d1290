package dev.atf.store.codec;

import static dev.atf.store.StoredValues.LAMBDA;
import static dev.atf.store.StoredValues.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.UnknownFieldSet;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Transitions;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.store.StoredValues;
import dev.atf.store.TransitionResult;
import dev.atf.store.embedded.EmbeddedStore;
import dev.atf.store.embedded.StoreCopy;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.OrderCodec;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.StoredPeriodic;
import dev.atf.store.ports.StorePorts;
import dev.atf.store.stored.Stored;
import dev.atf.store.stored.plans.StoredPlans;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Tests that fields that a later version has written survive every rewrite of a record by this
 * version.
 */
final class LaterFieldsTest {
  private static final int LATER = 900;
  private static final UnknownFieldSet UNKNOWN =
      UnknownFieldSet.newBuilder()
          .addField(LATER, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
          .build();

  private static final int EXPIRY_BYTES = 8;

  @TempDir private Path directory;

  @Test
  @Tag("D12")
  void ofAnAssociation() {
    var task = StoredValues.associations().get(0);

    var after =
        rewritten(
            'a',
            EXPIRY_BYTES,
            Stored.Association.parser(),
            ports -> ports.associations().create(task),
            ports -> {
              var checkAt = NOW.plusSeconds(30);
              var ref = new TaskRef(task.taskId(), 1);
              // The second is of a task that is still in memory.
              for (var change :
                  List.of(
                      Transitions.release(task.taskId(), 0, NOW, NOW, checkAt),
                      Transitions.pushAgain(ref, checkAt, 2, checkAt.plusSeconds(30)))) {
                assertThat(ports.transitions().apply(change))
                    .isInstanceOf(TransitionResult.Applied.class);
              }
            });

    assertThat(((Stored.Association) after).getEpoch()).isEqualTo(1);
  }

  @Test
  void ofAnAssociationThatIsRestored() {
    var task = StoredValues.associations().get(1);
    try (var store = open()) {
      store.ports().associations().create(task);
    }
    addLater('a', EXPIRY_BYTES, Stored.Association.parser());
    var restored = directory.resolve("restored");

    StoreCopy.restore(directory, restored, NOW, records -> {});

    var after = message(restored, 'a', EXPIRY_BYTES, Stored.Association.parser());
    assertThat(after.getUnknownFields()).isEqualTo(UNKNOWN);
    assertThat(((Stored.Association) after).getEpoch()).isGreaterThan(1_000_000_000);
  }

  @Test
  void ofAnEntity() {
    var entity = StoredValues.entities().get(0);

    rewritten(
        'e',
        EXPIRY_BYTES,
        Stored.Entity.parser(),
        ports -> ports.entities().putIfAbsent(entity),
        ports -> ports.entities().setExpiry(entity.taskId(), NOW));
  }

  @Test
  void ofALambdaThatIsChangedAndDeleted() {
    var lambda = StoredValues.lambdas().get(1);
    var changed = lambda.withUpdatedAt(NOW.plusSeconds(9));

    var after =
        rewritten(
            'l',
            0,
            Stored.Lambda.parser(),
            ports -> ports.lambdas().put(lambda, Optional.empty()),
            ports -> {
              assertThat(ports.lambdas().put(changed, Optional.of(lambda))).isTrue();
              assertThat(ports.lambdas().delete(changed, NOW)).isTrue();
            });

    assertThat(((Stored.Lambda) after).hasDeletedAt()).isTrue();
  }

  @Test
  void ofAnotherLambdaOfTheNameAreNotKept() {
    var lambda = LambdaDefinition.withDefaults(LAMBDA, NOW);
    try (var store = open()) {
      store.ports().lambdas().put(lambda, Optional.empty());
      store.ports().lambdas().delete(lambda, NOW);
    }
    addLater('l', 0, Stored.Lambda.parser());

    try (var store = open()) {
      assertThat(store.ports().lambdas().put(lambda, Optional.empty())).isTrue();
    }

    assertThat(message(directory, 'l', 0, Stored.Lambda.parser()).getUnknownFields().asMap())
        .isEmpty();
  }

  @Test
  void ofAGate() {
    var gate = StoredValues.gates().get(0);

    rewritten(
        'g',
        0,
        Stored.Gate.parser(),
        ports -> ports.gates().put(gate),
        ports ->
            ports.gates().put(new Gate(gate.lambda(), null, GateState.OPEN, null, "", "bob", NOW)));
  }

  @Test
  void ofAPermit() {
    var attempt = StoredValues.permitted();

    var after =
        rewritten(
            'p',
            0,
            Stored.Permit.parser(),
            ports -> ports.permits().take(Scope.of(LAMBDA), attempt, 5, NOW),
            ports -> ports.permits().take(Scope.of(LAMBDA), attempt, 5, NOW));

    assertThat(((Stored.Permit) after).getTakes()).isEqualTo(2);
  }

  @Test
  void ofAPlan() {
    var plan = StoredValues.plans().get(0);

    rewritten(
        'n',
        EXPIRY_BYTES,
        StoredPlans.PlanRow.parser(),
        ports -> ports.plans().put(plan),
        ports ->
            assertThat(ports.plans().put(plan.next(plan.state(), null)))
                .isInstanceOf(PlanResult.Written.class));
  }

  @Test
  void ofTheStateOfAPeriodicTask() {
    stateIsKept(
        StoredValues.plans().get(0),
        StoredPlans.Periodic.parser(),
        plan -> {
          var stored = StoredPeriodic.of(plan);
          return new StoredPeriodic(stored.task(), stored.state().pause()).next(plan, null);
        });
  }

  @Test
  void ofTheStateOfAnOrderingKey() {
    stateIsKept(
        StoredValues.plans().get(2),
        StoredPlans.Order.parser(),
        plan -> OrderCodec.write(OrderCodec.read(plan)));
  }

  @Test
  @Tag("D12")
  void ofTheStateOfAJob() {
    stateIsKept(
        StoredValues.plans().get(3),
        StoredPlans.Job.parser(),
        plan -> {
          JobRow row = JobCodec.read(plan);
          return plan.next(JobCodec.next(plan, row), null);
        });
  }

  private static void stateIsKept(
      Plan plan, Parser<? extends Message> parser, UnaryOperator<Plan> rewrite) {
    var later = parsed(plan.state().value(), parser).toBuilder().setUnknownFields(UNKNOWN).build();

    var after = rewrite.apply(plan.with(new Bytes(later.toByteArray()), plan.alarmAt()));

    assertThat(parsed(after.state().value(), parser).getUnknownFields()).isEqualTo(UNKNOWN);
  }

  /** Returns the message of a record that was rewritten after a later version had written it. */
  private Message rewritten(
      char kind,
      int before,
      Parser<? extends Message> parser,
      Consumer<StorePorts> write,
      Consumer<StorePorts> rewrite) {
    try (var store = open()) {
      write.accept(store.ports());
    }
    addLater(kind, before, parser);
    try (var store = open()) {
      rewrite.accept(store.ports());
    }
    var after = message(directory, kind, before, parser);
    assertThat(after.getUnknownFields()).isEqualTo(UNKNOWN);
    return after;
  }

  private void addLater(char kind, int before, Parser<? extends Message> parser) {
    var later =
        message(directory, kind, before, parser).toBuilder().setUnknownFields(UNKNOWN).build();
    try (var rocks = RocksDB.open(directory.resolve("rocksdb").toString())) {
      var key = key(rocks, kind);
      var record = Objects.requireNonNull(rocks.get(key));
      var head = Arrays.copyOf(record, before + 1);
      var body = later.toByteArray();
      var whole = Arrays.copyOf(head, head.length + body.length);
      System.arraycopy(body, 0, whole, head.length, body.length);
      rocks.put(key, whole);
    } catch (RocksDBException e) {
      throw new AssertionError(e);
    }
  }

  private static Message message(
      Path path, char kind, int before, Parser<? extends Message> parser) {
    try (var options = new Options();
        var rocks = RocksDB.openReadOnly(options, path.resolve("rocksdb").toString())) {
      var record = Objects.requireNonNull(rocks.get(key(rocks, kind)));
      return parsed(Arrays.copyOfRange(record, before + 1, record.length), parser);
    } catch (RocksDBException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the key of the only record of a kind. */
  private static byte[] key(RocksDB rocks, char kind) {
    try (var records = rocks.newIterator()) {
      records.seek(new byte[] {(byte) kind});
      var key = records.key();
      assertThat(key[0]).isEqualTo((byte) kind);
      return key;
    }
  }

  private static Message parsed(byte[] bytes, Parser<? extends Message> parser) {
    try {
      return parser.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private EmbeddedStore open() {
    return EmbeddedStore.open(directory, reason -> {});
  }
}
