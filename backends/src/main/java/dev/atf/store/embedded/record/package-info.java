/** Records of the embedded store as bytes. */
@NullMarked
package dev.atf.store.embedded.record;

import org.jspecify.annotations.NullMarked;
