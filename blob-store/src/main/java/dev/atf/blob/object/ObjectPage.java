package dev.atf.blob.object;

import java.util.List;
import java.util.Optional;

/**
 * Part of a list.
 *
 * @param next where the next page begins; empty if this is the last
 */
public record ObjectPage(List<ListedObject> objects, Optional<String> next) {
  public ObjectPage {
    objects = List.copyOf(objects);
  }
}
