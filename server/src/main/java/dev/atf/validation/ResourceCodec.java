package dev.atf.validation;

import dev.atf.protocol.v1.Resource;
import java.util.List;

/** Protocol form of files. */
public final class ResourceCodec {
  private ResourceCodec() {}

  public static List<Resource> proto(List<dev.atf.model.resource.Resource> files) {
    return files.stream().map(ResourceCodec::proto).toList();
  }

  private static Resource proto(dev.atf.model.resource.Resource file) {
    return Resource.newBuilder()
        .setPath(file.path().value())
        .setSha256(file.digest().hex())
        .setBytes(file.bytes())
        .build();
  }
}
