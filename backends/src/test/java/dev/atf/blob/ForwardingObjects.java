package dev.atf.blob;

import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobObjects.ContentWriter;
import dev.atf.blob.object.BlobObjects.ObjectPage;
import dev.atf.blob.object.BlobObjects.VersionedRecord;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Objects that delegate to others, except for what a test changes. */
public class ForwardingObjects implements BlobObjects {
  private final BlobObjects objects;

  protected ForwardingObjects(BlobObjects objects) {
    this.objects = objects;
  }

  /** Returns the objects for one operation. */
  protected BlobObjects objects() {
    return objects;
  }

  @Override
  public Optional<VersionedRecord> record(BlobKey key) {
    return objects().record(key);
  }

  @Override
  public boolean put(BlobKey key, BlobRecord record, Optional<String> seen) {
    return objects().put(key, record, seen);
  }

  @Override
  public boolean remove(BlobKey key, String seen) {
    return objects().remove(key, seen);
  }

  @Override
  public ContentWriter write(ContentName name, long bytes) {
    return objects().write(name, bytes);
  }

  @Override
  public OptionalLong length(ContentName name) {
    return objects().length(name);
  }

  @Override
  public Optional<InputStream> open(ContentName name) {
    return objects().open(name);
  }

  @Override
  public void delete(ContentName name) {
    objects().delete(name);
  }

  @Override
  public ObjectPage list(Optional<String> after, int max) {
    return objects().list(after, max);
  }

  @Override
  public ObjectPage list(String tenant, Optional<String> after, int max) {
    return objects().list(tenant, after, max);
  }

  @Override
  public void removeUnfinished(Instant before) {
    objects().removeUnfinished(before);
  }

  @Override
  public void close() {}
}
