package dev.atf.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.blob.BlobDamagedException;
import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobStoreException;
import dev.atf.blob.directory.DirectoryObjects;
import dev.atf.blob.store.BlobConnection;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.resource.Digest;
import dev.atf.model.route.Route;
import dev.atf.model.task.Association;
import dev.atf.model.task.NoticeTarget;
import dev.atf.model.task.Subscription;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.embedded.EmbeddedStore;
import dev.atf.store.embedded.database.DamagedStoreException;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.ports.StorePorts;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages one file of a data directory at random. The store is then refused with what to do, or
 * nothing is lost; and a check of the directory finds all that is refused.
 *
 * <p>{@code -Datf.damage.seed=N} repeats a trial.
 */
final class RandomDamageTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final int TASKS = 300;
  private static final int RESOURCES = 3;
  private static final int BLOCK = 4096;

  @TempDir private Path directory;
  private final Map<TaskId, Association> tasks = new HashMap<>();
  private final Map<BlobKey, byte[]> resources = new HashMap<>();
  private List<Object> definitions = List.of();

  private enum Damage {
    BIT,
    BLOCK,
    CUT,
    DELETED
  }

  /** Leaves a directory as a process that ended in order, and one as a killed process. */
  @BeforeEach
  void writeDirectories() throws IOException {
    var random = new Random(1);
    var data = directory.resolve("data");
    upload(data, random);
    for (int start = 0; start < 3; start++) {
      try (var store = EmbeddedStore.open(EngineDirectory.embedded(data), RandomDamageTest::fail)) {
        schedule(store.ports(), random);
        if (start == 0) {
          define(store.ports());
          definitions = definitions(store.ports());
        }
        if (start == 2) {
          copy(data, directory.resolve("killed"));
        }
      }
    }
    copy(data, directory.resolve("ended"));
  }

  @Test
  @Tag("system")
  void damageIsRefusedOrNothingIsLost() throws IOException {
    trials(50);
  }

  @Test
  @Tag("nightly")
  void damageIsRefusedOrNothingIsLostInManyTrials() throws IOException {
    trials(500);
  }

  private void trials(int count) throws IOException {
    var given = Optional.ofNullable(Long.getLong("atf.damage.seed"));
    long first = given.orElseGet(() -> new Random().nextLong());
    var outcomes = new TreeMap<String, Integer>();
    for (int i = 0; i < (given.isPresent() ? 1 : count); i++) {
      outcomes.merge(trial(first + i), 1, Integer::sum);
    }
    System.out.printf("damage from seed %d on: %s%n", first, outcomes);
  }

  private String trial(long seed) throws IOException {
    var random = new Random(seed);
    var data = directory.resolve("trial");
    copy(directory.resolve(random.nextBoolean() ? "killed" : "ended"), data);
    var file = pick(data, random);
    var damage = Damage.values()[random.nextInt(Damage.values().length)];
    var name = "%s of %s, seed %d".formatted(damage, data.relativize(file), seed);
    apply(damage, file, random);

    var check = DataCheck.run(data, Optional.empty(), NOW);
    var refusal = use(data, name);

    var lost = unreadable(data, name);

    assertThat(lost.isEmpty() || !check.whole()).as("%s: %s", name, lost).isTrue();
    refusal.ifPresent(
        message -> {
          assertThat(message).as(name).containsAnyOf("Restore a backup", "restore a backup");
          assertThat(check.whole()).as("%s: %s", name, message).isFalse();
        });
    check.damage().forEach(found -> assertThat(found).as(name).endsWith("."));
    delete(data);
    return refusal.isPresent() ? "refused" : check.whole() ? "nothing lost" : "found by the check";
  }

  /** Returns one of the files, each kind of them as often as another. */
  private static Path pick(Path data, Random random) throws IOException {
    var kinds = new TreeMap<String, List<Path>>();
    try (var files = Files.walk(data)) {
      files
          .filter(Files::isRegularFile)
          .sorted()
          .forEach(
              file -> kinds.computeIfAbsent(kind(data, file), kind -> new ArrayList<>()).add(file));
    }
    var kind = List.copyOf(kinds.values()).get(random.nextInt(kinds.size()));
    return kind.get(random.nextInt(kind.size()));
  }

  private static String kind(Path data, Path file) {
    var name = String.valueOf(file.getFileName());
    if (data.relativize(file).startsWith("blobs")) {
      return name.equals("record") ? "blob record" : "blob";
    }
    return name.replaceAll("[0-9]+", "");
  }

  private static void apply(Damage damage, Path path, Random random) throws IOException {
    if (damage == Damage.DELETED) {
      Files.delete(path);
      return;
    }
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      if (file.length() == 0) {
        return;
      }
      long at = random.nextLong(file.length());
      switch (damage) {
        case BIT -> {
          file.seek(at);
          int octet = file.read();
          file.seek(at);
          file.write(octet ^ (1 << random.nextInt(8)));
        }
        case BLOCK -> {
          long from = at / BLOCK * BLOCK;
          file.seek(from);
          file.write(new byte[(int) Math.min(BLOCK, file.length() - from)]);
        }
        case CUT -> file.setLength(at);
        case DELETED -> throw new IllegalStateException();
      }
    }
  }

  /** Reads everything; returns why the store was refused, if it was. */
  private Optional<String> use(Path data, String name) {
    var reasons = new ArrayList<String>();
    try (var store = EmbeddedStore.open(EngineDirectory.embedded(data), reasons::add)) {
      var found = new HashMap<TaskId, Association>();
      store.eachTask(task -> found.put(task.taskId(), task));
      assertThat(found).as(name).isEqualTo(tasks);
      for (var id : tasks.keySet()) {
        assertThat(store.ports().entities().findEntity(id)).as(name).isPresent();
      }
      assertThat(definitions(store.ports())).as(name).isEqualTo(definitions);
      assertThat(reasons).as(name).isEmpty();
      return Optional.empty();
    } catch (DamagedStoreException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Returns the resources whose contents cannot be read; those that can are as they were. */
  private List<BlobKey> unreadable(Path data, String name) throws IOException {
    var lost = new ArrayList<BlobKey>();
    var blobs = Path.of(EngineDirectory.blobs(data));
    try (var connection =
        BlobConnection.on(DirectoryObjects.open(blobs), InstantSource.fixed(NOW), new Random(1))) {
      for (var resource : resources.entrySet()) {
        try {
          var content = connection.blobs().open(resource.getKey());
          if (content.isEmpty()) {
            lost.add(resource.getKey());
            continue;
          }
          try (var read = content.get()) {
            assertThat(read.readAllBytes()).as(name).isEqualTo(resource.getValue());
          }
        } catch (BlobStoreException | BlobDamagedException | IOException e) {
          lost.add(resource.getKey());
        }
      }
    }
    return lost;
  }

  /** Stores one definition of each kind. */
  private static void define(StorePorts ports) {
    var lambda = new LambdaName("mail");
    var plan =
        Plan.fresh(
            PlanId.of(PlanKind.PERIODIC, lambda, "nightly"),
            PlanKind.PERIODIC,
            lambda,
            "nightly",
            1,
            NOW);
    assertThat(ports.lambdas().put(LambdaDefinition.withDefaults(lambda, NOW), Optional.empty()))
        .isTrue();
    ports.gates().put(new Gate(lambda, null, GateState.PAUSED, null, "a reason", "ada", NOW));
    assertThat(
            ports
                .routes()
                .put(
                    new Route(new LambdaName("letters"), List.of(), lambda, 1, NOW),
                    Optional.empty()))
        .isTrue();
    assertThat(
            ports
                .subscriptions()
                .put(
                    new Subscription(
                        "ends",
                        "mail",
                        null,
                        Set.of(TaskStatus.CANCELLED),
                        new NoticeTarget(
                            lambda, new Priority("normal"), new TaskId("0".repeat(32))),
                        NOW),
                    Optional.empty()))
        .isTrue();
    assertThat(ports.plans().put(plan)).isEqualTo(new PlanResult.Written());
    assertThat(ports.plans().putPart(new PlanPart(plan.id(), "a", new Bytes(new byte[] {1}), null)))
        .isTrue();
  }

  /** Returns all definitions as they are read. */
  private static List<Object> definitions(StorePorts ports) {
    var mail = new LambdaName("mail");
    var plan = PlanId.of(PlanKind.PERIODIC, mail, "nightly");
    return List.of(
        ports.lambdas().list(),
        ports.gates().read().closed(mail, null, NOW),
        ports.routes().list(),
        ports.subscriptions().read().find("ends"),
        ports.plans().find(plan),
        ports.plans().parts(plan, "", 10));
  }

  private void schedule(StorePorts ports, Random random) {
    for (int i = 0; i < TASKS; i++) {
      var id = TaskId.random(random);
      var header =
          new TaskHeader(
              id,
              new LambdaName("mail"),
              new Priority("normal"),
              null,
              0,
              NOW,
              NOW,
              NOW.plus(Duration.ofDays(30)),
              null);
      var payload = new byte[200];
      random.nextBytes(payload);
      var entity =
          new TaskEntity(
              header, new Payload(payload, ""), Map.of(), "", NOW.plus(Duration.ofDays(60)));
      ports.entities().putIfAbsent(entity);
      var task = Association.scheduled(header);
      ports.associations().create(task);
      tasks.put(id, task);
    }
  }

  private void upload(Path data, Random random) {
    var blobs = Path.of(EngineDirectory.blobs(data));
    try (var connection =
        BlobConnection.on(DirectoryObjects.open(blobs), InstantSource.fixed(NOW), random)) {
      for (int i = 0; i < RESOURCES; i++) {
        var content = new byte[10_000];
        random.nextBytes(content);
        var key = new BlobKey("", Digest.of(content));
        try (var upload =
            connection.blobs().upload(key, content.length, NOW.plus(Duration.ofDays(60)), 0)) {
          upload.write(ByteBuffer.wrap(content));
          upload.finish();
        }
        resources.put(key, content);
      }
    }
  }

  private static void fail(String reason) {
    throw new AssertionError(reason);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : files.sorted().toList()) {
        var copy = to.resolve(from.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else if (!file.getParent().endsWith("native")) {
          Files.copy(file, copy);
        }
      }
    }
  }

  private static void delete(Path path) throws IOException {
    try (var files = Files.walk(path)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
