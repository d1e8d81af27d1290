/** The documentation as a site of static pages: read from the checkout, written to a directory. */
@NullMarked
package dev.atf.site;

import org.jspecify.annotations.NullMarked;
