/** Tests of what documents say. */
@NullMarked
package dev.atf.e2e.documents;

import org.jspecify.annotations.NullMarked;
