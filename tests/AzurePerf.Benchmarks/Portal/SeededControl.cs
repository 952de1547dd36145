using System.Text;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Benchmarks.Portal;

/// <summary>Fills a control account with ended runs, the same ones for the same seed; points, curves and digests are stored by the code that the engine stores them with.</summary>
internal sealed class SeededControl(ControlPlane control)
{
    private const int WrittenAtOnce = 16;
    private const int Seconds = 60;
    private const int OperationsPerSecond = 50;

    private readonly RunStore _runs = new(control.Rows);
    private readonly PointStore _points = new(control.Rows);
    private readonly EventStore _events = new(control.Rows, TimeProvider.System);
    private readonly MeasurementFiles _files = new(control.Results);

    /// <summary>Adds runs without points, spread over the last minutes before an instant.</summary>
    public Task AddManyAsync(int count, DateTimeOffset before, CancellationToken cancellationToken) => Parallel.ForEachAsync(
        Enumerable.Range(1, count),
        new ParallelOptions { MaxDegreeOfParallelism = WrittenAtOnce, CancellationToken = cancellationToken },
        async (number, token) => await AddAsync(Ended($$"""{"experiment": "blob.download", "preset": "quick", "name": "run {{number}}"}""", number, before.AddSeconds(-number), 8), [], token));

    /// <summary>Adds a run of 10 numbers of clients in 20 repetitions, each of 60 seconds.</summary>
    /// <returns>Its id, and how long its digest took.</returns>
    public async Task<(string RunId, TimeSpan Digest)> AddLargeAsync(int number, DateTimeOffset before, CancellationToken cancellationToken)
    {
        var run = Ended(
            """{"experiment": "blob.download", "preset": "quick", "name": "two hundred points", "parameters": {"clients": [1, 2, 4, 8, 16, 32, 64, 96, 128, 192]}, "repetitions": 20}""", number, before, 200);
        var points = RunPlanner.Plan(Shipped.Experiments.Find(run.Spec.Experiment)!, run.Spec).Points.Select(planned => PointOf(run, planned)).ToArray();
        await Parallel.ForEachAsync(points, new ParallelOptions { MaxDegreeOfParallelism = WrittenAtOnce, CancellationToken = cancellationToken }, async (point, token) =>
        {
            await control.Results.PutAsync(PointCurvesFile.NameBeside(point.DetailsBlob), BinaryData.FromBytes(PointCurvesFile.Write(CurvesOf(point.Number, point.Summary!.Clients))), token);
            await _points.TryPublishAsync(run.RunId, point, token);
        });
        foreach (var message in (string[])["Planned: 200 points", "Completed"])
        {
            await _events.AppendAsync(run.RunId, message, cancellationToken);
        }

        var started = TimeProvider.System.GetTimestamp();
        await new RunDigests(control.Results, _files, Shipped.Experiments).WriteAsync(run, points, cancellationToken);
        var digest = TimeProvider.System.GetElapsedTime(started);
        await AddAsync(run, StagesOf(run, points.Length), cancellationToken);
        return (run.RunId, digest);
    }

    private async Task AddAsync(RunState run, StageState[] stages, CancellationToken cancellationToken)
    {
        await _runs.PutIndexAsync(run, cancellationToken);
        await _runs.TryAddAsync(run, cancellationToken);
        if (stages.Length > 0)
        {
            var stored = await _runs.FindAsync(run.RunId, cancellationToken);
            await _runs.TryWriteAsync(stored!, stages, cancellationToken);
        }
    }

    private static RunState Ended(string request, int number, DateTimeOffset submittedAt, int points)
    {
        var spec = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default"), new SeededIdSource(number)).Read(Encoding.UTF8.GetBytes(request)).Spec!;
        var id = IdText.Hash(request, number.ToString(System.Globalization.CultureInfo.InvariantCulture));
        return new()
        {
            RunId = id,
            Spec = spec,
            Owner = "local",
            BodyHash = IdText.Hash(request),
            IndexKey = RunIndexKey.For(id, submittedAt),
            Status = RunStatus.Completed,
            SubmittedAt = submittedAt,
            StartedAt = submittedAt.AddSeconds(1),
            EndedAt = submittedAt.AddSeconds(2 + (points * Seconds)),
            Points = points,
        };
    }

    private static StageState[] StagesOf(RunState run, int points) =>
    [
        new() { RunId = run.RunId, Id = StageKind.Prepare, Closed = true, Total = 1, Created = 1, Dispatched = 1, Finished = 1 },
        new() { RunId = run.RunId, Id = StageKind.Measure, Closed = true, Total = points, Created = points, Dispatched = points, Finished = points },
        new() { RunId = run.RunId, Id = StageKind.Clean, Closed = true, Total = 1, Created = 1, Dispatched = 1, Finished = 1 },
    ];

    private static PointRecord PointOf(RunState run, PlannedPoint planned)
    {
        var random = new Random(planned.Number);
        var clients = int.Parse(planned.Levels["clients"]!.ToJsonString(), System.Globalization.CultureInfo.InvariantCulture);
        var rate = 60 * Math.Sqrt(clients) * (0.95 + (random.NextDouble() / 10));
        var operations = (long)(rate * Seconds);
        return new()
        {
            Number = planned.Number,
            Repetition = planned.Repetition,
            Levels = planned.Levels,
            Status = PointStatus.Measured,
            Attempt = 1,
            WorkerId = "worker",
            HostId = "host",
            Build = "1",
            Sdk = "Azure.Storage.Blobs 12.17.0",
            ClaimedAt = run.StartedAt!.Value.AddSeconds(planned.Number * Seconds),
            EndedAt = run.StartedAt!.Value.AddSeconds((planned.Number + 1) * Seconds),
            DetailsBlob = $"{run.RunId}/01/{planned.Number:D8}/1/details.json.gz",
            Result = new()
            {
                ElapsedSeconds = Seconds,
                SetUpSeconds = 0.1,
                Flags = planned.Number % 23 == 0 ? [PointFlag.RaggedEnd] : [],
                Operations = new()
                {
                    Clients = clients,
                    ClientsFinished = clients,
                    Operations = operations,
                    Outcomes = new() { [OperationOutcome.Ok] = operations },
                    Bytes = operations << 20,
                    WireRequests = operations,
                    PlannedWireRequests = operations,
                    OperationsPerSecond = new(rate, rate * 0.98, rate * 0.97, rate / clients),
                    BytesPerSecond = new(rate * (1 << 20), rate * (1 << 20) * 0.98, rate * (1 << 20) * 0.97, rate * (1 << 20) / clients),
                    Latency = new(operations, 1e9 / rate * clients, 1e6, 1_000_000, 90_000_000, (long)(0.9e9 / rate * clients), (long)(1.5e9 / rate * clients), (long)(1.8e9 / rate * clients), (long)(2.5e9 / rate * clients), null),
                    StartSkewSeconds = 0.001,
                    OverlapSeconds = Seconds,
                    OverlapRatio = 0.99,
                    HarnessSeconds = 0.1,
                    WarmUpSeconds = 1,
                    WarmUpOperations = 20,
                    WarmUpFailures = 0,
                    SamplesKept = operations,
                },
            },
        };
    }

    /// <summary>A minute with a second hump in the latencies and a few failures.</summary>
    private static PointCurves CurvesOf(int seed, int clients)
    {
        var random = new Random(seed);
        var histogram = new LatencyHistogram();
        var intervals = new List<CurveInterval>();
        for (var second = 0; second < Seconds; second++)
        {
            var latencies = new SortedDictionary<int, long>();
            for (var operation = 0; operation < OperationsPerSecond; operation++)
            {
                var latency = (long)(5e6 * Math.Sqrt(clients) * Math.Exp(random.NextDouble()) * (random.Next(20) == 0 ? 4 : 1));
                histogram.Record(latency);
                latencies[LatencySketch.BinOf(latency)] = latencies.GetValueOrDefault(LatencySketch.BinOf(latency)) + 1;
            }

            intervals.Add(new(second, latencies, random.Next(30) == 0 ? 1 : 0));
        }

        return new() { Latencies = LatencyHistogramText.Write(histogram), WidthExponent = 0, Intervals = intervals, ErrorsWithoutTime = 0, Workers = [] };
    }
}
