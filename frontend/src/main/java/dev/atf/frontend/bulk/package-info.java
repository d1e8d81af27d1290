/** Changes of all tasks that a filter selects, page by page. */
@NullMarked
package dev.atf.frontend.bulk;

import org.jspecify.annotations.NullMarked;
