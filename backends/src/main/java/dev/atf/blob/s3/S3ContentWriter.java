package dev.atf.blob.s3;

import dev.atf.blob.BlobStoreException;
import dev.atf.blob.object.BlobObjects.ContentWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * Content that is being written to S3: in one request if it is small, and otherwise in parts, which
 * are sent as they arrive.
 */
final class S3ContentWriter implements ContentWriter {
  private static final Logger log = LoggerFactory.getLogger(S3ContentWriter.class);

  /**
   * Size of a part in bytes, which is the memory of an upload. The largest content has 600 parts,
   * and S3 accepts 10,000 parts of at least 5 MiB:
   * https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
   */
  private static final int PART_BYTES = 8 << 20;

  private final Bucket bucket;
  private final String name;
  private final long bytes;
  private final ByteBuffer part;
  private final List<CompletedPart> sent = new ArrayList<>();
  private Optional<String> uploadId = Optional.empty();

  S3ContentWriter(Bucket bucket, String name, long bytes) {
    this.bucket = bucket;
    this.name = name;
    this.bytes = bytes;
    this.part = ByteBuffer.allocate((int) Math.min(PART_BYTES, bytes));
  }

  @Override
  public void write(ByteBuffer more) {
    while (more.hasRemaining()) {
      if (!part.hasRemaining()) {
        sendPart();
      }
      int taken = Math.min(part.remaining(), more.remaining());
      part.put(more.slice(more.position(), taken));
      more.position(more.position() + taken);
    }
  }

  @Override
  public void complete() {
    if (uploadId.isEmpty()) {
      var unused =
          bucket.call(
              "write the content of a blob",
              s3 -> s3.putObject(put -> put.bucket(bucket.name()).key(name), body()));
    } else {
      sendPart();
      completeUpload(uploadId.get());
      uploadId = Optional.empty();
    }
  }

  private void sendPart() {
    var upload = uploadId.orElseGet(this::begin);
    int number = sent.size() + 1;
    var reply =
        bucket.call(
            "write a part of a blob",
            s3 ->
                s3.uploadPart(
                    one -> one.bucket(bucket.name()).key(name).uploadId(upload).partNumber(number),
                    body()));
    sent.add(
        CompletedPart.builder()
            .partNumber(number)
            .eTag(reply.eTag())
            .checksumCRC32(reply.checksumCRC32())
            .build());
    part.clear();
  }

  private String begin() {
    var begun =
        bucket
            .call(
                "start the upload of a blob",
                s3 -> s3.createMultipartUpload(create -> create.bucket(bucket.name()).key(name)))
            .uploadId();
    uploadId = Optional.of(begun);
    return begun;
  }

  private RequestBody body() {
    return RequestBody.fromByteBuffer(part.duplicate().flip());
  }

  /** Completes the upload. After a lost answer, S3 no longer knows it. */
  private void completeUpload(String upload) {
    var completed =
        bucket.find(
            "complete the upload of a blob",
            s3 ->
                s3.completeMultipartUpload(
                    complete ->
                        complete
                            .bucket(bucket.name())
                            .key(name)
                            .uploadId(upload)
                            .multipartUpload(parts -> parts.parts(sent))));
    if (completed.isEmpty() && new S3Lists(bucket).length(name).orElse(-1) != bytes) {
      throw new BlobStoreException(
          "blobs: s3://%s/%s: its upload was removed in the meantime; repeat it"
              .formatted(bucket.name(), name));
    }
  }

  @Override
  public void close() {
    if (uploadId.isEmpty()) {
      return;
    }
    try {
      var unused =
          bucket.find(
              "abort the upload of a blob",
              s3 ->
                  s3.abortMultipartUpload(
                      abort -> abort.bucket(bucket.name()).key(name).uploadId(uploadId.get())));
    } catch (BlobStoreException e) {
      log.warn("object={} has parts that were not removed; a sweep will", name, e);
    }
    uploadId = Optional.empty();
  }
}
