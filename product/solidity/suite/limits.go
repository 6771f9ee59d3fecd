package suite

// maxFiles bounds the files on a page.
const maxFiles = 10_000
