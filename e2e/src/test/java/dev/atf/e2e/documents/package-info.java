/** What documents promise, as tests. */
@NullMarked
package dev.atf.e2e.documents;

import org.jspecify.annotations.NullMarked;
