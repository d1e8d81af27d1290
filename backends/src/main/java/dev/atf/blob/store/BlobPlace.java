package dev.atf.blob.store;

import dev.atf.blob.directory.DirectoryObjects;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.s3.S3BlobConfig;
import dev.atf.blob.s3.S3Objects;
import dev.atf.model.check.InvalidFieldException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Location of blobs, as named in settings. */
public sealed interface BlobPlace {
  /** Directory of this machine or of a network share. */
  record OfDirectory(Path path) implements BlobPlace {
    @Override
    public boolean exists() {
      return Files.isDirectory(path);
    }

    @Override
    public BlobObjects open() {
      return DirectoryObjects.open(path);
    }
  }

  /** Bucket of S3. */
  record OfBucket(S3BlobConfig config) implements BlobPlace {
    @Override
    public boolean exists() {
      return true;
    }

    @Override
    public BlobObjects open() {
      return S3Objects.open(config);
    }
  }

  String EXPECTED =
      "an absolute path, file:///path, or s3://bucket/prefix, with ?region=…&endpoint=… if need be";

  /** Returns whether the location exists. A bucket is not queried, because ATF never creates it. */
  boolean exists();

  /**
   * Opens the objects, which the caller closes. A missing directory is created.
   *
   * @throws dev.atf.blob.BlobStoreException if a directory cannot be created or written to
   * @throws InvalidFieldException if there is no region for a bucket
   */
  BlobObjects open();

  /**
   * Parses a setting without accessing the location.
   *
   * @throws InvalidFieldException if the setting is invalid
   */
  static BlobPlace of(String value) {
    try {
      if (value.startsWith("s3://")) {
        return new OfBucket(bucket(value, new URI(value)));
      }
      var path = value.startsWith("file:") ? Path.of(new URI(value)) : Path.of(value);
      if (path.isAbsolute()) {
        return new OfDirectory(path);
      }
    } catch (URISyntaxException | InvalidPathException | FileSystemNotFoundException e) {
      throw refused(value, e);
    } catch (InvalidFieldException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      // This is file:// with a host or a query, or without a path.
      throw refused(value, e);
    }
    throw new InvalidFieldException("blobs", value, EXPECTED);
  }

  private static InvalidFieldException refused(String value, Exception cause) {
    var refused = new InvalidFieldException("blobs", value, EXPECTED);
    refused.initCause(cause);
    return refused;
  }

  private static S3BlobConfig bucket(String value, URI uri) {
    var options = options(value, uri.getQuery());
    if (uri.getAuthority() == null || uri.getFragment() != null) {
      throw new InvalidFieldException("blobs", value, EXPECTED);
    }
    var prefix = uri.getPath().replaceAll("^/|/$", "");
    try {
      return new S3BlobConfig(
          uri.getAuthority(),
          prefix,
          options.getOrDefault("region", ""),
          options.getOrDefault("endpoint", ""));
    } catch (InvalidFieldException e) {
      var wrong = e.violations().get(0);
      throw new InvalidFieldException(
          "blobs", value, "%s with %s: %s".formatted(EXPECTED, wrong.field(), wrong.expected()));
    }
  }

  private static Map<String, String> options(String value, String query) {
    var options = new HashMap<String, String>();
    if (query != null) {
      for (var option : query.split("&", -1)) {
        int equals = option.indexOf('=');
        var name = equals < 0 ? option : option.substring(0, equals);
        if (equals < 0
            || !Set.of("region", "endpoint").contains(name)
            || options.put(name, option.substring(equals + 1)) != null) {
          throw new InvalidFieldException("blobs", value, EXPECTED);
        }
      }
    }
    return options;
  }
}
