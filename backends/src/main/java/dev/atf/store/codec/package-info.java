/** Parts of the stored format that both engines write (ADR 0058). */
@NullMarked
package dev.atf.store.codec;

import org.jspecify.annotations.NullMarked;
