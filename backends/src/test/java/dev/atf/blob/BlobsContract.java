package dev.atf.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.blob.DyingObjects.DeathException;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobObjects.ListedObject;
import dev.atf.blob.object.BlobObjects.VersionedRecord;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.store.BlobCheck;
import dev.atf.blob.store.BlobSweep;
import dev.atf.blob.store.BlobSweep.SweepResult;
import dev.atf.blob.store.StoredBlobs;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.resource.Digest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the guarantees of blobs on one engine. */
public abstract class BlobsContract {
  private static final Duration DAY = Duration.ofDays(1);
  private static final byte[] CONTENT = "a file of a task".getBytes(StandardCharsets.UTF_8);
  private static final BlobKey KEY = key("", CONTENT);

  /** Bytes as which a small content counts for its tenant. */
  private static final long COUNTED = 16 * 1024;

  private static final Duration LISTED_EVERY = Duration.ofSeconds(10);

  protected final MovedClock clock = new MovedClock();
  protected BlobObjects objects;
  private StoredBlobs blobs;

  /** Begins a test on an empty engine, which is closed after it. */
  protected final void begin(BlobObjects empty) {
    objects = empty;
    blobs = blobs(objects);
  }

  @AfterEach
  void closeObjects() {
    // There is none if the test was skipped.
    if (objects != null) {
      objects.close();
    }
  }

  private StoredBlobs blobs(BlobObjects engine) {
    return new StoredBlobs(engine, clock, new SecureRandom());
  }

  private Instant in(Duration duration) {
    return clock.instant().plus(duration);
  }

  // Uploads

  @Test
  void anUploadedBlobIsThere() {
    assertThat(upload(KEY, CONTENT, DAY)).isTrue();

    assertThat(blobs.find(KEY)).contains(new Blob(KEY, CONTENT.length, in(DAY)));
    assertThat(read(KEY)).contains(CONTENT);
  }

  @Test
  void anUnknownBlobIsNotThere() {
    assertThat(blobs.find(KEY)).isEmpty();
    assertThat(blobs.open(KEY)).isEmpty();
    assertThat(blobs.use(KEY, in(DAY))).isEmpty();
  }

  @Test
  void aLargeContentInOddPartsIsKeptAsItIs() throws IOException {
    var large = new byte[20_000_003];
    new Random(1).nextBytes(large);
    var key = key("tenant-1", large);

    try (var upload = blobs.upload(key, large.length, in(DAY), 0)) {
      for (int at = 0; at < large.length; at += 777_777) {
        upload.write(ByteBuffer.wrap(large, at, Math.min(777_777, large.length - at)));
      }
      assertThat(upload.finish()).isTrue();
    }

    try (var content = blobs.open(key).orElseThrow()) {
      assertThat(Digest.of(content.readAllBytes())).isEqualTo(key.digest());
    }
  }

  @Test
  void aReaderMayCloseALargeContentEarly() throws IOException {
    var large = new byte[9_000_000];
    var key = key("", large);
    upload(key, large, DAY);

    for (int i = 0; i < 3; i++) {
      try (var content = blobs.open(key).orElseThrow()) {
        assertThat(content.read()).isZero();
      }
    }
    assertThat(blobs.find(key)).isPresent();
  }

  @Test
  void anEmptyContentIsABlob() {
    var key = key("", new byte[0]);

    assertThat(upload(key, new byte[0], DAY)).isTrue();

    assertThat(blobs.find(key)).contains(new Blob(key, 0, in(DAY)));
    assertThat(read(key)).contains(new byte[0]);
  }

  @Test
  void anotherDigestIsRefusedAndNothingIsKept() {
    var other = "another file a task".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> upload(KEY, other, DAY))
        .isInstanceOf(BlobDamagedException.class)
        .hasMessageContaining(Digest.of(other).hex());

    assertThat(blobs.find(KEY)).isEmpty();
    assertThat(listed()).isEmpty();
  }

  @Test
  void lessThanAnnouncedIsRefusedAndNothingIsKept() {
    try (var upload = blobs.upload(KEY, CONTENT.length + 1, in(DAY), 0)) {
      upload.write(ByteBuffer.wrap(CONTENT));

      assertThatThrownBy(upload::finish).isInstanceOf(BlobDamagedException.class);
    }

    assertThat(blobs.find(KEY)).isEmpty();
    assertThat(listed()).isEmpty();
  }

  @Test
  void moreThanAnnouncedIsRefusedAndNothingIsKept() {
    try (var upload = blobs.upload(KEY, CONTENT.length - 1, in(DAY), 0)) {
      assertThatThrownBy(() -> upload.write(ByteBuffer.wrap(CONTENT)))
          .isInstanceOf(BlobDamagedException.class);
      assertThatThrownBy(upload::finish).isInstanceOf(IllegalStateException.class);
    }

    assertThat(listed()).isEmpty();
  }

  @Test
  void anUploadThatIsGivenUpLeavesNothing() {
    try (var upload = blobs.upload(KEY, CONTENT.length, in(DAY), 0)) {
      upload.write(ByteBuffer.wrap(CONTENT));
    }

    assertThat(blobs.find(KEY)).isEmpty();
    assertThat(listed()).isEmpty();
  }

  @Test
  @Tag("FI1")
  void aBlobIsNotThereBeforeItsUploadFinishes() {
    try (var upload = blobs.upload(KEY, CONTENT.length, in(DAY), 0)) {
      upload.write(ByteBuffer.wrap(CONTENT));

      assertThat(blobs.find(KEY)).isEmpty();
      upload.finish();
      assertThat(blobs.find(KEY)).isPresent();
    }
    assertThat(blobs.find(KEY)).isPresent();
  }

  @Test
  void anUploadOfAPresentBlobKeepsItForLonger() {
    upload(KEY, CONTENT, DAY);

    assertThat(upload(KEY, CONTENT, DAY.multipliedBy(3))).isFalse();

    assertThat(blobs.find(KEY).orElseThrow().expiresAt()).isAfterOrEqualTo(in(DAY.multipliedBy(3)));
    assertThat(contents()).hasSize(1);
  }

  @Test
  void anUploadOfAPresentBlobNeverShortensItsLife() {
    upload(KEY, CONTENT, DAY.multipliedBy(3));

    assertThat(upload(KEY, CONTENT, DAY)).isFalse();

    assertThat(blobs.find(KEY).orElseThrow().expiresAt()).isEqualTo(in(DAY.multipliedBy(3)));
  }

  @Test
  void concurrentUploadsOfOneDigestMakeOneBlob() throws Exception {
    int uploaders = 6;
    var threads = Executors.newFixedThreadPool(uploaders);
    try {
      for (int round = 0; round < 5; round++) {
        var content = ("content " + round).getBytes(StandardCharsets.UTF_8);
        var key = key("", content);
        var together = new CyclicBarrier(uploaders);
        Callable<Boolean> uploader =
            () -> {
              try (var upload = blobs(objects).upload(key, content.length, in(DAY), 0)) {
                upload.write(ByteBuffer.wrap(content));
                together.await();
                return upload.finish();
              }
            };
        var results = new ArrayList<Future<Boolean>>();
        for (int i = 0; i < uploaders; i++) {
          results.add(threads.submit(uploader));
        }

        int made = 0;
        for (var result : results) {
          made += result.get() ? 1 : 0;
        }
        assertThat(made).isEqualTo(1);
        assertThat(read(key)).contains(content);
        assertThat(contents()).hasSize(round + 1);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aBlobWhoseContentHasVanishedIsUploadedAgain() {
    upload(KEY, CONTENT, DAY.multipliedBy(3));
    objects.delete(contents().get(0).name());

    assertThat(blobs.find(KEY)).isEmpty();
    assertThat(blobs.open(KEY)).isEmpty();
    assertThat(blobs.use(KEY, in(DAY))).isEmpty();
    assertThat(upload(KEY, CONTENT, DAY)).isTrue();

    assertThat(read(KEY)).contains(CONTENT);
    // Another process may know the previous expiry.
    assertThat(blobs.find(KEY).orElseThrow().expiresAt()).isEqualTo(in(DAY.multipliedBy(3)));
  }

  @Test
  void aDamagedContentIsFoundByItsReaderAndThenMissing() {
    upload(KEY, CONTENT, DAY.multipliedBy(3));
    damage();

    assertThatThrownBy(() -> read(KEY))
        .isInstanceOf(BlobDamagedException.class)
        .hasMessageContaining(KEY.digest() + " is damaged in the store");

    assertThat(blobs.use(KEY, in(DAY))).isEmpty();
    assertThat(blobs.find(KEY)).isEmpty();
    assertThat(upload(KEY, CONTENT, DAY)).isTrue();
    assertThat(read(KEY)).contains(CONTENT);
    assertThat(blobs.find(KEY).orElseThrow().expiresAt()).isEqualTo(in(DAY.multipliedBy(3)));
  }

  @Test
  void anUploadReplacesADamagedContent() {
    upload(KEY, CONTENT, DAY.multipliedBy(3));
    damage();

    assertThat(upload(KEY, CONTENT, DAY)).isTrue();

    assertThat(read(KEY)).contains(CONTENT);
    assertThat(blobs.find(KEY).orElseThrow().expiresAt()).isEqualTo(in(DAY.multipliedBy(3)));
  }

  @Test
  void anUploadReplacesADamagedRecord() {
    upload(KEY, CONTENT, DAY.multipliedBy(3));
    var other = key("", new byte[] {1});
    upload(other, new byte[] {1}, DAY);
    damageRecord(KEY);
    var process = blobs(objects);
    var found = new ArrayList<String>();
    new BlobCheck(objects, found::add).run();

    assertThat(found).hasSize(1);
    assertThat(found.get(0))
        .startsWith("resource " + KEY.digest())
        .endsWith("no record of a blob; upload the file again");
    assertThat(process.find(KEY)).isEmpty();
    assertThat(process.open(KEY)).isEmpty();
    assertThat(process.use(KEY, in(DAY))).isEmpty();
    assertThat(
            new TenantFiles(process, clock)
                .missing("", List.of(KEY.digest().hex(), other.digest().hex())))
        .containsExactly(KEY.digest().hex());
    assertThat(upload(KEY, CONTENT, DAY)).isTrue();

    assertThat(read(KEY)).contains(CONTENT);
    // Another process may know any expiry of the damaged record.
    assertThat(blobs.find(KEY).orElseThrow().expiresAt()).isAfter(in(DAY.multipliedBy(3)));
    assertThat(upload(KEY, CONTENT, DAY)).isFalse();
  }

  @Test
  void aCheckReportsARequiredBlobOfWhichNothingIsLeft() {
    upload(KEY, CONTENT, DAY);
    var other = key("tenant-1", CONTENT);
    var found = new ArrayList<String>();
    var check = new BlobCheck(objects, found::add);

    check.require(KEY, "task 1");
    check.require(other, "task 2");
    check.require(other, "task 3");
    assertThat(check.run().blobs()).isEqualTo(1);

    assertThat(found)
        .containsExactly(
            "resource %s: it is missing, but task 2 needs it".formatted(other.digest()));
  }

  /** One sentence for a blob is enough. */
  @Test
  void aCheckReportsARequiredBlobWithoutARecordOnce() {
    var name = orphan(KEY);
    var found = new ArrayList<String>();
    var check = new BlobCheck(objects, found::add);

    check.require(KEY, "task 1");
    check.run();

    assertThat(found).singleElement().asString().contains("its record is missing");
    assertThat(objects.length(name)).isPresent();
  }

  @Test
  void aSweepLeavesABlobWithADamagedRecord() {
    upload(KEY, CONTENT, DAY);
    damageRecord(KEY);
    clock.move(DAY.plus(BlobSweep.GRACE).plusHours(1));

    assertThat(new BlobSweep(objects, clock).step().removed()).isZero();

    assertThat(contents()).hasSize(1);
    assertThat(objects.record(KEY).orElseThrow().isDamaged()).isTrue();
  }

  /** Overwrites a stored record with zeroes. */
  protected abstract void damageRecord(BlobKey key);

  @Test
  void aContentThatWasDamagedOnTheWayToItsReaderStays() {
    upload(KEY, CONTENT, DAY);
    var faulty =
        new ForwardingObjects(objects) {
          private boolean isRead;

          @Override
          public Optional<InputStream> open(ContentName name) {
            var content = super.open(name);
            if (isRead) {
              return content;
            }
            isRead = true;
            return content.map(whole -> new ByteArrayInputStream(damaged(readAll(whole))));
          }
        };

    assertThatThrownBy(() -> readAll(blobs(faulty).open(KEY).orElseThrow()))
        .isInstanceOf(BlobDamagedException.class);

    assertThat(read(KEY)).contains(CONTENT);
  }

  /** Flips a bit of the content that the record names. */
  private void damage() {
    var name = new ContentName(KEY, objects.record(KEY).orElseThrow().record().generation());
    objects.delete(name);
    try (var writer = objects.write(name, CONTENT.length)) {
      writer.write(ByteBuffer.wrap(damaged(CONTENT)));
      writer.complete();
    }
  }

  private static byte[] damaged(byte[] content) {
    var damaged = content.clone();
    damaged[0] ^= 1;
    return damaged;
  }

  @Test
  void anUploadThatTookTooLongIsRefused() {
    try (var upload = blobs.upload(KEY, CONTENT.length, in(DAY), 0)) {
      upload.write(ByteBuffer.wrap(CONTENT));
      clock.move(BlobSweep.GRACE.dividedBy(2).plusMillis(1));

      assertThatThrownBy(upload::finish)
          .isInstanceOf(BlobStoreException.class)
          .hasMessageContaining("took more than PT12H");
    }
    assertThat(blobs.find(KEY)).isEmpty();
  }

  @Test
  @Tag("FI1")
  void anUploadThatDiesAtAnyStepIsRepeatedAndItsRestIsSwept() {
    int step = 0;
    for (boolean died = true; died; step++) {
      var content = ("content " + step).getBytes(StandardCharsets.UTF_8);
      var key = key("", content);
      died = diesDuringUpload(key, content, step);

      assertThat(blobs.find(key).isEmpty() || read(key).isPresent()).isTrue();
      upload(key, content, DAY.multipliedBy(9));
      assertThat(read(key)).contains(content);
    }
    assertThat(step).isGreaterThan(4);

    clock.move(BlobSweep.GRACE.plusHours(1));
    sweep();
    assertThat(contents()).hasSize(step);
  }

  private boolean diesDuringUpload(BlobKey key, byte[] content, int operations) {
    var dying = blobs(new DyingObjects(objects, operations));
    try (var upload = dying.upload(key, content.length, in(DAY), 0)) {
      upload.write(ByteBuffer.wrap(content));
      upload.finish();
      return false;
    } catch (DeathException e) {
      return true;
    }
  }

  // Uses

  @Test
  void aUseKeepsABlobForLonger() {
    upload(KEY, CONTENT, DAY);

    var used = blobs.use(KEY, in(DAY.multipliedBy(2)));

    assertThat(used.orElseThrow().expiresAt()).isEqualTo(in(DAY.multipliedBy(3)));
    assertThat(blobs.find(KEY)).isEqualTo(used);
  }

  @Test
  void aUseNeverShortensTheLifeOfABlob() {
    upload(KEY, CONTENT, DAY);

    assertThat(blobs.use(KEY, in(DAY.minusSeconds(1)))).isPresent();
    assertThat(blobs(objects).use(KEY, in(DAY.minusSeconds(1)))).isPresent();
    assertThat(blobs(objects).use(KEY, in(DAY))).isPresent();

    assertThat(blobs.find(KEY).orElseThrow().expiresAt()).isEqualTo(in(DAY));
  }

  @Test
  void aRepeatedUseAsksNothing() {
    upload(KEY, CONTENT, DAY);
    var dying = blobs(new DyingObjects(objects, 3));

    var first = dying.use(KEY, in(DAY.multipliedBy(2)));

    // The operations are record, length and extension; a fourth one would fail.
    assertThat(dying.use(KEY, in(DAY.multipliedBy(2)))).isEqualTo(first).isPresent();
    assertThat(dying.use(KEY, in(DAY.multipliedBy(3)))).isEqualTo(first);
    assertThatThrownBy(() -> dying.use(KEY, in(DAY.multipliedBy(4))))
        .isInstanceOf(DeathException.class);
  }

  @Test
  void aUseUntilATimeThatIsPastFindsTheBlob() {
    upload(KEY, CONTENT, DAY);

    assertThat(blobs(objects).use(KEY, clock.instant().minusSeconds(1))).isPresent();
  }

  @Test
  void concurrentUsesKeepABlobForTheLongest() throws Exception {
    upload(KEY, CONTENT, DAY);
    int users = 6;
    var threads = Executors.newFixedThreadPool(users);
    try {
      var together = new CyclicBarrier(users);
      var results = new ArrayList<Future<Optional<Blob>>>();
      for (int i = 2; i < users + 2; i++) {
        var until = in(DAY.multipliedBy(i));
        results.add(
            threads.submit(
                () -> {
                  together.await();
                  return blobs(objects).use(KEY, until);
                }));
      }

      for (var result : results) {
        assertThat(result.get()).isPresent();
      }
      assertThat(blobs.find(KEY).orElseThrow().expiresAt())
          .isAfterOrEqualTo(in(DAY.multipliedBy(users + 1)));
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  @Tag("FI7")
  void tenantsAreApart() {
    upload(key("a", CONTENT), CONTENT, DAY);

    assertThat(blobs.find(key("b", CONTENT))).isEmpty();
    assertThat(blobs.find(KEY)).isEmpty();
    assertThat(upload(key("b", CONTENT), CONTENT, DAY.multipliedBy(9))).isTrue();
    assertThat(upload(KEY, CONTENT, DAY.multipliedBy(9))).isTrue();

    clock.move(DAY.plus(BlobSweep.GRACE).plusHours(1));
    sweep();
    assertThat(blobs.find(key("a", CONTENT))).isEmpty();
    assertThat(read(key("b", CONTENT))).contains(CONTENT);
    assertThat(read(KEY)).contains(CONTENT);
  }

  @Test
  @Tag("FI8")
  void aTenantCannotLeadOutOfTheStore() {
    assertThatThrownBy(() -> upload(key("../a", CONTENT), CONTENT, DAY))
        .isInstanceOf(InvalidFieldException.class);
    assertThatThrownBy(() -> blobs.find(key("_", CONTENT)))
        .isInstanceOf(InvalidFieldException.class);
  }

  @Test
  void anOpenContentStaysReadableWhileItIsUploadedAgain() throws IOException {
    upload(KEY, CONTENT, DAY);

    try (var open = blobs.open(KEY).orElseThrow()) {
      assertThat(open.read()).isEqualTo(CONTENT[0]);
      upload(KEY, CONTENT, DAY);

      assertThat(open.readAllBytes())
          .isEqualTo(
              new String(CONTENT, StandardCharsets.UTF_8)
                  .substring(1)
                  .getBytes(StandardCharsets.UTF_8));
    }
  }

  // Sweeps

  @Test
  void aBlobIsSweptAfterItsExpiryAndTheGrace() {
    upload(KEY, CONTENT, DAY);

    clock.move(DAY.plus(BlobSweep.GRACE));
    assertThat(sweep().removed()).isZero();
    assertThat(read(KEY)).contains(CONTENT);

    clock.move(Duration.ofMillis(1));
    assertThat(sweep()).isEqualTo(new SweepResult(2, 1, CONTENT.length, true));
    assertThat(blobs.find(KEY)).isEmpty();
    assertThat(listed()).isEmpty();
    assertThat(upload(KEY, CONTENT, DAY)).isTrue();
  }

  @Test
  void aUsedBlobIsNotSwept() {
    upload(KEY, CONTENT, DAY);
    clock.move(DAY);
    assertThat(blobs.use(KEY, in(DAY))).isPresent();

    clock.move(DAY.plus(BlobSweep.GRACE));
    assertThat(sweep().removed()).isZero();

    assertThat(read(KEY)).contains(CONTENT);
  }

  @Test
  void aContentWithoutARecordIsSweptWhenItIsOld() {
    var name = orphan(KEY);

    clock.move(BlobSweep.GRACE.minusHours(1));
    assertThat(sweep().removed()).isZero();
    assertThat(objects.length(name)).hasValue(CONTENT.length);

    clock.move(Duration.ofHours(2));
    assertThat(sweep()).isEqualTo(new SweepResult(1, 1, CONTENT.length, true));
    assertThat(listed()).isEmpty();
  }

  @Test
  void aContentBesideThatOfTheRecordIsSweptWhenItIsOld() {
    upload(KEY, CONTENT, DAY.multipliedBy(9));
    var name = orphan(KEY);

    clock.move(BlobSweep.GRACE.minusHours(1));
    assertThat(sweep().removed()).isZero();

    clock.move(Duration.ofHours(2));
    assertThat(sweep()).isEqualTo(new SweepResult(3, 1, CONTENT.length, true));
    assertThat(objects.length(name)).isEmpty();
    assertThat(read(KEY)).contains(CONTENT);
  }

  @Test
  void aSweepThatDiesAtAnyStepIsResumed() {
    int step = 0;
    for (boolean died = true; died; step++) {
      upload(KEY, CONTENT, DAY);
      clock.move(DAY.plus(BlobSweep.GRACE).plusHours(1));
      var sweep = new BlobSweep(new DyingObjects(objects, step), clock);
      try {
        sweep.step();
        died = false;
      } catch (DeathException e) {
        died = true;
      }
      sweep();

      assertThat(listed()).isEmpty();
    }
    // The operations are leftovers, list, record, removal and deletion.
    assertThat(step).isEqualTo(6);
  }

  @Test
  void aStepIsOnePageAndThePagesAreAll() {
    int count = 260;
    for (int i = 0; i < count; i++) {
      var content = Integer.toString(i).getBytes(StandardCharsets.UTF_8);
      upload(key("t" + i % 3, content), content, DAY);
    }
    clock.move(DAY.plus(BlobSweep.GRACE).plusHours(1));
    var sweep = new BlobSweep(objects, clock);

    int removed = 0;
    int steps = 0;
    for (boolean isLast = false; !isLast; steps++) {
      var result = sweep.step();
      assertThat(result.examined()).isLessThanOrEqualTo(201);
      removed += result.removed();
      isLast = result.isLast();
    }

    assertThat(steps).isBetween(3, 4);
    assertThat(removed).isEqualTo(count);
    assertThat(listed()).isEmpty();
  }

  // Limits of tenants

  @Test
  void aTenantStoresNoMoreThanItsMaximum() {
    assertThat(uploadWithin(2, blobs, "t", "1")).isTrue();
    assertThat(uploadWithin(2, blobs, "t", "2")).isTrue();

    assertThatThrownBy(() -> uploadWithin(2, blobs, "t", "3"))
        .isInstanceOf(TenantFullException.class)
        .hasMessageStartingWith(
            "tenant: t has about 32768 bytes of files (expected: at most 32768, its quota"
                + " filesBytesMax")
        .hasMessageEndingWith("or raise the quota in the policy");
    assertThat(uploadWithin(2, blobs, "t-1", "3")).isTrue();
    assertThat(uploadWithin(2, blobs, "", "3")).isTrue();
    assertThat(uploadWithin(3, blobs, "t", "3")).isTrue();
  }

  @Test
  void aStoredContentCountsOnce() {
    uploadWithin(2, blobs, "t", "1");
    assertThat(uploadWithin(2, blobs, "t", "1")).isFalse();
    assertThat(uploadWithin(2, blobs, "t", "2")).isTrue();

    assertThat(uploadWithin(2, blobs, "t", "1")).isFalse();
    assertThat(uploadWithin(2, blobs(objects), "t", "1")).isFalse();
    var stored = key("t", "1".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> blobs.upload(stored, 2, in(DAY), 2 * COUNTED))
        .isInstanceOf(TenantFullException.class);
  }

  @Test
  void aLargeContentCountsWithItsSize() {
    var key = key("t", CONTENT);

    blobs.upload(key, 2 * COUNTED, in(DAY), 2 * COUNTED).close();

    assertThatThrownBy(() -> blobs.upload(key, 2 * COUNTED + 1, in(DAY), 2 * COUNTED))
        .isInstanceOf(TenantFullException.class);
  }

  @Test
  void anUploadCountsUntilItIsGivenUp() {
    var upload = blobs.upload(key("t", CONTENT), 2 * COUNTED, in(DAY), 2 * COUNTED);
    clock.move(LISTED_EVERY);
    assertThatThrownBy(() -> uploadWithin(2, blobs, "t", "1"))
        .isInstanceOf(TenantFullException.class);

    upload.close();
    upload.close();

    assertThat(uploadWithin(2, blobs, "t", "1")).isTrue();
    assertThat(uploadWithin(2, blobs, "t", "2")).isTrue();
    assertThatThrownBy(() -> uploadWithin(2, blobs, "t", "3"))
        .isInstanceOf(TenantFullException.class);
  }

  @Test
  void contentsOfOtherProcessesCountWithTheNextListing() {
    uploadWithin(3, blobs, "t", "1");
    uploadWithin(3, blobs(objects), "t", "2");
    uploadWithin(3, blobs(objects), "t", "3");
    assertThat(uploadWithin(3, blobs, "t", "4")).isTrue();

    clock.move(LISTED_EVERY);

    assertThatThrownBy(() -> uploadWithin(4, blobs, "t", "5"))
        .hasMessageContaining("t has about 65536 bytes of files");
  }

  @Test
  void sweptContentsAreFree() {
    uploadWithin(1, blobs, "t", "1");

    clock.move(DAY.plus(BlobSweep.GRACE).plusHours(1));
    sweep();

    assertThat(uploadWithin(1, blobs, "t", "2")).isTrue();
  }

  @Test
  void nobodyIsRefusedWhileTheStoreDoesNotCount() {
    var silent = new AtomicBoolean(true);
    var process =
        blobs(
            new ForwardingObjects(objects) {
              @Override
              public ObjectPage list(String tenant, Optional<String> after, int max) {
                if (silent.get()) {
                  throw new BlobStoreException("no answer");
                }
                return super.list(tenant, after, max);
              }
            });
    assertThat(uploadWithin(1, process, "t", "1")).isTrue();
    assertThat(uploadWithin(1, process, "t", "2")).isTrue();

    silent.set(false);
    clock.move(LISTED_EVERY);

    assertThatThrownBy(() -> uploadWithin(1, process, "t", "3"))
        .isInstanceOf(TenantFullException.class);
    silent.set(true);
    clock.move(LISTED_EVERY);
    assertThat(uploadWithin(1, process, "t", "3")).isTrue();
  }

  @Test
  void aLongListingContinuesLater() {
    for (int i = 0; i < 12; i++) {
      upload(key("t", new byte[i]), new byte[i], DAY);
    }
    var lists = new AtomicInteger();
    var process =
        blobs(
            new ForwardingObjects(objects) {
              @Override
              public ObjectPage list(String tenant, Optional<String> after, int max) {
                lists.incrementAndGet();
                return super.list(tenant, after, 2);
              }
            });

    assertThat(uploadWithin(13, process, "t", "1")).isTrue();
    assertThat(lists).hasValue(10);
    assertThat(uploadWithin(13, process, "t", "2")).isTrue();
    assertThat(lists).hasValue(10);
    clock.move(LISTED_EVERY);
    assertThatThrownBy(() -> uploadWithin(13, process, "t", "3"))
        .isInstanceOf(TenantFullException.class);
    assertThat(lists.get()).isBetween(12, 15);
  }

  // The engine

  @Test
  void objectsOfOneTenantAreListedInPages() {
    for (var tenant : List.of("", "s", "t", "t-1", "t1", "u")) {
      for (int i = 0; i < 3; i++) {
        upload(key(tenant, new byte[i]), new byte[i], DAY);
      }
    }

    for (var tenant : List.of("", "t")) {
      var listed = new ArrayList<ListedObject>();
      var next = Optional.<String>empty();
      do {
        var page = objects.list(tenant, next, 2);
        listed.addAll(page.objects());
        next = page.next();
      } while (next.isPresent());
      assertThat(listed).doesNotHaveDuplicates().hasSize(6);
      assertThat(listed).allMatch(object -> object.key().tenant().equals(tenant));
    }
    assertThat(objects.list("unknown", Optional.empty(), 2).objects()).isEmpty();
  }

  @Test
  void aRecordIsPutOnlyOverWhatWasSeen() {
    var first = new BlobRecord("0".repeat(32), 1, in(DAY));
    var second = new BlobRecord("1".repeat(32), 2, in(DAY));
    var third = second.until(in(DAY.multipliedBy(2)));

    assertThat(objects.put(KEY, second, Optional.of("\"stale\""))).isFalse();
    assertThat(objects.put(KEY, first, Optional.empty())).isTrue();
    assertThat(objects.put(KEY, second, Optional.empty())).isFalse();
    var seen = objects.record(KEY).map(VersionedRecord::version);
    assertThat(objects.put(KEY, second, seen)).isTrue();
    assertThat(objects.put(KEY, third, seen)).isFalse();

    assertThat(objects.record(KEY).map(VersionedRecord::record)).contains(second);
  }

  @Test
  void aRecordIsRemovedOnlyAsItWasSeen() {
    var first = new BlobRecord("0".repeat(32), 1, in(DAY));
    assertThat(objects.remove(KEY, "\"stale\"")).isFalse();
    objects.put(KEY, first, Optional.empty());
    var seen = objects.record(KEY).orElseThrow().version();
    objects.put(KEY, first.until(in(DAY.multipliedBy(2))), Optional.of(seen));

    assertThat(objects.remove(KEY, seen)).isFalse();
    assertThat(objects.record(KEY)).isPresent();
    assertThat(objects.remove(KEY, objects.record(KEY).orElseThrow().version())).isTrue();
    assertThat(objects.record(KEY)).isEmpty();
  }

  private boolean upload(BlobKey key, byte[] content, Duration life) {
    try (var upload = blobs.upload(key, content.length, in(life), 0)) {
      upload.write(ByteBuffer.wrap(content));
      return upload.finish();
    }
  }

  /**
   * Uploads a small content of a tenant.
   *
   * @param max maximum number of small contents of the tenant
   */
  private boolean uploadWithin(int max, StoredBlobs process, String tenant, String text) {
    var content = text.getBytes(StandardCharsets.UTF_8);
    try (var upload =
        process.upload(key(tenant, content), content.length, in(DAY), max * COUNTED)) {
      upload.write(ByteBuffer.wrap(content));
      return upload.finish();
    }
  }

  private Optional<byte[]> read(BlobKey key) {
    return blobs.open(key).map(BlobsContract::readAll);
  }

  private static byte[] readAll(InputStream content) {
    try (content) {
      return content.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Writes a content whose upload died before it wrote its record. */
  private ContentName orphan(BlobKey key) {
    var name = new ContentName(key, "0123456789abcdef".repeat(2));
    try (var writer = objects.write(name, CONTENT.length)) {
      writer.write(ByteBuffer.wrap(CONTENT));
      writer.complete();
    }
    return name;
  }

  private SweepResult sweep() {
    return new BlobSweep(objects, clock).step();
  }

  private List<ListedObject> listed() {
    return objects.list(Optional.empty(), 1_000).objects();
  }

  private List<ListedObject.Content> contents() {
    return listed().stream()
        .filter(ListedObject.Content.class::isInstance)
        .map(ListedObject.Content.class::cast)
        .toList();
  }

  protected static BlobKey key(String tenant, byte[] content) {
    return new BlobKey(tenant, Digest.of(content));
  }
}
