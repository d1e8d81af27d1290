package dev.atf.blob.object;

import dev.atf.blob.BlobKey;
import dev.atf.model.check.Names;
import dev.atf.model.resource.Digest;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names of objects in engines: {@code <tenant>/<digest>/record} and {@code
 * <tenant>/<digest>/<generation>}.
 */
public final class ObjectNames {
  public static final String RECORD = "record";

  /** Placeholder for no tenant, which cannot be the name of a tenant. */
  private static final String NO_TENANT = "_";

  private static final Pattern TENANT = Pattern.compile("[a-z0-9-]*");
  private static final Pattern BLOB = Pattern.compile("(_|[a-z0-9-]+)/([0-9a-f]{64})");
  private static final Pattern GENERATION = Pattern.compile("[0-9a-f]{32}");

  private ObjectNames() {}

  /**
   * Returns the name of a tenant's directory.
   *
   * @throws dev.atf.model.check.InvalidFieldException if the directory could be outside of the
   *     store
   */
  public static String ofTenant(String tenant) {
    Names.require("tenant", tenant, TENANT, "a-z 0-9 -, or empty");
    return tenant.isEmpty() ? NO_TENANT : tenant;
  }

  public static String ofBlob(BlobKey key) {
    return ofTenant(key.tenant()) + "/" + key.digest();
  }

  public static String ofRecord(BlobKey key) {
    return ofBlob(key) + "/" + RECORD;
  }

  public static String of(ContentName name) {
    return ofBlob(name.key()) + "/" + name.generation();
  }

  /** Returns the key for {@code <tenant>/<digest>}; empty if this is not a name of the store. */
  public static Optional<BlobKey> blob(String name) {
    var parts = BLOB.matcher(name);
    if (!parts.matches()) {
      return Optional.empty();
    }
    var tenant = parts.group(1).equals(NO_TENANT) ? "" : parts.group(1);
    return Optional.of(new BlobKey(tenant, new Digest(parts.group(2))));
  }

  /** Returns whether the last part of a name belongs to a content, and not to a record. */
  public static boolean isGeneration(String last) {
    return GENERATION.matcher(last).matches();
  }
}
