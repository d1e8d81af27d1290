@NullMarked
package dev.atf.frontend.bulk;

import org.jspecify.annotations.NullMarked;
