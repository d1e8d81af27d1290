package dev.atf.blob.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.blob.s3.S3BlobConfig;
import dev.atf.model.check.InvalidFieldException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BlobPlaceTest {
  @Test
  void aPathOrAFileUriIsADirectory() {
    assertThat(BlobPlace.of("/var/blobs"))
        .isEqualTo(BlobPlace.of("file:///var/blobs"))
        .isEqualTo(new BlobPlace.OfDirectory(Path.of("/var/blobs")));
  }

  @Test
  void anS3UriIsABucket() {
    assertThat(BlobPlace.of("s3://my-bucket")).isEqualTo(bucket("my-bucket", "", "", ""));
    assertThat(BlobPlace.of("s3://my-bucket/")).isEqualTo(bucket("my-bucket", "", "", ""));
    assertThat(BlobPlace.of("s3://my.bucket/a/b/?region=eu-west-3&endpoint=http://127.0.0.1:4566"))
        .isEqualTo(bucket("my.bucket", "a/b", "eu-west-3", "http://127.0.0.1:4566"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "relative/path",
        "blobs",
        "http://host/path",
        "file://host/path",
        "file:relative",
        "s3://",
        "s3://My_Bucket/a",
        "s3://bucket/a//b",
        "s3://bucket/a?colour=red",
        "s3://bucket/a?region",
        "s3://bucket/a?region=a&region=b",
        "s3://bucket/a?endpoint=ftp://x",
        "s3://bucket/a#b",
        "s3://bucket/a b"
      })
  void anythingElseIsRefusedWithWhatIsExpected(String value) {
    assertThatThrownBy(() -> BlobPlace.of(value))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageStartingWith("blobs: " + value + " (expected: ")
        .hasMessageContaining("s3://bucket/prefix");
  }

  private static BlobPlace bucket(String bucket, String prefix, String region, String endpoint) {
    return new BlobPlace.OfBucket(new S3BlobConfig(bucket, prefix, region, endpoint));
  }
}
