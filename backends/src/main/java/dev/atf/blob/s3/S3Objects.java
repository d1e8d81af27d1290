package dev.atf.blob.s3;

import dev.atf.blob.BlobKey;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobObjects.ContentWriter;
import dev.atf.blob.object.BlobObjects.ObjectPage;
import dev.atf.blob.object.BlobObjects.VersionedRecord;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.object.ObjectNames;
import dev.atf.blob.object.RecordJson;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/**
 * Objects in a bucket of S3. Records are written and deleted on the condition of their ETag.
 *
 * <p>Safe for use by many threads.
 */
public final class S3Objects implements BlobObjects {
  private final Bucket bucket;
  private final S3Lists lists;

  private S3Objects(Bucket bucket) {
    this.bucket = bucket;
    this.lists = new S3Lists(bucket);
  }

  /** Opens the objects without making a call. */
  public static S3Objects open(S3BlobConfig config) {
    return new S3Objects(new Bucket(config, S3Clients.client(config)));
  }

  @Override
  public Optional<VersionedRecord> record(BlobKey key) {
    var name = ofRecord(key);
    return bucket
        .find(
            "read a record", s3 -> s3.getObjectAsBytes(get -> get.bucket(bucket.name()).key(name)))
        .map(
            found ->
                RecordJson.read(
                    new String(found.asByteArrayUnsafe(), StandardCharsets.UTF_8),
                    found.response().eTag(),
                    "s3://" + bucket.name() + "/" + name));
  }

  @Override
  public boolean put(BlobKey key, BlobRecord record, Optional<String> seen) {
    var put =
        PutObjectRequest.builder()
            .bucket(bucket.name())
            .key(ofRecord(key))
            .contentType("application/json");
    seen.ifPresentOrElse(put::ifMatch, () -> put.ifNoneMatch("*"));
    var body = RequestBody.fromString(RecordJson.write(record));
    return bucket.holds("write a record", s3 -> s3.putObject(put.build(), body));
  }

  @Override
  public boolean remove(BlobKey key, String seen) {
    return bucket.holds(
        "remove a record",
        s3 ->
            s3.deleteObject(
                delete -> delete.bucket(bucket.name()).key(ofRecord(key)).ifMatch(seen)));
  }

  @Override
  public ContentWriter write(ContentName name, long bytes) {
    return new S3ContentWriter(bucket, ofContent(name), bytes);
  }

  @Override
  public OptionalLong length(ContentName name) {
    return lists.length(ofContent(name));
  }

  @Override
  public Optional<InputStream> open(ContentName name) {
    return bucket
        .find(
            "open the content of a blob",
            s3 -> s3.getObject(get -> get.bucket(bucket.name()).key(ofContent(name))))
        .map(S3Content::new);
  }

  @Override
  public void delete(ContentName name) {
    var unused =
        bucket.call(
            "delete the content of a blob",
            s3 -> s3.deleteObject(delete -> delete.bucket(bucket.name()).key(ofContent(name))));
  }

  @Override
  public ObjectPage list(Optional<String> after, int max) {
    return lists.page("", after, max);
  }

  @Override
  public ObjectPage list(String tenant, Optional<String> after, int max) {
    return lists.page(ObjectNames.ofTenant(tenant) + "/", after, max);
  }

  @Override
  public void removeUnfinished(Instant before) {
    lists.abortUploads(before);
  }

  @Override
  public void close() {
    bucket.close();
  }

  private String ofRecord(BlobKey key) {
    return bucket.root() + ObjectNames.ofRecord(key);
  }

  private String ofContent(ContentName name) {
    return bucket.root() + ObjectNames.of(name);
  }

  /** Content that is being read. An early close does not read the rest. */
  private static final class S3Content extends FilterInputStream {
    private final ResponseInputStream<GetObjectResponse> content;

    S3Content(ResponseInputStream<GetObjectResponse> content) {
      super(content);
      this.content = content;
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (SdkException e) {
        throw new IOException(e);
      }
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      try {
        return super.read(into, offset, length);
      } catch (SdkException e) {
        throw new IOException(e);
      }
    }

    /** Aborts the connection, unless the content was read to its end. */
    @Override
    public void close() {
      content.abort();
    }
  }
}
