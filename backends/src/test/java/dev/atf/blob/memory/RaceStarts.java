package dev.atf.blob.memory;

import dev.atf.blob.BlobKey;
import dev.atf.blob.memory.MemoryObjects.MemoryObject;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.object.ObjectNames;
import dev.atf.blob.object.RecordJson;
import dev.atf.blob.store.BlobSweep;
import dev.atf.model.resource.Digest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** States in which a race over one blob begins. */
final class RaceStarts {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  static final byte[] CONTENT = "content".getBytes(StandardCharsets.UTF_8);
  static final BlobKey KEY = new BlobKey("", Digest.of(CONTENT));

  private static final Instant LONG_AGO = NOW.minus(BlobSweep.GRACE.multipliedBy(3));
  private static final Instant EXPIRED = NOW.minus(BlobSweep.GRACE.plusMillis(1));
  private static final Instant ALIVE = NOW.plus(Duration.ofMinutes(1));

  /** Generation in place of a random one. */
  private static final String FIRST = "0".repeat(32);

  private static final String SECOND = "b".repeat(32);

  private final NavigableMap<String, MemoryObject> objects = new TreeMap<>();

  private RaceStarts() {}

  static Map<String, NavigableMap<String, MemoryObject>> all() {
    var all = new LinkedHashMap<String, NavigableMap<String, MemoryObject>>();
    all.put("absent", new RaceStarts().objects);
    all.put("alive", new RaceStarts().record(ALIVE).content(FIRST).objects);
    all.put("expired", new RaceStarts().record(EXPIRED).content(FIRST).objects);
    all.put("orphaned", new RaceStarts().content(FIRST).objects);
    all.put(
        "expired beside an orphan",
        new RaceStarts().record(EXPIRED).content(FIRST).content(SECOND).objects);
    all.put("alive, its content vanished", new RaceStarts().record(ALIVE).objects);
    return all;
  }

  private RaceStarts record(Instant expiresAt) {
    var record = new BlobRecord(FIRST, CONTENT.length, expiresAt);
    objects.put(ObjectNames.ofRecord(KEY), new MemoryObject.Header(KEY, RecordJson.write(record)));
    return this;
  }

  private RaceStarts content(String generation) {
    var name = new ContentName(KEY, generation);
    objects.put(ObjectNames.of(name), new MemoryObject.Content(name, CONTENT, LONG_AGO));
    return this;
  }
}
