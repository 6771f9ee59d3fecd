#!/usr/bin/env bash
# archive.sh [DIR]: builds DIR/cupel-VERSION-linux-ARCH.zip (default dist/), as SV-COMP wants archives: one folder with LICENSE, README.txt,
# smoketest.sh, bin/cupel and all that it needs but the C library; it runs from anywhere, without a network.
# bin/cupel is a script that puts the solvers of libexec first on the PATH; libraries are found by RPATH, relative to the program.
# The archive of a commit is the same each time, for the same compiler and libraries.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-dist}")
for tool in zip ldd go; do
  command -v "$tool" >/dev/null || { echo "archive: $tool is not installed" >&2; exit 1; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Tests make the archive quickly: with what the compiler has kept of other builds, and larger.
trim=-trimpath level=-9
if [ -n "${CUPEL_ARCHIVE_QUICK:-}" ]; then trim="" level=-1; fi

# RPATH and not RUNPATH: it counts for what libraries need, too.
go build $trim -o "$tmp/cupel" -ldflags '-s -w -linkmode external -extldflags "-Wl,-rpath,$ORIGIN/../lib,--disable-new-dtags"' ./cmd/cupel
version=$("$tmp/cupel" --version)
name=cupel-$version-linux-$(go env GOARCH)
top=$tmp/$name
mkdir -p "$top"/{bin,libexec,lib,licenses,examples}
mv "$tmp/cupel" "$top/libexec/cupel"
cp LICENSE "$top/"
cp examples/*.c "$top/examples/"
cp scripts/archive/README.txt scripts/archive/smoketest.sh "$top/"
install -m 755 scripts/archive/cupel.sh "$top/bin/cupel"

# libraries PROGRAM: those that it needs but the C library's, which belong to the system.
libraries() {
  ldd "$1" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | grep -Ev '/(libc|libm|libdl|libpthread|librt|ld-linux[^/]*)\.so' || true
}
needed=("$top/libexec/cupel")
for solver in cvc5 boolector; do
  path=$(command -v "$solver" || true)
  if [ -z "$path" ]; then
    echo "archive: $solver is not installed: it is left out" >&2
    continue
  fi
  cp -L "$path" "$top/libexec/$solver.bin"
  install -m 755 scripts/archive/solver.sh "$top/libexec/$solver"
  needed+=("$path")
done
for program in "${needed[@]}"; do
  libraries "$program" >>"$tmp/libraries"
done
sort -u -o "$tmp/libraries" "$tmp/libraries"
xargs -d '\n' -I{} cp -L {} "$top/lib/" <"$tmp/libraries"

# Licences: of Debian's packages, and of the Go modules that are linked.
if command -v dpkg-query >/dev/null; then
  { cat "$tmp/libraries"
    printf '%s\n' "${needed[@]:1}"
    for a in liblpsolve55 libcolamd libsuitesparseconfig; do gcc -print-file-name=$a.a; done; } | while read -r file; do
    for path in "$(readlink -f "$file")" "$file" "$(readlink -f "$file" | sed 's,^/usr,,')"; do
      dpkg-query -S "$path" 2>/dev/null | cut -d: -f1
    done
  done | sort -u | while read -r package; do
    [ -r "/usr/share/doc/$package/copyright" ] && cp -L "/usr/share/doc/$package/copyright" "$top/licenses/$package"
  done || true
fi
go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}' ./cmd/cupel | sort -u | while read -r path dir; do
  for l in "$dir"/LICENSE* "$dir"/COPYING*; do
    [ -f "$l" ] && cp "$l" "$top/licenses/$(echo "$path" | tr / _).$(basename "$l")"
  done
done || true
cp "$(go env GOROOT)/LICENSE" "$top/licenses/go"

stamp=$(git log -1 --format=%ct 2>/dev/null || echo 1)
find "$top" -print0 | xargs -0 touch -h -d "@$stamp"
chmod -R u=rwX,go=rX "$top"
mkdir -p "$out"
rm -f "$out/$name.zip"
(cd "$tmp" && find "$name" | LC_ALL=C sort | TZ=UTC zip -qX $level "$out/$name.zip" -@)
echo "$out/$name.zip"
