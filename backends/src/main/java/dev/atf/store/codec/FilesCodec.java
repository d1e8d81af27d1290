package dev.atf.store.codec;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.atf.model.resource.Digest;
import dev.atf.model.resource.Resource;
import dev.atf.model.resource.ResourcePath;
import dev.atf.model.resource.TaskFiles;
import dev.atf.store.stored.Stored;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Codec of the files of a task. */
public final class FilesCodec {
  private static final HexFormat HEX = HexFormat.of();

  private FilesCodec() {}

  public static Stored.TaskFiles of(TaskFiles files) {
    var message = Stored.TaskFiles.newBuilder().addAllOutputs(files.outputs());
    for (var resource : files.resources()) {
      message.addResources(
          Stored.Resource.newBuilder()
              .setPath(resource.path().value())
              .setDigest(ByteString.copyFrom(HEX.parseHex(resource.digest().hex())))
              .setSize(resource.bytes()));
    }
    return message.build();
  }

  /** Returns the stored form; null for no files. */
  public static byte @Nullable [] bytes(TaskFiles files) {
    return files.isEmpty() ? null : of(files).toByteArray();
  }

  public static TaskFiles read(byte[] stored) {
    try {
      return read(Stored.TaskFiles.parseFrom(stored));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("files of a task that cannot be read", e);
    }
  }

  public static TaskFiles read(Stored.TaskFiles message) {
    return new TaskFiles(
        message.getResourcesList().stream().map(FilesCodec::read).toList(),
        message.getOutputsList());
  }

  private static Resource read(Stored.Resource message) {
    return new Resource(
        new ResourcePath(message.getPath()),
        new Digest(HEX.formatHex(message.getDigest().toByteArray())),
        message.getSize());
  }
}
