package dev.atf.blob.s3;

import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobsContract;
import dev.atf.blob.object.ObjectNames;
import dev.atf.testaws.AwsSite;
import dev.atf.testaws.OnAws;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.sync.RequestBody;

@ExtendWith(OnAws.class)
final class AwsBlobsIT extends BlobsContract {
  /** Long timeouts, because emulators share the machine. */
  private static final S3CallConfig PATIENT =
      new S3CallConfig(
          Duration.ofMinutes(2),
          Duration.ofMinutes(1),
          Duration.ofMinutes(1),
          2,
          Duration.ofMinutes(1),
          64,
          Duration.ofMinutes(1));

  private static final Set<AwsSite> WITH_BUCKET = ConcurrentHashMap.newKeySet();
  private static final AtomicInteger STORES = new AtomicInteger();

  private Optional<S3BlobConfig> opened = Optional.empty();

  @BeforeEach
  void open(AwsSite site) {
    var bucket = site.prefix() + "-blobs";
    var config =
        new S3BlobConfig(
            bucket, "store-" + STORES.incrementAndGet(), site.region(), site.blobs(), PATIENT);
    if (WITH_BUCKET.add(site)) {
      try (var client = S3Clients.client(config)) {
        client.createBucket(create -> create.bucket(bucket));
      }
    }
    opened = Optional.of(config);
    begin(S3Objects.open(config));
  }

  @Override
  protected void damageRecord(BlobKey key) {
    var config = opened.orElseThrow();
    try (var client = S3Clients.client(config)) {
      client.putObject(
          put -> put.bucket(config.bucket()).key(config.prefix() + "/" + ObjectNames.ofRecord(key)),
          RequestBody.fromBytes(new byte[50]));
    }
  }
}
