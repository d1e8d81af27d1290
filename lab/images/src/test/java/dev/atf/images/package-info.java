@NullMarked
package dev.atf.images;

import org.jspecify.annotations.NullMarked;
