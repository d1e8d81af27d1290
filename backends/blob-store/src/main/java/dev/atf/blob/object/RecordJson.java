package dev.atf.blob.object;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.blob.BlobDamagedException;
import java.time.DateTimeException;
import java.time.Instant;

/** Records as engines store them: {@code {"generation":"…","bytes":1,"expiresAt":"…"}}. */
public final class RecordJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RecordJson() {}

  public static String write(BlobRecord record) {
    return JSON.createObjectNode()
        .put("generation", record.generation())
        .put("bytes", record.bytes())
        .put("expiresAt", record.expiresAt().toString())
        .toString();
  }

  /**
   * Reads a record.
   *
   * @param place location of the record, for the message
   * @throws BlobDamagedException if the text is not a record
   */
  public static BlobRecord read(String json, String place) {
    try {
      var read = JSON.readTree(json);
      var generation = read.path("generation").asText();
      if (!ObjectNames.isGeneration(generation) || !read.path("bytes").isIntegralNumber()) {
        throw damaged(place);
      }
      return new BlobRecord(
          generation, read.path("bytes").asLong(), Instant.parse(read.path("expiresAt").asText()));
    } catch (JsonProcessingException | DateTimeException e) {
      var damaged = damaged(place);
      damaged.addSuppressed(e);
      throw damaged;
    }
  }

  private static BlobDamagedException damaged(String place) {
    return new BlobDamagedException(
        place + ": no record of a blob; delete this file, and its blob is uploaded again");
  }
}
