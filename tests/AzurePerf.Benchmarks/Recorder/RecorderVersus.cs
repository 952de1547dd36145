using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Recorder;

/// <summary>What recording one latency costs, held against a bound: there is no outside recorder to pair it with.</summary>
internal sealed class RecorderVersus : IVersusEntry
{
    private const double NanosecondsAllowed = 3;
    private const double TimedOperationNanosecondsAllowed = 120;
    private const int Batches = 300;

    // Half a second: the compiler's last tier comes 100 ms after the methods have settled.
    private const int WarmUpBatches = 4_000;
    private const int TimedOperations = 500_000;

    public string Name => "recorder";

    public string Unit => "ns";

    public Preference Better => Preference.Lower;

    public string Goal => "<= 3 ns and 0 bytes; timed operation <= 120 ns";

    public string Setup => "per turn the fastest of 50 parts of 6 x 65,536 seeded log-normal latencies each into one histogram with n, sum, sum of squares, min, max; "
        + "then 500,000 operations that do nothing: two timestamps, an asynchronous call that is already complete, one record";

    public IReadOnlyList<OutsideTool> Tools => [];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken) => ValueTask.FromResult<IVersusSession>(new Session());

    private sealed class Session : IVersusSession
    {
        private const int Parts = 50;

        private readonly RecorderWork _work = new();
        private readonly TimeProvider _time = TimeProvider.System;
        private readonly List<double> _timedOperationNanoseconds = [];
        private readonly List<double> _twoTimestampsNanoseconds = [];
        private long _allocatedBytes;
        private long _records;

        public string? Tool => null;

        public MeasureSide Ours => MeasureAsync;

        public MeasureSide? Theirs => null;

        private double BytesPerSample => (double)_allocatedBytes / _records;

        public bool? MeetsGoal(VersusFigures figures)
            => figures.Ours.Median <= NanosecondsAllowed
                && BytesPerSample == 0
                && Estimate.Of(_timedOperationNanoseconds).Median <= TimedOperationNanosecondsAllowed;

        public JsonObject ExtraFields() => new()
        {
            ["bytesPerSample"] = VersusJson.Rounded(BytesPerSample),
            ["timedOperationNanoseconds"] = VersusJson.Rounded(Estimate.Of(_timedOperationNanoseconds).Median),
            ["twoTimestampsNanoseconds"] = VersusJson.Rounded(Estimate.Of(_twoTimestampsNanoseconds).Median),
        };

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;

        private async ValueTask<double> MeasureAsync(Turn turn, CancellationToken cancellationToken)
        {
            var allocatedBefore = GC.GetAllocatedBytesForCurrentThread();
            var nanoseconds = FastestNanosecondsPerRecord((turn.IsWarmUp ? WarmUpBatches : Batches) / Parts);
            var allocated = GC.GetAllocatedBytesForCurrentThread() - allocatedBefore;
            var timedOperation = await NanosecondsPerTimedOperationAsync();
            var twoTimestamps = NanosecondsPerTwoTimestamps();
            if (!turn.IsWarmUp)
            {
                _allocatedBytes += allocated;
                _records += Batches * SeededLatencies.Count;
                _timedOperationNanoseconds.Add(timedOperation);
                _twoTimestampsNanoseconds.Add(twoTimestamps);
            }

            return nanoseconds;
        }

        private double FastestNanosecondsPerRecord(int batches)
        {
            var fastest = double.MaxValue;
            for (var part = 0; part < Parts; part++)
            {
                fastest = Math.Min(fastest, NanosecondsPerRecord(batches));
            }

            return fastest;
        }

        private double NanosecondsPerRecord(int batches)
        {
            var start = _time.GetTimestamp();
            for (var batch = 0; batch < batches; batch++)
            {
                _work.RecordLatencies();
            }

            return _time.GetElapsedTime(start).TotalNanoseconds / ((double)batches * SeededLatencies.Count);
        }

        /// <summary>What the clock itself costs today: it tells a slow machine from a slow recorder.</summary>
        private double NanosecondsPerTwoTimestamps()
        {
            var start = _time.GetTimestamp();
            for (var index = 0; index < TimedOperations; index++)
            {
                _time.GetTimestamp();
                _time.GetTimestamp();
            }

            return _time.GetElapsedTime(start).TotalNanoseconds / TimedOperations;
        }

        private async ValueTask<double> NanosecondsPerTimedOperationAsync()
        {
            var start = _time.GetTimestamp();
            await _work.TimeOperationsAsync(NoOperationProbe.Instance, TimedOperations);
            return _time.GetElapsedTime(start).TotalNanoseconds / TimedOperations;
        }
    }
}
