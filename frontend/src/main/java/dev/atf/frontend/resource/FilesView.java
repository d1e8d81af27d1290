package dev.atf.frontend.resource;

import dev.atf.protocol.v1.Resource;
import java.util.List;

/** Protocol form of files. */
public final class FilesView {
  private FilesView() {}

  public static List<Resource> of(List<dev.atf.model.resource.Resource> files) {
    return files.stream().map(FilesView::of).toList();
  }

  private static Resource of(dev.atf.model.resource.Resource file) {
    return Resource.newBuilder()
        .setPath(file.path().value())
        .setSha256(file.digest().hex())
        .setBytes(file.bytes())
        .build();
  }
}
