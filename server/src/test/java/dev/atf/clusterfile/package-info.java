@NullMarked
package dev.atf.clusterfile;

import org.jspecify.annotations.NullMarked;
