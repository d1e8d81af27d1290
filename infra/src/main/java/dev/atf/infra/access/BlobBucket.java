package dev.atf.infra.access;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.Stack;

/**
 * Bucket of the contents of resources on S3, as the setting {@code blobs} names it.
 *
 * @param prefix of the names of objects, with a slash at its end unless it is empty
 */
public record BlobBucket(String name, String prefix) {
  static final List<String> ON_OBJECTS =
      List.of("AbortMultipartUpload", "DeleteObject", "GetObject", "PutObject");

  static final List<String> ON_THE_BUCKET = List.of("ListBucket", "ListBucketMultipartUploads");

  /** GenerateDataKey for writes, and both for uploads in parts. */
  static final List<String> ON_ITS_KEY = List.of("Decrypt", "GenerateDataKey");

  /** Returns the bucket; empty if the setting names none on S3. */
  public static Optional<BlobBucket> of(String blobs) {
    if (!blobs.startsWith("s3://")) {
      return Optional.empty();
    }
    var uri = URI.create(blobs);
    var path = uri.getPath().replaceAll("^/+|/+$", "");
    return Optional.of(new BlobBucket(uri.getHost(), path.isEmpty() ? "" : path + "/"));
  }

  String arn(Stack stack) {
    return stack.formatArn(
        ArnComponents.builder().service("s3").region("").account("").resource(name).build());
  }

  String objects(Stack stack) {
    return arn(stack) + "/" + prefix + "*";
  }
}
