/** Records of the logs that are being followed. */
@NullMarked
package dev.atf.store.log;

import org.jspecify.annotations.NullMarked;
