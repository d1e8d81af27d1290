package dev.atf.infra.access;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.Stack;

/**
 * Bucket of S3 for the contents of resources, as named in the setting {@code blobs}.
 *
 * @param prefix prefix of the names of objects, with a slash at its end unless it is empty
 */
public record BlobBucket(String name, String prefix) {
  static final List<String> ON_OBJECTS =
      List.of("AbortMultipartUpload", "DeleteObject", "GetObject", "PutObject");

  static final List<String> ON_THE_BUCKET = List.of("ListBucket", "ListBucketMultipartUploads");

  /**
   * Rights on the key of the bucket. Writes need GenerateDataKey, and uploads in parts need both.
   */
  static final List<String> ON_ITS_KEY = List.of("Decrypt", "GenerateDataKey");

  /** Returns the bucket; empty if the setting does not name a bucket. */
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
