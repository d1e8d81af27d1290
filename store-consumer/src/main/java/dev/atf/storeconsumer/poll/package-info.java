/** Polls of due associations and the look-ahead. */
@NullMarked
package dev.atf.storeconsumer.poll;

import org.jspecify.annotations.NullMarked;
