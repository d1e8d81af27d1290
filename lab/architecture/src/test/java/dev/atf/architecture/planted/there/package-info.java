@NullMarked
package dev.atf.architecture.planted.there;

import org.jspecify.annotations.NullMarked;
