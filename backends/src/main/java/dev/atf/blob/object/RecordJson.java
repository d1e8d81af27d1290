package dev.atf.blob.object;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.blob.object.BlobObjects.VersionedRecord;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.zip.CRC32;

/**
 * Records as engines store them: {@code {"generation":"…","bytes":1,"expiresAt":"…","sum":1}}. The
 * sum detects changed digits, which would make a sweep remove a blob early. Records without a sum,
 * which earlier builds wrote, are valid.
 */
public final class RecordJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RecordJson() {}

  public static String write(BlobRecord record) {
    return JSON.createObjectNode()
        .put("generation", record.generation())
        .put("bytes", record.bytes())
        .put("expiresAt", record.expiresAt().toString())
        .put("sum", sum(record))
        .toString();
  }

  private static long sum(BlobRecord record) {
    var text = "%s %d %s".formatted(record.generation(), record.bytes(), record.expiresAt());
    var sum = new CRC32();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return sum.getValue();
  }

  /**
   * Reads a record, which may be damaged.
   *
   * @param version version that the engine assigns to this text
   * @param place location of the record, for the message
   */
  public static VersionedRecord read(String json, String version, String place) {
    try {
      var read = JSON.readTree(json);
      var generation = read.path("generation").asText();
      if (!ObjectNames.isGeneration(generation) || !read.path("bytes").isIntegralNumber()) {
        return damaged(version, place);
      }
      var expiresAt = Instant.parse(read.path("expiresAt").asText());
      var record = new BlobRecord(generation, read.path("bytes").asLong(), expiresAt);
      return read.has("sum") && read.path("sum").asLong() != sum(record)
          ? damaged(version, place)
          : new VersionedRecord(record, version);
    } catch (JsonProcessingException | DateTimeException e) {
      return damaged(version, place);
    }
  }

  private static VersionedRecord damaged(String version, String place) {
    return VersionedRecord.damaged(version, place + ": no record of a blob; upload the file again");
  }
}
