package dev.atf.blob.s3;

import dev.atf.blob.BlobStoreException;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Bucket of S3. Failures of its calls name the bucket and a remedy. */
final class Bucket {
  private static final int FORBIDDEN = 403;
  private static final int MISSING = 404;
  private static final int CONFLICT = 409;
  private static final int PRECONDITION_FAILED = 412;

  private final S3BlobConfig config;
  private final S3Client client;

  Bucket(S3BlobConfig config, S3Client client) {
    this.config = config;
    this.client = client;
  }

  String name() {
    return config.bucket();
  }

  /** Returns the prefix of the names of all objects. */
  String root() {
    return config.root();
  }

  <T> T call(String what, Function<S3Client, T> call) {
    try {
      return call.apply(client);
    } catch (SdkException e) {
      throw failure(what, e);
    }
  }

  /** Returns the result of a call; empty if its object is missing. */
  <T> Optional<T> find(String what, Function<S3Client, T> call) {
    try {
      return Optional.of(call.apply(client));
    } catch (S3Exception e) {
      if (isMissing(e)) {
        return Optional.empty();
      }
      throw failure(what, e);
    } catch (SdkException e) {
      throw failure(what, e);
    }
  }

  /**
   * Makes a conditional call, and returns whether its condition held. S3 has separate errors for a
   * conflicting call and for a missing object:
   * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-requests.html
   */
  boolean holds(String what, Function<S3Client, ?> call) {
    try {
      var unused = call.apply(client);
      return true;
    } catch (S3Exception e) {
      if (e.statusCode() == PRECONDITION_FAILED || e.statusCode() == CONFLICT || isMissing(e)) {
        return false;
      }
      throw failure(what, e);
    } catch (SdkException e) {
      throw failure(what, e);
    }
  }

  void close() {
    client.close();
  }

  private static boolean isMissing(S3Exception e) {
    return e.statusCode() == MISSING && !isOfBucket(e);
  }

  private static boolean isOfBucket(S3Exception e) {
    return e instanceof NoSuchBucketException
        || (e.awsErrorDetails() != null && "NoSuchBucket".equals(e.awsErrorDetails().errorCode()));
  }

  private BlobStoreException failure(String what, SdkException e) {
    if (e instanceof AbortedException) {
      Thread.currentThread().interrupt();
    }
    return new BlobStoreException(
        "blobs: %s: cannot %s: %s%s".formatted(config, what, e.getMessage(), advice(e)), e);
  }

  private static String advice(SdkException e) {
    if (e instanceof S3Exception answer && isOfBucket(answer)) {
      return "; create the bucket, or correct its name";
    }
    if (e instanceof S3Exception answer && answer.statusCode() == FORBIDDEN) {
      return "; allow s3:GetObject, s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload,"
          + " s3:ListBucket and s3:ListBucketMultipartUploads";
    }
    return "";
  }
}
