package dev.atf.images;

import java.nio.file.Path;

/** What has an image. */
enum Deployable {
  FRONTEND("frontend"),
  STORE_CONSUMER("store-consumer"),
  HSC("hsc"),
  WORKER("worker");

  private final String room;

  Deployable(String room) {
    this.room = room;
  }

  /** What its image copies; made when the room is packaged. Tests run in this room's directory. */
  Path layout() {
    return Path.of("..", room, "target", "image");
  }

  Dockerfile dockerfile() {
    return Dockerfile.read(Path.of("..", room, "src", "image", "Dockerfile"));
  }

  @Override
  public String toString() {
    return room;
  }
}
