package dev.atf.blob.s3;

import dev.atf.blob.object.BlobObjects.ListedObject;
import dev.atf.blob.object.BlobObjects.ObjectPage;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.object.ObjectNames;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Lists of the objects and unfinished uploads of a bucket. */
final class S3Lists {
  /** Maximum number of uploads that one sweep aborts. The next sweep handles the rest. */
  private static final int ABORTED_MAX = 100;

  private final Bucket bucket;

  S3Lists(Bucket bucket) {
    this.bucket = bucket;
  }

  OptionalLong length(String name) {
    var found =
        bucket.find(
            "read the size of a blob",
            s3 -> s3.headObject(head -> head.bucket(bucket.name()).key(name)));
    return found.isPresent() ? OptionalLong.of(found.get().contentLength()) : OptionalLong.empty();
  }

  /**
   * Lists a page of objects.
   *
   * @param prefix prefix of the names of the objects
   * @param after name of the last object of the previous page
   */
  ObjectPage page(String prefix, Optional<String> after, int max) {
    var listed =
        bucket.call(
            "list objects",
            s3 ->
                s3.listObjectsV2(
                    list -> {
                      list.bucket(bucket.name()).prefix(bucket.root() + prefix).maxKeys(max);
                      after.ifPresent(list::startAfter);
                    }));
    var contents = listed.contents();
    return new ObjectPage(
        contents.stream().flatMap(this::read).toList(),
        listed.isTruncated() && !contents.isEmpty()
            ? Optional.of(contents.get(contents.size() - 1).key())
            : Optional.empty());
  }

  /** Reads an object. Objects that belong to no blob are ignored. */
  private Stream<ListedObject> read(S3Object object) {
    var name = object.key().substring(bucket.root().length());
    int slash = name.lastIndexOf('/');
    if (slash < 0) {
      return Stream.empty();
    }
    var last = name.substring(slash + 1);
    return ObjectNames.blob(name.substring(0, slash)).stream()
        .flatMap(
            key -> {
              if (last.equals(ObjectNames.RECORD)) {
                return Stream.of(new ListedObject.Header(key));
              }
              return ObjectNames.isGeneration(last)
                  ? Stream.of(
                      new ListedObject.Content(
                          new ContentName(key, last), object.size(), object.lastModified()))
                  : Stream.empty();
            });
  }

  /** Aborts multipart uploads that began before this time. */
  void abortUploads(Instant before) {
    bucket
        .call(
            "list uploads",
            s3 ->
                s3.listMultipartUploads(
                    list ->
                        list.bucket(bucket.name()).prefix(bucket.root()).maxUploads(ABORTED_MAX)))
        .uploads()
        .stream()
        .filter(upload -> upload.initiated().isBefore(before))
        .forEach(this::abort);
  }

  private void abort(MultipartUpload upload) {
    var unused =
        bucket.find(
            "abort an upload",
            s3 ->
                s3.abortMultipartUpload(
                    abort ->
                        abort.bucket(bucket.name()).key(upload.key()).uploadId(upload.uploadId())));
  }
}
