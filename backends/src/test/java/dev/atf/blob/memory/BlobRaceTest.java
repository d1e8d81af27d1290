package dev.atf.blob.memory;

import static dev.atf.blob.memory.RaceStarts.CONTENT;
import static dev.atf.blob.memory.RaceStarts.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.blob.BlobKey;
import dev.atf.blob.ForwardingObjects;
import dev.atf.blob.memory.MemoryObjects.MemoryObject;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobObjects.ListedObject;
import dev.atf.blob.object.BlobObjects.ObjectPage;
import dev.atf.blob.object.BlobObjects.VersionedRecord;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.store.BlobSweep;
import dev.atf.blob.store.StoredBlobs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs the real code of uploads, uses and sweeps of one blob in all interleavings. A caller to whom
 * a blob was promised until a time must find the blob and its content at every time before.
 */
final class BlobRaceTest {
  private static final Duration SHORT = Duration.ofHours(1);
  private static final Duration LONG = Duration.ofDays(9);

  /** Starting states from which the faults below are found. */
  private static final Set<String> STARTS_OF_FAULTS =
      Set.of("absent", "expired", "alive, its content vanished");

  @Test
  @Tag("FI2")
  void aKeptBlobIsThereWhateverTwoSweepsDo() {
    assertNoViolation(actors("ABCD"), startsOfFaults(), 0);
  }

  @Test
  @Tag("system")
  void fromOtherStartsTooItIsThereWhateverTwoSweepsDo() {
    assertNoViolation(actors("ABCD"), otherStarts(), 0);
  }

  @Test
  @Tag("FI2")
  void aKeptBlobIsThereWhateverTwoUploadsDo() {
    assertNoViolation(actors("ABCE"), startsOfFaults(), 0);
  }

  @Test
  @Tag("system")
  void fromOtherStartsTooItIsThereWhateverTwoUploadsDo() {
    assertNoViolation(actors("ABCE"), otherStarts(), 0);
  }

  @Test
  void aKeptBlobIsThereWhileTimePasses() {
    assertNoViolation(slowActors(false), withoutExpired(startsOfFaults()), 3);
  }

  @Test
  @Tag("system")
  void fromOtherStartsTooItIsThereWhileTimePasses() {
    assertNoViolation(slowActors(false), withoutExpired(otherStarts()), 3);
  }

  private static Map<String, NavigableMap<String, MemoryObject>> startsOfFaults() {
    var starts = RaceStarts.all();
    starts.keySet().retainAll(STARTS_OF_FAULTS);
    assertThat(starts).hasSameSizeAs(STARTS_OF_FAULTS);
    return starts;
  }

  private static Map<String, NavigableMap<String, MemoryObject>> otherStarts() {
    var starts = RaceStarts.all();
    starts.keySet().removeAll(STARTS_OF_FAULTS);
    assertThat(starts).isNotEmpty();
    return starts;
  }

  /** Omits expired blobs, because live blobs expire as time passes. */
  private static Map<String, NavigableMap<String, MemoryObject>> withoutExpired(
      Map<String, NavigableMap<String, MemoryObject>> starts) {
    starts.keySet().removeIf(name -> name.startsWith("expired"));
    return starts;
  }

  // Without each of these rules, the search finds a course in which a promised blob is gone.

  @Test
  void anUnconditionalRemovalIsFound() {
    assertViolation(
        "expired",
        objects ->
            new ForwardingObjects(objects) {
              @Override
              public boolean remove(BlobKey key, String seen) {
                return record(key).map(one -> super.remove(key, one.version())).orElse(false);
              }
            });
  }

  @Test
  void anUnconditionalChangeOfARecordIsFound() {
    assertViolation(
        "expired",
        objects ->
            new ForwardingObjects(objects) {
              @Override
              public boolean put(BlobKey key, BlobRecord record, Optional<String> seen) {
                return super.put(key, record, record(key).map(VersionedRecord::version));
              }
            });
  }

  @Test
  void aUseThatDoesNotWriteIsFound() {
    assertViolation(
        "expired",
        objects ->
            new ForwardingObjects(objects) {
              @Override
              public boolean put(BlobKey key, BlobRecord record, Optional<String> seen) {
                return seen.isPresent() || super.put(key, record, seen);
              }
            });
  }

  @Test
  void contentsWithoutGenerationsAreFound() {
    RandomGenerator constant = () -> 0;

    assertThat(violation("expired", actors("ABCE", seed -> constant), UnaryOperator.identity(), 0))
        .isPresent();
  }

  @Test
  void aContentThatIsDeletedBeforeItsRecordIsFound() {
    assertViolation(
        "expired",
        objects ->
            new ForwardingObjects(objects) {
              @Override
              public boolean remove(BlobKey key, String seen) {
                record(key)
                    .ifPresent(one -> delete(new ContentName(key, one.record().generation())));
                return super.remove(key, seen);
              }
            });
  }

  @Test
  void aSweepOfYoungContentsIsFound() {
    assertViolation(
        "absent",
        objects ->
            new ForwardingObjects(objects) {
              @Override
              public ObjectPage list(Optional<String> after, int max) {
                var page = super.list(after, max);
                return new ObjectPage(
                    page.objects().stream().map(BlobRaceTest::old).toList(), page.next());
              }
            });
  }

  @Test
  void aRecordThatIsBelievedWithoutItsContentIsFound() {
    assertViolation(
        "alive, its content vanished",
        objects ->
            new ForwardingObjects(objects) {
              @Override
              public OptionalLong length(ContentName name) {
                return OptionalLong.of(CONTENT.length);
              }
            });
  }

  @Test
  void anUploadThatMayTakeAnyTimeIsFound() {
    assertThat(
            violation("alive, its content vanished", slowActors(true), UnaryOperator.identity(), 3))
        .isPresent();
  }

  private static ListedObject old(ListedObject listed) {
    return listed instanceof ListedObject.Content content
        ? new ListedObject.Content(content.name(), content.bytes(), Instant.EPOCH)
        : listed;
  }

  private static RandomGenerator randomOf(int seed) {
    return new Random(seed);
  }

  private static List<RaceActor> actors(String letters) {
    return actors(letters, BlobRaceTest::randomOf);
  }

  /**
   * Returns some of two uploads, a use and two sweeps. Each of them may stop permanently at any of
   * its steps.
   */
  private static List<RaceActor> actors(String letters, IntFunction<RandomGenerator> random) {
    return Stream.of(
            uploader("A uploads", SHORT, () -> random.apply(1), false),
            user("B uses", LONG),
            sweeper("C sweeps"),
            sweeper("D sweeps"),
            uploader("E uploads", LONG, () -> random.apply(2), false))
        .filter(actor -> letters.contains(actor.name().substring(0, 1)))
        .toList();
  }

  private static List<RaceActor> slowActors(boolean isTimeIgnored) {
    return List.of(
        uploader("A uploads", SHORT, () -> randomOf(1), isTimeIgnored),
        user("B uses", LONG),
        sweeper("C sweeps"));
  }

  private static RaceActor uploader(
      String name, Duration life, Supplier<RandomGenerator> random, boolean isTimeIgnored) {
    return new RaceActor(
        name,
        (objects, clock, promise) -> {
          InstantSource used = isTimeIgnored ? () -> RaceStarts.NOW : clock;
          var until = RaceStarts.NOW.plus(life);
          var blobs = new StoredBlobs(objects, used, random.get());
          try (var upload = blobs.upload(KEY, CONTENT.length, until, 0)) {
            upload.write(ByteBuffer.wrap(CONTENT));
            upload.finish();
          }
          promise.accept(until);
        });
  }

  private static RaceActor user(String name, Duration life) {
    return new RaceActor(
        name,
        (objects, clock, promise) -> {
          var until = RaceStarts.NOW.plus(life);
          var blobs = new StoredBlobs(objects, clock, randomOf(3));
          if (blobs.use(KEY, until).isEmpty()) {
            return;
          }
          promise.accept(until);
          try (var content = blobs.open(KEY).orElseThrow()) {
            assertThat(content.readAllBytes()).isEqualTo(CONTENT);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static RaceActor sweeper(String name) {
    return new RaceActor(name, (objects, clock, promise) -> new BlobSweep(objects, clock).step());
  }

  private static void assertViolation(String start, UnaryOperator<BlobObjects> fault) {
    assertThat(violation(start, actors("ABCE"), fault, 0)).isPresent();
  }

  private static Optional<List<String>> violation(
      String start, List<RaceActor> actors, UnaryOperator<BlobObjects> fault, int jumps) {
    return new RaceSearch(actors, fault, jumps).violation(RaceStarts.all().get(start));
  }

  private static void assertNoViolation(
      List<RaceActor> actors, Map<String, NavigableMap<String, MemoryObject>> starts, int jumps) {
    starts.forEach(
        (name, start) -> {
          var search = new RaceSearch(actors, UnaryOperator.identity(), jumps);
          assertThat(search.violation(start)).as(name).isEmpty();
          assertThat(search.states()).as(name).isGreaterThan(100);
        });
  }
}
