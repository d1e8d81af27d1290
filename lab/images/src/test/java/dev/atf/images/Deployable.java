package dev.atf.images;

import java.nio.file.Path;

/** Module that has an image. */
enum Deployable {
  FRONTEND("frontend"),
  STORE_CONSUMER("store-consumer"),
  HSC("hsc"),
  WORKER("worker");

  private final String room;

  Deployable(String room) {
    this.room = room;
  }

  /**
   * Returns the directory that its image copies, made when the module is packaged. Tests run in
   * this module's directory.
   */
  Path layout() {
    return Path.of("..", "..", room, "target", "image");
  }

  Dockerfile dockerfile() {
    return Dockerfile.read(Path.of("..", "..", room, "src", "image", "Dockerfile"));
  }

  @Override
  public String toString() {
    return room;
  }
}
