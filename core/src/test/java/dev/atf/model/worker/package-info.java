/** Tests of places and health of worker hosts. */
@NullMarked
package dev.atf.model.worker;

import org.jspecify.annotations.NullMarked;
