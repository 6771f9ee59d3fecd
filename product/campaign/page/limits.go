package page

import "time"

const (
	// MaxRuns bounds the runs of a campaign that can be shown: a board keeps some bytes of each in memory.
	MaxRuns = 2_000_000
	// maxText bounds a text on the page, in bytes.
	maxText = 200
	// maxReason bounds a reason on the page of a run, in bytes.
	maxReason = 4000
	// maxShown bounds what the page of a run shows of a witness, in bytes.
	maxShown = 64 << 10
	// maxKept bounds a witness or a report that is sent to the browser, in bytes.
	maxKept = 32 << 20
	// maxMeasured bounds the times and sizes that a worker may tell, in seconds and MB.
	maxMeasured = 1e9
	// maxAlarms bounds the rows of each table of contradictions.
	maxAlarms = 50
	// maxSaid bounds the runs that are named of a disagreement, of each verdict.
	maxSaid = 20
	// maxCells bounds the rows of the table of families.
	maxCells = 300
	// maxConfigs bounds the configurations that are named in a choice or in a row.
	maxConfigs = 100
	// maxFamilies bounds the families that can be chosen.
	maxFamilies = 500
	// maxRows is the number of results on a page.
	maxRows = 100
	// maxWorkers bounds the workers that are listed.
	maxWorkers = 50
	// maxStats bounds the statistics of a run that are listed.
	maxStats = 200

	// maxStreams bounds the streams of events at a time.
	maxStreams = 64
	// maxConnections bounds the connections at a time.
	maxConnections = 256
	// maxSearches bounds the requests at a time that go through all results or ask the store.
	maxSearches = 2
	// maxHeader bounds the head of a request, in bytes.
	maxHeader = 16 << 10

	// eventTime is the shortest time between two events of a stream.
	eventTime = 250 * time.Millisecond
	// idleTime is the longest time between two events of a stream.
	idleTime = 5 * time.Second
	// readTime bounds the arrival of a request.
	readTime = 10 * time.Second
	// keepTime is how long a connection without a request is kept.
	keepTime = time.Minute
	// writeTime bounds the sending of an event or an answer: a client that does not take it is dropped.
	writeTime = 20 * time.Second
	// answerTime bounds the search for what is kept of a run.
	answerTime = 15 * time.Second
	// statusTime is the time between looks at the queue and the workers.
	statusTime = 2 * time.Second

	// rateTime is the time over which the rate is measured.
	rateTime = time.Minute
	// longRateTime, longestRateTime: the expected end is computed from the rate over these where few runs end in rateTime.
	longRateTime, longestRateTime = 10 * time.Minute, time.Hour
	// enoughResults is the number of results that make a rate.
	enoughResults = 30
)
