package dev.atf.blob.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobStoreException;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.resource.Digest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the conditions that are sent, and answers that no emulator gives. */
final class S3AnswersTest {
  private static final BlobKey KEY = new BlobKey("", Digest.of(new byte[] {1}));
  private static final BlobRecord RECORD = new BlobRecord("0".repeat(32), 1, Instant.EPOCH);

  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private HttpServer server;
  private S3Objects objects;
  private volatile int status = 200;
  private volatile String code = "";
  private volatile Optional<byte[]> record = Optional.empty();

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var headers = exchange.getRequestHeaders();
          requests.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI().getPath()
                  + " if-match="
                  + headers.getFirst("If-Match")
                  + " if-none-match="
                  + headers.getFirst("If-None-Match"));
          exchange.getRequestBody().readAllBytes();
          boolean isHead = exchange.getRequestMethod().equals("HEAD");
          var body =
              ("<Error><Code>" + code + "</Code><Message>refused</Message></Error>")
                  .getBytes(StandardCharsets.UTF_8);
          if (record.isPresent()) {
            exchange.getResponseHeaders().set("ETag", "\"7\"");
            exchange.sendResponseHeaders(200, record.get().length);
            exchange.getResponseBody().write(record.get());
            exchange.close();
            return;
          }
          boolean isEmpty = isHead || code.isEmpty();
          exchange.sendResponseHeaders(status, isEmpty ? -1 : body.length);
          if (!isEmpty) {
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    server.start();
    objects =
        S3Objects.open(
            new S3BlobConfig(
                "bucket", "a/b", "", "http://127.0.0.1:" + server.getAddress().getPort()));
  }

  @AfterEach
  void close() {
    objects.close();
    server.stop(0);
  }

  private void answer(int newStatus, String newCode) {
    status = newStatus;
    code = newCode;
  }

  @Test
  void changesOfRecordsAreConditional() {
    assertThat(objects.put(KEY, RECORD, Optional.empty())).isTrue();
    assertThat(objects.put(KEY, RECORD, Optional.of("\"1\""))).isTrue();
    answer(204, "");
    assertThat(objects.remove(KEY, "\"2\"")).isTrue();

    var record = " /bucket/a/b/_/" + KEY.digest() + "/record ";
    assertThat(requests)
        .containsExactly(
            "PUT" + record + "if-match=null if-none-match=*",
            "PUT" + record + "if-match=\"1\" if-none-match=null",
            "DELETE" + record + "if-match=\"2\" if-none-match=null");
  }

  @ParameterizedTest
  @CsvSource({
    "412, PreconditionFailed",
    "409, ConditionalRequestConflict",
    "404, NoSuchKey",
  })
  void aConditionThatDoesNotHoldIsNoFailure(int newStatus, String newCode) {
    answer(newStatus, newCode);

    assertThat(objects.put(KEY, RECORD, Optional.of("\"1\""))).isFalse();
    assertThat(objects.put(KEY, RECORD, Optional.empty())).isFalse();
    assertThat(objects.remove(KEY, "\"1\"")).isFalse();
  }

  @Test
  void aMissingObjectIsAbsent() {
    answer(404, "NoSuchKey");
    var name = new ContentName(KEY, RECORD.generation());

    assertThat(objects.record(KEY)).isEmpty();
    assertThat(objects.open(name)).isEmpty();
    assertThat(objects.length(name)).isEmpty();
  }

  @Test
  void aDamagedRecordIsNamedWithItsVersion() {
    record = Optional.of(new byte[] {0, (byte) 0x80});

    var seen = objects.record(KEY).orElseThrow();

    assertThat(seen.isDamaged()).isTrue();
    assertThat(seen.version()).isEqualTo("\"7\"");
    assertThat(seen.damage())
        .isEqualTo(
            "s3://bucket/a/b/_/"
                + KEY.digest()
                + "/record: no record of a blob; upload the file again");
  }

  @Test
  void aMissingBucketIsAFailureThatNamesIt() {
    answer(404, "NoSuchBucket");

    assertThatThrownBy(() -> objects.record(KEY))
        .isInstanceOf(BlobStoreException.class)
        .hasMessageStartingWith("blobs: s3://bucket/a/b: cannot read a record")
        .hasMessageEndingWith("; create the bucket, or correct its name");
    assertThatThrownBy(() -> objects.remove(KEY, "\"1\"")).isInstanceOf(BlobStoreException.class);
  }

  @Test
  void aMissingRightIsAFailureThatNamesTheRights() {
    answer(403, "AccessDenied");

    assertThatThrownBy(() -> objects.put(KEY, RECORD, Optional.empty()))
        .isInstanceOf(BlobStoreException.class)
        .hasMessageContaining("allow s3:GetObject, s3:PutObject");
  }

  @Test
  void aBucketOfAwsNeedsARegion() {
    assertThatThrownBy(() -> new S3BlobConfig("b", "/", "US", "ftp://x"))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContainingAll("bucket: b", "prefix: /", "region: US", "endpoint: ftp://x");
  }
}
